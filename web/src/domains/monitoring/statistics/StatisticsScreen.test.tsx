import {
  binsizeExport,
  statisticsDevices,
  statisticsSeries,
  statisticsTotal,
} from "@heliograph/contract/monitoring/statistics/statistics";
import { makeExport } from "@heliograph/contract/reports/data-export";
import { kpiExplain } from "@heliograph/contract/monitoring/explain";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { screenParts } from "../../../app/screen-parts.ts";
import { ScreenPartsContext } from "../../../platform/screen-parts/screen-parts.ts";
import { PROJECT_UID, fakeProjectInfo } from "../../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import { explanationAnswer } from "../charts/testing/key-figure-fakes.ts";
import StatisticsScreen from "./StatisticsScreen.tsx";

freshBrowser();

const ZONE = "Asia/Ho_Chi_Minh";
const DEVICE = "3f2504e0-4f89-41d3-9a0c-0305e82c3311";
const of = <U extends string>(value: number | null, unit: U) => ({ value, unit });
const units = { energy: "kWh", insolation: "Wh/m2" } as const;

const total = (production: number | null) =>
  answer(statisticsTotal, {
    timezone: ZONE,
    metter_production: of(production, "kWh"),
    inverter_production: of(null, "kWh"),
    production: of(production, "kWh"),
    import_energy: of(120, "kWh"),
    export_energy: of(20, "kWh"),
    self_consumed: of(480, "kWh"),
    insolation: of(5260, "Wh/m2"),
    co2_reduction: of(0.33, "t"),
    cost_saving: of(1_100_000, "VND"),
    peak_power: { ...of(95_000, "W"), at: "2026-03-01T11:45:00+07:00", by: "electric_meter" },
    completeness: of(99.5, "%"),
    estimated_share: of(0, "%"),
    integrated_share: of(0, "%"),
    co2_provisional_years: [2026],
  });
const bins = (binsize: "15_minutes" | "1_days", production: (number | null)[]) => ({
  timezone: ZONE,
  binsize,
  bins: production.map((_, at) =>
    binsize === "1_days" ? `2026-02-0${at + 1}` : `2026-03-01T0${at}:00:00+07:00`,
  ),
});
const quality = (production: (number | null)[]) => ({
  completeness: production.map(() => 1),
  estimated_share: production.map(() => 0),
  integrated_share: production.map(() => 0),
});
const series = (production: (number | null)[], binsize: "15_minutes" | "1_days" = "15_minutes") =>
  answer(statisticsSeries, {
    ...bins(binsize, production),
    ...quality(production),
    units,
    metter_production: production,
    inverter_production: [],
    import_energy: [],
    export_energy: [],
    self_consumed: [],
    insolation: [],
  });
const devices = (production: (number | null)[]) =>
  answer(statisticsDevices, {
    ...bins("15_minutes", production),
    units,
    devices: [
      {
        gateway_uid: PROJECT_UID,
        gateway_serial: "G1",
        gateway_alias: "Gateway",
        device_uid: DEVICE,
        device_serial: "INV-1",
        alias: "South roof",
        asset_type: "solar_inverter",
        production,
        import_energy: [],
        export_energy: [],
        charge_energy: [],
        discharge_energy: [],
        insolation: [],
        ...quality(production),
      },
    ],
  });

/** Noon of the first of March at the project. */
async function open(query = "", over: Parameters<typeof fakeServer>[0] = {}) {
  signedInAs("good");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T05:00:00Z") });
  const all = fakeServer({
    "project/project-info-only": () => fakeProjectInfo(),
    [statisticsTotal.path]: () => total(600),
    [statisticsSeries.path]: ({ query: asked }) =>
      asked.get("binsize") === "1_days" ? series([1, null, 3], "1_days") : series([10, null, 12.5]),
    [statisticsDevices.path]: () => devices([7, null, 8]),
    [kpiExplain.path]: ({ query: asked }) => answer(kpiExplain, explanationAnswer(asked)),
    ...over,
  });
  const router = await renderAt(`/statistic-project/${PROJECT_UID}${query}`, {
    "/statistic-project/:id": (
      <ScreenPartsContext value={screenParts}>
        <StatisticsScreen />
      </ScreenPartsContext>
    ),
  });
  const asked = (path: string) => all.filter((one) => one.path === path).map((one) => one.query);
  return { asked, address: () => router.state.location.search };
}

const disabled = (role: "radio" | "textbox") =>
  screen.getAllByRole<HTMLInputElement>(role).map((one) => one.disabled);
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>("button", { name });

/** The button of the menu, when its code is here. */
async function exporting() {
  // What stands in its place until then opens nothing.
  await waitFor(() => expect(document.querySelector("[aria-haspopup=menu]")?.textContent).toBe("Export"));
  return button("Export");
}
const choose = async (format: string) => {
  const menu = await exporting();
  await waitFor(() => expect(menu.disabled).toBe(false));
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.click(menu);
  await user.click(await screen.findByRole("menuitem", { name: format }));
};

test("whose clock days and times are by is said before the plant has come, and then with its offset", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { asked } = await open("", { "project/project-info-only": () => promise });
  const rule = await screen.findByText(/^Days and times are by the plant’s clock \(…\)/);
  expect([asked(statisticsTotal.path), screen.queryByRole("textbox")]).toEqual([[], null]);
  resolve(fakeProjectInfo());
  await waitFor(() => expect(rule.textContent).toContain("clock (GMT+7)"));
});

test("a first visit sums today and shows it by quarter hours, a gap as a dash", async () => {
  const { asked } = await open();
  expect((await screen.findAllByRole("row", { name: /10\.00/ })).length).toBeGreaterThan(0);
  expect(screen.getAllByRole("row", { name: "2026-03-01 01:00 –" }).length).toBeGreaterThan(0);
  expect(screen.getByText("Self-consumed")).toBeTruthy();
  expect(asked(statisticsTotal.path).map(String)).toEqual([
    `project_uid=${PROJECT_UID}&from_date=2026-03-01&to_date=2026-03-01`,
  ]);
});

test.each([
  ["15_minutes", "Days and times are by the plant’s clock (GMT+7). Today counts up to now."],
  ["1_days", "Whole days by the plant’s calendar (GMT+7). Today is not over: it is not among them."],
  ["1_months", "Months and years are by the plant’s calendar (GMT+7). The running one counts up to now."],
])("by %s it is said whose clock is meant and whether today counts, and that is so", async (bin, rule) => {
  const { asked } = await open(`?from=2026-02-01&to=2026-03-01&bin=${bin}`);
  expect(await screen.findByText(rule)).toBeTruthy();
  await waitFor(() => expect(asked(statisticsTotal.path)).not.toEqual([]));
  const last = asked(statisticsTotal.path)[0]?.get("to_date");
  expect(last).toBe(bin === "1_days" ? "2026-02-28" : "2026-03-01");
});

test("every switch is disabled until what it changes has come", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  await open("", { [statisticsSeries.path]: () => promise });
  const saving = await exporting();
  await screen.findByText("Self-consumed");
  expect([saving.disabled, ...disabled("radio"), ...disabled("textbox")]).not.toContain(false);
  resolve(series([1]));
  await waitFor(() =>
    expect([saving.disabled, ...disabled("radio"), ...disabled("textbox")]).not.toContain(true),
  );
});

test("by days today is not in the range, and the address keeps the range", async () => {
  const { asked, address } = await open("?bin=1_days&from=2026-02-01&to=2026-02-03");
  await screen.findAllByRole("row", { name: /2026-02-03/ });
  expect(asked(statisticsSeries.path)[0]?.get("to_date")).toBe("2026-02-03");
  expect(address()).toContain("bin=1_days");
  const { asked: again } = await open("?bin=1_days&from=2026-02-01&to=2026-03-01");
  await waitFor(() => expect(again(statisticsSeries.path)[0]?.get("to_date")).toBe("2026-02-28"));
});

test("devices are shown by name, each in a column of its own, and the address says so", async () => {
  const { address } = await open();
  await screen.findAllByRole("row", { name: /10\.00/ });
  fireEvent.click(screen.getByRole("radio", { name: "Devices" }));
  expect((await screen.findAllByRole("columnheader", { name: /South roof/ })).length).toBeGreaterThan(0);
  expect(address()).toContain("view=devices");
});

test("each figure tells how it was computed, over the days of the range", async () => {
  const { asked } = await open();
  fireEvent.click(await button("Peak power (5 min mean): how was this computed?"));
  await waitFor(() => expect(asked(kpiExplain.path)).toHaveLength(1), { timeout: 15_000 });
  const [query] = asked(kpiExplain.path);
  expect([query?.get("kpi"), query?.get("from_date"), query?.get("to_date")]).toEqual([
    "peak_power",
    "2026-03-01",
    "2026-03-01",
  ]);
  // They lie behind the drawer now.
  const explainable = screen.getAllByRole("button", { name: /how was this computed/, hidden: true });
  // Of meter and inverters only what counts is explained.
  expect(explainable).toHaveLength(10);
});

test("of a part of a day no figure claims to tell", async () => {
  await open("?from=2026-03-01&to=2026-03-01&bin=1_hours&fromTime=08:00&toTime=10:00");
  await screen.findByText("Self-consumed");
  expect(screen.queryByRole("button", { name: /how was this computed/ })).toBeNull();
});

test("a range of which nothing is known says so; its figures are dashes", async () => {
  await open("", {
    [statisticsSeries.path]: () => series([null, null]),
    [statisticsTotal.path]: () => total(null),
  });
  await screen.findByText("Data is not available");
  const meters = screen.getAllByText("Meter").map((one) => one.closest<HTMLElement>("div[data-stat]"));
  const [figure] = meters.filter((one) => one !== null);
  if (figure === undefined) throw new RangeError("the figures name the meter");
  expect(within(figure).getByText("–")).toBeTruthy();
});

test("what could not be loaded can be tried again, and the totals stay", async () => {
  let times = 0;
  const { asked } = await open("", {
    [statisticsSeries.path]: () => {
      times += 1;
      return times === 1 ? refusal(500, "Something went wrong") : series([10]);
    },
  });
  fireEvent.click(await button("Try again"));
  await screen.findAllByRole("row", { name: /10\.00/ });
  expect(asked(statisticsTotal.path)).toHaveLength(1);
});

test("an export as CSV that is refused says why, and can be asked for again", async () => {
  const { asked } = await open("", { [binsizeExport.path]: () => refusal(500, "Something went wrong") });
  await screen.findAllByRole("row", { name: /10\.00/ });
  await choose("CSV");
  await screen.findByText("Something went wrong");
  expect(asked(binsizeExport.path)[0]?.get("view")).toBe("total");
  const menu = await button("Export");
  await waitFor(() => expect(menu.disabled).toBe(false));
});

test("a spreadsheet is asked for as a run, of what is shown", async () => {
  const bodies: unknown[] = [];
  await open("?bin=1_days&from=2026-02-01&to=2026-02-03&view=devices", {
    [makeExport.path]: ({ body }) => {
      bodies.push(body);
      return refusal(409, "At most 20 reports can wait at once");
    },
  });
  await choose("Spreadsheet (XLSX)");
  await screen.findByText("At most 20 reports can wait at once");
  expect(bodies).toEqual([
    {
      project_uid: PROJECT_UID,
      from_date: "2026-02-01",
      to_date: "2026-02-03",
      binsize: "1_days",
      view: "devices",
      format: "xlsx",
    },
  ]);
});
