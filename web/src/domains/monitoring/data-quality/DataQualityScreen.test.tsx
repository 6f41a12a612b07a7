import { confirmRatings, listGateways } from "@heliograph/contract/fleet/gateways";
import { dataQuality, type QualityTask } from "@heliograph/contract/monitoring/data-quality/data-quality";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeProjectInfo, PROJECT_UID } from "../../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import DataQualityScreen from "./DataQualityScreen.tsx";
import { fakeQuality, gapEvent, INVERTER } from "./testing/quality-fakes.ts";

freshBrowser();
// The browser of these tests draws nothing, so it cannot scroll either.
Object.assign(Element.prototype, { scrollIntoView: () => {} });

const GATEWAY_WITH_INVERTER = {
  gateway_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3399",
  serial: "GW-1",
  name: "",
  alias: null,
  capacity_wp: null,
  interval_s: 300,
  firmware_version: null,
  connected: true,
  last_contact_at: null,
  devices: [
    {
      device_uid: INVERTER,
      serial: "INV-01",
      asset_type: "solar_inverter" as const,
      name: "",
      alias: null,
      manufacturer: null,
      model: null,
      ac_nominal_w: null,
      dc_capacity_wp: 180_000,
      battery_capacity_wh: null,
      mppt_count: null,
      warranty_begin: null,
      warranty_end: null,
    },
  ],
};

type Change = Parameters<typeof fakeQuality>[0];

async function open(change: Change = {}, of: { search?: string; role?: "owner" | "read_only" } = {}) {
  const { search = "?from=2026-02-01&to=2026-02-03", role = "owner" } = of;
  signedInAs("token");
  const heard = fakeServer({
    "project/project-info-only": () => fakeProjectInfo({ project_role_to_user: role }),
    [dataQuality.path]: () => fakeQuality(change),
    [listGateways.path]: () => answer(listGateways, { items: [GATEWAY_WITH_INVERTER], total_items: 1 }),
    [confirmRatings.path]: () => answer(confirmRatings, { message: "The ratings have been set" }),
  });
  await renderAt(`/data-quality/${PROJECT_UID}${search}`, { "/data-quality/:id": <DataQualityScreen /> });
  return heard;
}
const cell = (name: RegExp) => screen.findByRole("gridcell", { name });
const marked = () => [...document.querySelectorAll("[data-marked]")].map((row) => row.textContent ?? "");

test("a cell tells its parts in words, and what was not due is none of it", async () => {
  await open();
  await cell(/INV-01, 2026-02-02: Complete 91\.5%, Estimated over a gap 8\.5%/);
  await cell(/INV-01, 2026-02-03: Complete 100\.0%, Counter reset/);
  await cell(/INV-01, 2026-02-01: nothing was due/);
});

test("the classes of energy are rounded once and add up to the sum that is written under them", async () => {
  await open();
  const classes = await screen.findByText("Where the energy comes from");
  const panel = classes.closest<HTMLElement>("[data-panel]") ?? document.body;
  const figures = [...panel.querySelectorAll("dd")].map((one) => Number(one.textContent));
  expect(figures).toEqual([900, 58.8, 41.2]);
  expect(panel.textContent).toContain("Sum 1,000.0 kWh");
  expect(figures.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1000, 9);
});

test("a cell selects its event and an event its cell; the address holds device and day", async () => {
  const heard = await open();
  expect(marked()).toEqual([]);
  fireEvent.click(await cell(/2026-02-02/));
  expect(marked()).toHaveLength(1);
  expect(marked()[0]).toContain("Silent for 1 h 0 min");
  fireEvent.click(screen.getByText("Counter from 35,918.4 to 0.0 kWh, rising since"));
  expect(marked()[0]).toContain("Counter reset");
  expect((await cell(/2026-02-03/)).getAttribute("aria-selected")).toBe("true");
  expect(heard.filter(({ path }) => path === dataQuality.path)).toHaveLength(1);
});

test("an address with device and day opens there, on days that hold it", async () => {
  const heard = await open({}, { search: `?device=${INVERTER}&day=2026-02-02` });
  await cell(/2026-02-02/);
  expect(marked()[0]).toContain("Communication only: 41.2 kWh counted");
  const [asked] = heard.filter(({ path }) => path === dataQuality.path);
  expect(String(asked?.query.get("from_date")) <= "2026-02-02").toBe(true);
  expect(String(asked?.query.get("to_date")) >= "2026-02-02").toBe(true);
});

test("chips let through what they name, with how many there are, and none for what there is not", async () => {
  await open();
  const chips = await screen.findByRole("group", { name: "Kinds of events" });
  expect(
    within(chips)
      .getAllByRole("button")
      .map((chip) => chip.textContent),
  ).toEqual(["All2", "Gaps1", "Resets1"]);
  fireEvent.click(within(chips).getByRole("button", { name: /Gaps/ }));
  expect(screen.queryByText(/rising since/)).toBeNull();
  expect(screen.getByText("Silent for 1 h 0 min")).toBeTruthy();
});

test("the strip is there as a table too", async () => {
  await open();
  fireEvent.click(await screen.findByRole("button", { name: "View as table" }));
  expect(screen.queryByRole("grid")).toBeNull();
  const row = await screen.findByRole("row", { name: /INV-01 2026-02-02/ });
  expect(row.textContent).toContain("91.5");
  expect(row.textContent).toContain("8.5");
});

const silent: QualityTask = {
  kind: "device_silent",
  device_uid: INVERTER,
  gateway_uid: null,
  name: "WS-01",
  at: "2026-02-03T06:40:00.000Z",
  changes_figures: false,
  count: null,
  reason: null,
  model: null,
};

test("what a person can do leads there; those who may only look are not invited to write", async () => {
  await open({ tasks: [silent] });
  const task = (await screen.findByText("Look at the line of WS-01")).closest("li");
  const links = () => [...(task?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"));
  expect(links()).toEqual([`/list-device/${PROJECT_UID}?device=${INVERTER}`, `/support/${PROJECT_UID}`]);
});

test("a viewer is told what is, and asked to do nothing", async () => {
  const unrated = { ...silent, kind: "unrated" as const, name: "INV-1", at: null };
  await open({ tasks: [silent, unrated] }, { role: "read_only" });
  const task = (await screen.findByText("WS-01 is silent")).closest("li");
  expect(task?.textContent).toContain("Show device");
  expect(screen.getByText("INV-1 has no rating").closest("li")?.textContent).not.toContain("Let the gateway");
  expect(screen.queryByText(/^Look at|^Give|^What to do/)).toBeNull();
  expect(screen.queryByRole("link", { name: "Open ticket" })).toBeNull();
});

test("all well says so; a new project says what begins the page", async () => {
  await open({ events: [gapEvent] });
  await screen.findByText("Nothing to do. Events that healed by themselves: 1.");
});

test("a project of which nothing has come yet says what begins the page", async () => {
  await open({ first_day: null, devices: [], events: [], events_total: 0 });
  await screen.findByText("Nothing has been received yet. The first reading begins this page.");
  expect(screen.queryByRole("grid")).toBeNull();
});

test("what could not be loaded says why and can be tried again", async () => {
  let times = 0;
  signedInAs("token");
  fakeServer({
    "project/project-info-only": () => fakeProjectInfo(),
    [dataQuality.path]: () => {
      times += 1;
      return times === 1 ? refusal(500, "Something went wrong") : fakeQuality();
    },
  });
  await renderAt(`/data-quality/${PROJECT_UID}`, { "/data-quality/:id": <DataQualityScreen /> });
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await cell(/2026-02-02/);
});

const missing = { ...gapEvent, id: "gap:1:9", state: "missing" as const, until: "2026-02-03T20:00:00.000Z" };

test("a gap that nothing has filled leads to the import of its days, with the device and the days in the address", async () => {
  await open({ events: [missing, gapEvent] });
  const link = await screen.findByRole("link", { name: "Import these days" });
  expect(link.getAttribute("href")).toBe(
    `/set-up/${PROJECT_UID}?step=history&device_name=INV-01&from=2026-02-02&to=2026-02-04`,
  );
});

test("who may only look is offered no import", async () => {
  await open({ events: [missing] }, { role: "read_only" });
  await cell(/2026-02-02/);
  expect(screen.queryByRole("link", { name: "Import these days" })).toBeNull();
});

const UNRATED: QualityTask = {
  kind: "unrated",
  device_uid: INVERTER,
  gateway_uid: GATEWAY_WITH_INVERTER.gateway_uid,
  name: "INV-01",
  at: null,
  changes_figures: true,
  count: null,
  reason: null,
  model: null,
};

test("an inverter without a rating is given one here, in kW, and keeps what else is known of it", async () => {
  const heard = await open({ tasks: [UNRATED] });
  fireEvent.click(await screen.findByRole("button", { name: "Give a rating" }));
  fireEvent.change(screen.getByLabelText("Rated AC power"), { target: { value: "150" } });
  await waitFor(() => expect(screen.getByRole("button", { name: "Use" })).toHaveProperty("disabled", false));
  fireEvent.click(screen.getByRole("button", { name: "Use" }));
  await screen.findByText("The rating of INV-01 has been set");
  const sent = heard.find(({ path }) => path === confirmRatings.path)?.body;
  expect(sent).toEqual({
    project_uid: PROJECT_UID,
    devices: [{ device_uid: INVERTER, ac_nominal_w: 150_000, dc_capacity_wp: 180_000 }],
  });
});

test("who may only look is told of a missing rating and offered no field", async () => {
  await open({ tasks: [UNRATED] }, { role: "read_only" });
  await screen.findByRole("heading", { name: "INV-01 has no rating" });
  expect(screen.queryByRole("button", { name: "Give a rating" })).toBeNull();
});
