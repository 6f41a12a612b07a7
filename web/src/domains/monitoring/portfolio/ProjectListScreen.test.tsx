import type { LiveSummary } from "@heliograph/contract/telemetry/live";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  freshBrowser,
  refusal,
  renderAt,
  screenOf,
  signedInAs,
  type ReceivedRequest,
} from "../../../testing/test-kit.tsx";
import { dashboardAnswer, listAnswer, listItem, listServer, UIDS } from "./testing/list-fakes.ts";
import ProjectListScreen from "./ProjectListScreen.tsx";

freshBrowser();

/** Opens the list at an address; /detail/:id is a page that says so. */
function openList(address = "/list-project") {
  signedInAs("good");
  const list = <ProjectListScreen />;
  return renderAt(address, {
    "/list-project": list,
    "/list-project/:query": list,
    "/detail/:id": <p>opened</p>,
  });
}
/** A project with an alarm, as the dashboard names it. */
const alert = (name: string, status: "error" | "warning") => ({
  project_uid: UIDS[0],
  project_ssoc_name: name,
  alert_data: { status },
});
/** Live values of the listed project. */
const summary = (at: string, watts: number): LiveSummary => ({
  project_uid: UIDS[0],
  at,
  active_power_w: watts,
  reporting_power_w: null,
  power_silent: 0,
  power_devices: 1,
  irradiance_w_m2: 700,
  module_temperature_c: null,
  today_meter_wh: null,
  today_inverter_wh: 233_000,
  total_meter_wh: 8_870_002_000,
  total_inverter_wh: null,
  total_wh: 8_870_002_000,
  plant_status: "warning",
  sleeping: false,
  last_reading_at: at,
});
/** The first words of the column heads. */
const heads = () => screen.getAllByRole("columnheader").map((head) => head.textContent.split(" ")[0]);
const asked = (all: ReceivedRequest[]) => all.filter((one) => one.path === "project/list");
const lastAsked = (all: ReceivedRequest[]) => {
  const last = asked(all).at(-1);
  return { query: Object.fromEntries(last?.query ?? []), body: last?.body };
};

test("a project is shown in kW and kWh, by its meter, else by its inverters, with status and severity in words", async () => {
  listServer();
  await openList();
  const row = (await screen.findByRole("link", { name: "Nam" })).closest("tr");
  const cells = within(row ?? document.body).getAllByRole("cell");
  expect(cells.map((cell) => cell.textContent)).toEqual([
    "NamLong An",
    "Connected",
    "42.5",
    "100.0",
    "231by the inverters",
    "8.87Mby the meter",
    "71.2%",
    "561",
    "46.7",
    "6K",
  ]);
  expect(within(row ?? document.body).getByRole("img", { name: "Major" })).toBeTruthy();
});

test("a power that silent devices make unknown is no smaller number: how many are silent stands in its place", async () => {
  const { project_data } = listItem();
  const gateway_active_power = { value: null, unit: "W" as const, silent: 3, devices: 7, reporting: 20_000 };
  const total_gateway_active_power = { value: null, unit: "W" as const, silent_projects: 1 };
  listServer({
    "project/list": () => listAnswer([listItem({ project_data: { ...project_data, gateway_active_power } })]),
    "project/project-list-dashboard": () => dashboardAnswer({ total_gateway_active_power }),
  });
  await openList();
  const row = (await screen.findByRole("link", { name: "Nam" })).closest("tr");
  expect(within(row ?? document.body).getByText("3 of 7 devices silent")).toBeTruthy();
  expect(await screen.findByText("without 1 project with silent devices")).toBeTruthy();
});

test("the ratio shown is the one that its color judges: the corrected one says its name", async () => {
  const { project_data } = listItem();
  const pr_judged = { value: 81.4, unit: "%" as const, corrected: true };
  const pr_alert = { ...project_data.pr_alert, pr_status: { status: "normal" as const }, pr_judged };
  listServer({
    "project/list": () => listAnswer([listItem({ project_data: { ...project_data, pr_alert } })]),
  });
  await openList();
  const row = (await screen.findByRole("link", { name: "Nam" })).closest("tr");
  expect(
    within(row ?? document.body)
      .getByText("81.4%")
      .closest("td")?.textContent,
  ).toBe("81.4%CPR");
  expect(within(row ?? document.body).queryByText("71.2%")).toBeNull();
});

test("totals are abbreviated, with the exact value behind them, and the gauge tells the share of the capacity", async () => {
  listServer();
  await openList();
  expect(await screen.findByTitle("17,620,000,000.0 VND")).toHaveProperty("textContent", "17.62BVND");
  const gauge = screen.getByRole("meter", { name: "Active power" });
  expect([gauge.getAttribute("aria-valuenow"), gauge.getAttribute("aria-valuemax")]).toEqual(["43", "1000"]);
  expect(screen.getByText("21.3% of installed capacity")).toBeTruthy();
  // Totals say, as statistics and the environment page do, that today is in them.
  expect(screen.getByText("today included")).toBeTruthy();
  // And by which devices they are told, which may differ from project to project.
  expect(screen.getAllByText("by meters, else inverters")).toHaveLength(2);
  // The mark of the capacity is named, by the same mark.
  expect(screen.getByText("Installed 200 kWp").querySelector("polygon")).toBeTruthy();
  expect(screen.getByText("Plants are fully-operational")).toBeTruthy();
});

test("projects with an alarm are counted and named, worst first", async () => {
  listServer({
    "project/project-list-dashboard": () =>
      dashboardAnswer({
        alert_counts: { normal: 0, warning: 1, error: 1, not_installed: 0 },
        real_time_alert: [alert("Nam", "error")],
      }),
  });
  await openList("/list-project?searchProject=x");
  const link = await screen.findByRole("link", { name: /^Error ?Nam$/ });
  expect(link.getAttribute("href")).toBe(`/detail/${UIDS[0]}?searchProject=x`);
  expect(screen.queryByText("Plants are fully-operational")).toBeNull();
});

test("typing searches a second after the last key, rewrites the address and starts at page 1", async () => {
  sessionStorage.setItem("list_view:pv", JSON.stringify({ page: 3 }));
  const all = listServer({ "project/list": () => listAnswer([listItem()], 40) });
  const router = await openList("/list-project?keep=1");
  await screen.findByRole("link", { name: "Nam" });
  expect(lastAsked(all).query).toMatchObject({ page: "3", items_page: "10" });
  vi.useFakeTimers();
  const before = asked(all).length;
  const field = screen.getByRole("searchbox", { name: "Search projects…" });
  fireEvent.change(field, { target: { value: "kho" } });
  await act(() => vi.advanceTimersByTimeAsync(900));
  fireEvent.change(field, { target: { value: "kho lạnh" } });
  await act(() => vi.advanceTimersByTimeAsync(999));
  expect(router.state.location.search).toBe("?keep=1");
  expect(asked(all)).toHaveLength(before);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(new URLSearchParams(router.state.location.search).get("searchProject")).toBe("kho lạnh");
  expect(router.state.location.search).toContain("keep=1");
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(lastAsked(all)).toEqual({
    query: { page: "1", items_page: "10", sort: "name", order: "asc" },
    body: { keyword: "kho lạnh", project_type: "pv" },
  });
});

test("a search in the path is the search in the query", async () => {
  const all = listServer();
  const router = await openList("/list-project/searchProject=kho");
  await screen.findByRole("link", { name: "Nam" });
  expect(router.state.location.pathname + router.state.location.search).toBe(
    "/list-project?searchProject=kho",
  );
  expect(lastAsked(all).body).toEqual({ keyword: "kho", project_type: "pv" });
  expect(screen.getByRole("searchbox")).toHaveProperty("value", "kho");
});

test("the page is kept for the session; a status filters by the server and starts at page 1", async () => {
  const all = listServer({ "project/list": () => listAnswer([listItem()], 25) });
  await openList();
  fireEvent.click(await screen.findByTitle("2"));
  await waitFor(() => expect(lastAsked(all).query).toMatchObject({ page: "2" }));
  expect(JSON.parse(sessionStorage.getItem("list_view:pv") ?? "")).toMatchObject({ page: 2, status: null });
  const chips = screen.getByRole("group", { name: "Status" });
  fireEvent.click(within(chips).getByRole("button", { name: /^Not installed yet/ }));
  await waitFor(() => expect(lastAsked(all).query).toMatchObject({ page: "1", status: "not_configured" }));
});

test("a project without a gateway stays closed and says why", async () => {
  listServer({ "project/list": () => listAnswer([listItem({ gateway_list: [] })]) });
  const router = await openList();
  fireEvent.click(await screen.findByRole("link", { name: "Nam" }));
  expect(await screen.findByText("Based on no device")).toBeTruthy();
  expect(router.state.location.pathname).toBe("/list-project");
  expect(sessionStorage.getItem("project_uid")).toBeNull();
});

test("a project opens with its uid, gateways and widgets kept for the session and the query carried on", async () => {
  listServer();
  const router = await openList("/list-project?searchProject=nam");
  fireEvent.click(await screen.findByText("Long An"));
  expect(await screen.findByText("opened")).toBeTruthy();
  expect(router.state.location.pathname + router.state.location.search).toBe(
    `/detail/${UIDS[0]}?searchProject=nam`,
  );
  expect(sessionStorage.getItem("project_uid")).toBe(UIDS[0]);
  expect(JSON.parse(sessionStorage.getItem("gateways") ?? "")).toHaveLength(1);
  expect(localStorage.getItem("project_name")).toBe("Nam");
  await waitFor(() =>
    expect(JSON.parse(sessionStorage.getItem("widget_list") ?? "[]")).toEqual([
      { widget_name: "widget_project_info", request_type: 0 },
    ]),
  );
});

test("without projects there is a button to try again, which asks again", async () => {
  let projects = 0;
  listServer({
    "project/list": () => listAnswer(projects === 0 ? [] : [listItem()]),
    "project/project-list-dashboard": () => dashboardAnswer({ total_projects: projects }),
  });
  await openList();
  expect(await screen.findByRole("heading", { name: "No projects yet" })).toBeTruthy();
  projects = 1;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("link", { name: "Nam" })).toBeTruthy();
});

test("a list that cannot be loaded says so and can be tried again", async () => {
  let down = true;
  const failing = (then: () => Response) => () => (down ? refusal(500, "Internal error") : then());
  listServer({
    "project/list": failing(() => listAnswer([listItem()])),
    "project/project-list-dashboard": failing(() => dashboardAnswer()),
  });
  await openList();
  expect(await screen.findByRole("heading", { name: "The project list could not be loaded" })).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
  down = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("link", { name: "Nam" })).toBeTruthy();
});

test("a reload in the background that fails leaves what is shown", async () => {
  let down = false;
  const all = listServer({
    "project/list": () => (down ? refusal(500, "Internal error") : listAnswer([listItem()])),
  });
  await openList();
  await screen.findByRole("link", { name: "Nam" });
  down = true;
  const before = asked(all).length;
  // A tab that is looked at again asks again.
  window.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(asked(all).length).toBe(before + 1));
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(screen.getByRole("link", { name: "Nam" })).toBeTruthy();
  expect(screen.queryByText("The project list could not be loaded")).toBeNull();
});

test("a live value moves its row, the gauge and the total of today, and one from before the list does not", async () => {
  let say: (value: LiveSummary) => void = vi.fn();
  const all = listServer({
    "live/events": () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          say = (value) =>
            controller.enqueue(
              new TextEncoder().encode(`event: summary\ndata: ${JSON.stringify(value)}\n\n`),
            );
        },
      });
      return new Response(body);
    },
  });
  await openList();
  const row = (await screen.findByRole("link", { name: "Nam" })).closest("tr") ?? document.body;
  expect(await screen.findByText("Live")).toBeTruthy();
  expect(all.find((one) => one.path === "live/events")?.query.get("project_uid")).toBe(UIDS[0]);
  say(summary("2026-11-21T04:59:59Z", 1_000));
  say(summary("2026-11-21T05:00:02Z", 50_000));
  expect(await within(row).findByText("50.0")).toBeTruthy();
  expect(within(row).getByText("Warning")).toBeTruthy();
  expect(screen.getByRole("meter").getAttribute("aria-valuenow")).toBe("50");
  expect(screen.getByTitle("233.0 kWh")).toBeTruthy();
});

test("a card says by which devices the day's production is told, and how many are silent where that makes the power unknown", async () => {
  screenOf(390);
  const { project_data } = listItem();
  const gateway_active_power = { value: null, unit: "W" as const, silent: 3, devices: 7, reporting: 20_000 };
  listServer({
    "project/list": () => listAnswer([listItem({ project_data: { ...project_data, gateway_active_power } })]),
  });
  await openList();
  const card = within(await screen.findByRole("link", { name: /Nam/ }));
  expect(card.getByText("3 of 7 devices silent")).toBeTruthy();
  expect(card.getByText(/^by the (meter|inverters)/)).toBeTruthy();
});

test("below the width of the table the projects are cards that open them", async () => {
  screenOf(390);
  listServer();
  await openList();
  fireEvent.click(await screen.findByRole("link", { name: /Nam/ }));
  expect(await screen.findByText("opened")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

test("columns change their order by buttons, which stays for the session and can be taken back", async () => {
  listServer();
  await openList();
  await screen.findByRole("link", { name: "Nam" });
  const first = heads();
  expect(first.slice(0, 3)).toEqual(["Project", "Status", "Power"]);
  fireEvent.click(screen.getByRole("button", { name: "Columns" }));
  fireEvent.click(await screen.findByRole("button", { name: "Move Power up" }));
  expect(heads().slice(0, 3)).toEqual(["Project", "Power", "Status"]);
  expect(JSON.parse(sessionStorage.getItem("column_order:pv") ?? "").slice(0, 2)).toEqual([
    "power",
    "status",
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Default order" }));
  expect(heads()).toEqual(first);
});
