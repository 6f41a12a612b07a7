import { allProjectList, projectListRows, ROWS_AT_ONCE } from "@heliograph/contract/monitoring/portfolio";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answer, freshBrowser, refusal, renderAt, screenOf, signedInAs } from "../../../testing/test-kit.tsx";
import { PV_COLUMNS } from "./columns.tsx";
import { formatOf } from "../../../platform/format.ts";
import type { TextKey } from "../../../app/texts/keys.ts";
import { exportList } from "./export-list.ts";
import { fileColumns, tableColumns } from "./list-columns.tsx";
import { dashboardAnswer, listAnswer, listItem, listServer } from "./testing/list-fakes.ts";
import ProjectListScreen from "./ProjectListScreen.tsx";

freshBrowser();

function openList() {
  signedInAs("good");
  return renderAt("/list-project", {
    "/list-project": <ProjectListScreen />,
    "/list-project-swh": <p>swh</p>,
  });
}

test("a refresh that fails says why until one succeeds, and leaves what is shown", async () => {
  let down = false;
  listServer({ "project/list": () => (down ? refusal(500, "Internal error") : listAnswer([listItem()])) });
  await openList();
  await screen.findByRole("link", { name: "Nam" });
  down = true;
  fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
  expect(await screen.findByText("Refresh failed: Internal error")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Nam" })).toBeTruthy();
  expect(screen.queryByText("Refreshed", { exact: true })).toBeNull();
  down = false;
  fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
  expect(await screen.findByText("Refreshed", { exact: true })).toBeTruthy();
  expect(screen.queryByText(/Refresh failed/)).toBeNull();
});

const skeletons = () => document.querySelectorAll("[data-skeleton]").length;

test("totals that cannot be loaded say so, wait for nothing, and leave the list as it is; one press asks again (M144)", async () => {
  let down = true;
  const { promise: waiting, resolve: fail } = Promise.withResolvers<Response>();
  listServer({ "project/project-list-dashboard": () => (down ? waiting : dashboardAnswer()) });
  await openList();
  expect(await screen.findByRole("link", { name: "Nam" })).toBeTruthy();
  expect(skeletons()).toBeGreaterThan(0);
  fail(refusal(500, "Internal error"));
  expect(await screen.findByText("Data is not available")).toBeTruthy();
  expect(await screen.findByRole("link", { name: "Nam" })).toBeTruthy();
  expect(screen.queryByText("Production today")).toBeNull();
  expect(skeletons()).toBe(0);
  down = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Production today")).toBeTruthy();
  expect(screen.queryByText("Data is not available")).toBeNull();
});

test("a page kept from before projects went gives way to the last one there is", async () => {
  sessionStorage.setItem("list_view:pv", JSON.stringify({ page: 7 }));
  const all = listServer({
    "project/list": ({ query }) => listAnswer(query.get("page") === "2" ? [listItem()] : [], 12),
  });
  await openList();
  expect(await screen.findByRole("link", { name: "Nam" })).toBeTruthy();
  expect(screen.queryByText("No project matches")).toBeNull();
  const pages = all.filter(({ path }) => path === "project/list").map(({ query }) => query.get("page"));
  expect(pages).toEqual(["7", "2"]);
});

test("ten thousand projects are counted as the language writes numbers", async () => {
  const counts = { normal: 9_998, warning: 0, offline: 0, sleeping: 0, not_configured: 2 };
  listServer({
    "project/project-list-dashboard": () =>
      dashboardAnswer({ total_projects: 10_000, plant_status_counts: counts }),
    "project/list": () => listAnswer([listItem()], 10_000),
  });
  await openList();
  expect(await screen.findByText("1–10 of 10,000 projects")).toBeTruthy();
  expect((await screen.findByRole("img", { name: /Connected 9,998/ })).textContent).toContain("10K");
  expect(screen.getByRole("button", { name: /^Connected ?9,998$/ })).toBeTruthy();
});

test("an account with hot-water projects only is shown the way to them", async () => {
  listServer({
    "project/list": () => listAnswer([]),
    "project/project-list-dashboard": () => dashboardAnswer({ total_projects: 0 }),
    "project/all-project-list": () =>
      answer(allProjectList, { data: [], paginate_info: { total_item: 3, total_page: 3 } }),
  });
  const router = await openList();
  fireEvent.click(await screen.findByRole("link", { name: "Solar hot-water projects" }));
  expect(router.state.location.pathname).toBe("/list-project-swh");
});

/** Asked for anew each time: the list that opens takes the place of the button that was there first. */
const choice = () => screen.findByRole("combobox", { name: "Order by" });

test("on a phone the order is chosen from a list, the worst first at once, and turned around by a button", async () => {
  screenOf(390);
  const all = listServer();
  await openList();
  const user = userEvent.setup();
  const orderBy = async (name: string) => {
    await user.click(await choice());
    await user.click(await screen.findByRole("option", { name }));
  };
  await user.click(await choice());
  const options = await screen.findAllByRole("option");
  expect(options.map((option) => option.querySelector("span")?.textContent).slice(0, 3)).toEqual([
    "Project",
    "Worst first",
    "Power",
  ]);
  await user.keyboard("{Escape}");
  const last = () => Object.fromEntries(all.findLast(({ path }) => path === "project/list")?.query ?? []);
  await orderBy("Worst first");
  await waitFor(() => expect(last()).toMatchObject({ sort: "status", order: "asc", page: "1" }));
  await orderBy("Power");
  await waitFor(() => expect(last()).toMatchObject({ sort: "power", order: "desc" }));
  fireEvent.click(screen.getByRole("button", { name: "Sort ascending" }));
  await waitFor(() => expect(last()).toMatchObject({ sort: "power", order: "asc" }));
});

test("an export holds every project that matches, page by page, in the words and numbers of the language", async () => {
  signedInAs("good");
  const all = listServer({
    "project/list-rows": ({ query }) => {
      const page = Number(query.get("page"));
      const project = listItem({ name: `P${page}`, plant_status: "offline", sleeping: page === 2 });
      return answer(projectListRows, { items: [project], total_items: page === 1 ? ROWS_AT_ONCE + 1 : null });
    },
  });
  const words = { text: (key: TextKey) => `(${key})`, format: formatOf("vi") };
  const shown = PV_COLUMNS.filter(({ key }) => ["status", "power", "today"].includes(key));
  const table = tableColumns(shown, words);
  const arrived: [number, number][] = [];
  const text = await exportList({
    type: "pv",
    view: { sort: "status", order: "asc", status: "offline", keyword: "kho" },
    columns: fileColumns(table, { order: [], hidden: [] }, words.text),
    lang: "vi",
    progress: (there, whole) => arrived.push([there, whole]),
  });
  expect(arrived).toEqual([
    [1, ROWS_AT_ONCE + 1],
    [2, ROWS_AT_ONCE + 1],
  ]);
  expect(text).toBe(
    "\uFEFF(list.project);(Address);(list.status);(list.power) (kW);(list.today) (kWh);(list.countedBy)\r\n" +
      'P1;Long An;(Offline);42,5;231;"(by.solar_inverter); (by.electric_meter)"\r\nP2;Long An;(Sleeping);42,5;231;"(by.solar_inverter); (by.electric_meter)"\r\n',
  );
  expect(all.map(({ query }) => Object.fromEntries(query))).toEqual(
    ["1", "2"].map((page) => ({ page, sort: "status", order: "asc", status: "offline" })),
  );
  expect(all.map(({ body }) => body)).toEqual([
    { keyword: "kho", project_type: "pv" },
    { keyword: "kho", project_type: "pv" },
  ]);
});

test("while an export is on its way, the share that is there is told", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  listServer({
    "project/list-rows": ({ query }) =>
      query.get("page") === "1"
        ? answer(projectListRows, { items: [listItem()], total_items: 2 * ROWS_AT_ONCE })
        : promise,
  });
  await openList();
  fireEvent.click(await screen.findByRole("button", { name: "Export CSV" }));
  expect(await screen.findByText("Exporting… 0%")).toBeTruthy();
  resolve(refusal(400, "No"));
  expect(await screen.findByRole("button", { name: "Export CSV" })).toBeTruthy();
});

test("the exact totals stand behind the abbreviated ones, and what is not known is a dash", async () => {
  listServer({
    "project/project-list-dashboard": () =>
      dashboardAnswer({ total_today_production: { value: null, unit: "kWh" } }),
  });
  await openList();
  expect(await screen.findByTitle("8,870,000.0 kWh")).toHaveProperty("textContent", "8.87MkWh");
  const today = screen.getByText("Production today").closest("div");
  expect(today?.querySelector("dd")?.textContent).toBe("–kWh");
  expect(today?.querySelector<HTMLElement>("[data-metric]")?.dataset["metric"]).toBe("missing");
});

test("a page that is left lets go of its stream at once, and takes it up again when it is come back to", async () => {
  const all = listServer({ "live/events": () => new Response(new ReadableStream()) });
  await openList();
  await screen.findByText("Live");
  const open = () => all.filter(({ path, signal }) => path === "live/events" && signal?.aborted === false);
  expect(open()).toHaveLength(1);
  window.dispatchEvent(new Event("pagehide"));
  expect(open()).toHaveLength(0);
  window.dispatchEvent(new Event("pageshow"));
  await waitFor(() => expect(open()).toHaveLength(1));
});
