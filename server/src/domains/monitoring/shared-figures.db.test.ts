// Every figure that two screens or calls share, compared over plants of every kind and five ranges.
import {
  addDays,
  allProjectData,
  binsizeExport,
  chartTool,
  esg,
  kpiExplain,
  powerChart,
  productionChart,
  projectDetail,
  projectDevice,
  projectDevices,
  projectList,
  projectListDashboard,
  projectListRows,
  projectWidget,
  showCase,
  showCaseTotals,
  statisticsDevices,
  statisticsSeries,
  statisticsTotal,
  type KpiName,
} from "@heliograph/contract";
import { expect, test, vi } from "vitest";
import type { FigureBook } from "../../../testing/figure-book.ts";
import type { SeededPlant } from "../../../testing/shared-figures-kit.ts";
import {
  seededPortal,
  SEEDED_TODAY as TODAY,
  type Ask,
  type SeededPortal,
} from "../../../testing/shared-figures-portal.ts";

vi.setConfig({ testTimeout: 120_000 });

interface Range {
  readonly from: string;
  readonly to: string;
}
const RANGES: Readonly<Record<string, Range>> = {
  today: { from: TODAY, to: TODAY },
  yesterday: { from: addDays(TODAY, -1), to: addDays(TODAY, -1) },
  week: { from: addDays(TODAY, -6), to: TODAY },
  month: { from: "2025-12-01", to: "2025-12-31" },
  all: { from: "2025-12-20", to: TODAY },
};

const known = (values: readonly (number | null | undefined)[]) => {
  const list = values.filter((value) => value !== null && value !== undefined);
  return list.length === 0 ? null : list.reduce((a, b) => a + b, 0);
};

interface Looked {
  readonly plant: SeededPlant;
  readonly ask: Ask;
  /** Notes what a source says of the plant's figure. */
  readonly note: FigureBook["note"];
}

/** Σ of the devices of a kind; what counts is what they produced. */
const ofKind = (devices: readonly { asset_type: string }[], type: string) =>
  devices.filter(({ asset_type }) => asset_type === type);

/** What statistics call the figures. */
const OF_STATISTICS = {
  production: "production",
  meter: "metter_production",
  inverter: "inverter_production",
  import: "import_energy",
  export: "export_energy",
  "self-consumed": "self_consumed",
  insolation: "insolation",
  CO2: "co2_reduction",
  saving: "cost_saving",
  completeness: "completeness",
  estimated: "estimated_share",
} as const;

/** Energies of a range, as statistics, charts, explanations, devices and the export tell them. */
async function noteRange({ plant, ask, note }: Looked, name: string, range: Range) {
  const query = { project_uid: plant.project_uid, from_date: range.from, to_date: range.to };
  const total = await ask(statisticsTotal, { query });
  const say = (figure: string, source: string, value: unknown) => note(`${name} ${figure}`, source, value);
  for (const [figure, member] of Object.entries(OF_STATISTICS)) {
    say(figure, "statistics", total[member].value);
  }
  say("peak", "statistics", total.peak_power.value === null ? null : total.peak_power.value / 1000);
  const explained: Readonly<Record<string, KpiName>> = {
    production: "energy",
    import: "grid_import",
    export: "grid_export",
    "self-consumed": "self_consumption",
    insolation: "insolation",
    CO2: "co2",
    saving: "saving",
    peak: "peak_power",
    completeness: "completeness",
    estimated: "estimated_share",
  };
  for (const [figure, kpi] of Object.entries(explained)) {
    const { value } = await ask(kpiExplain, { query: { ...query, kpi } });
    say(figure, "explanation", figure === "saving" && value !== null ? Math.round(value) : value);
  }
  await noteSeries({ plant, ask, note }, name, query);
  await noteChart({ plant, ask, note }, name, query);
  await noteDevices({ plant, ask, note }, name, query);
}

type RangeQuery = { project_uid: string; from_date: string; to_date: string };
const BINS = ["15_minutes", "1_hours", "1_days", "1_months"] as const;

async function noteSeries({ ask, note }: Looked, name: string, query: RangeQuery) {
  for (const binsize of BINS) {
    const series = await ask(statisticsSeries, { query: { ...query, binsize } });
    const source = `statistics by ${binsize}`;
    note(`${name} meter`, source, known(series.metter_production));
    note(`${name} inverter`, source, known(series.inverter_production));
    note(`${name} import`, source, known(series.import_energy));
    note(`${name} export`, source, known(series.export_energy));
    note(`${name} insolation`, source, known(series.insolation));
    const file: string = await ask(binsizeExport, { query: { ...query, binsize } });
    const [head = "", ...lines] = file.trim().split("\r\n");
    const column = (title: string) => {
      const at = head.split(",").indexOf(title);
      return known(lines.map((line) => (line.split(",")[at] === "" ? null : Number(line.split(",")[at]))));
    };
    note(`${name} meter`, `export by ${binsize}`, column("meter_production_kwh"));
    note(`${name} inverter`, `export by ${binsize}`, column("inverter_production_kwh"));
    note(`${name} import`, `export by ${binsize}`, column("import_kwh"));
    note(`${name} export`, `export by ${binsize}`, column("export_kwh"));
  }
}

async function noteChart({ ask, note, plant }: Looked, name: string, query: RangeQuery) {
  if (plant.type === "swh") return;
  const chart = await ask(productionChart, { query: { ...query, get_type: "day" } });
  const values = (list: readonly { value: number | null }[]) => known(list.map(({ value }) => value));
  const bars = (of: "metter_production_data" | "inverter_production_data") =>
    known(chart.total_display.map((bar: Record<string, { value: number | null }>) => bar[of]?.value));
  note(`${name} meter`, "production chart", bars("metter_production_data"));
  note(`${name} inverter`, "production chart", bars("inverter_production_data"));
  note(`${name} production`, "production chart", values(chart.pr_production_data));
  note(`${name} insolation`, "production chart", values(chart.insolation_data));
  const co2 = chart.chart_co2.flatMap(({ data }: { data: { co2_reduction: { value: number | null } }[] }) =>
    data.map((one) => one.co2_reduction.value),
  );
  note(`${name} CO2`, "CO2 chart", known(co2));
  if (query.from_date.endsWith("-01") && query.to_date === "2025-12-31") {
    const months = await ask(productionChart, { query: { ...query, get_type: "month" } });
    note(`${name} production`, "production chart by month", values(months.pr_production_data));
  }
  if (query.from_date !== query.to_date) return;
  const { day_data: day } = await ask(powerChart, {
    query: { project_uid: query.project_uid, view_day: query.from_date },
  });
  note(`${name} peak`, "power chart", day.peak_power.value === null ? null : day.peak_power.value / 1000);
  note(`${name} production`, "power chart", day.production.value);
  note(`${name} import`, "power chart", day.import_energy.value);
  note(`${name} export`, "power chart", day.export_energy.value);
  note(`${name} insolation`, "power chart", day.insolation.value);
  const [bar] = chart.total_display;
  note(`${name} completeness`, "production chart", bar.completeness === null ? null : bar.completeness * 100);
  const { value } = await ask(kpiExplain, { query: { ...query, kpi: "performance_ratio" } });
  note(`${name} PR`, "explanation", value);
  note(`${name} PR`, "production chart", chart.pr_alert[0].pr_data.value);
}

async function noteDevices({ ask, note }: Looked, name: string, query: RangeQuery) {
  for (const binsize of BINS) {
    const { devices } = await ask(statisticsDevices, { query: { ...query, binsize } });
    const sum = (type: string, column: string) =>
      known(
        ofKind(devices, type).flatMap(
          (device) => (device as unknown as Record<string, (number | null)[]>)[column] ?? [],
        ),
      );
    const source = `devices by ${binsize}`;
    note(`${name} inverter`, source, sum("solar_inverter", "production"));
    note(`${name} meter`, source, sum("electric_meter", "production"));
    note(`${name} import`, source, sum("grid_meter", "import_energy"));
    note(`${name} export`, source, sum("grid_meter", "export_energy"));
    for (const device of devices) {
      note(`${name} ${device.device_serial}`, source, known(device.production));
      if (binsize !== "1_days" || known(device.production) === null) continue;
      const series = `${device.device_uid}:production_wh`;
      const told = await ask(chartTool, { query: { ...query, series, bin: "1_days" } });
      const wh = known(told.shown.series[0].values);
      // A meter that counts no total counts what it exports, and has no production of its own to draw.
      if (wh !== null) note(`${name} ${device.device_serial}`, "chart tool", wh / 1000);
    }
  }
}

/** What is of today, and what is of all time. */
async function noteNow({ plant, ask, note }: Looked) {
  const { project_uid, type } = plant;
  const query = { project_uid };
  const widget = await ask(projectWidget, { query });
  const { project_data: data } = widget;
  note("project", "overview", { data, swh: widget.swh_data });
  const detail = await ask(projectDetail, { query });
  note("project", "project", { data: detail.project_data, swh: detail.swh_data });
  const list = await ask(projectList, { body: { project_type: type } });
  const ofList = (items: readonly { project_info: { project_uid: string } }[]) =>
    items.find(({ project_info }) => project_info.project_uid === project_uid) as unknown as {
      project_data: unknown;
      swh_data: unknown;
    };
  const listed = ofList(list.paginate_data.items);
  note("project", "list", { data: listed.project_data, swh: listed.swh_data });
  const { items } = await ask(projectListRows, { body: { project_type: type } });
  note("project", "export of the list", { data: ofList(items).project_data, swh: ofList(items).swh_data });
  const every = ofList((await ask(allProjectData)).data);
  note("project", "all projects", { data: every.project_data, swh: every.swh_data });
  const shown = await ask(showCase, { body: { project_uid_list: [project_uid] } });
  note("project data", "showcase", shown.data[0].project_data);
  note("project data", "overview", data);
  note("today production", "list", data.production.today_production.value);
  note("today meter", "list", data.metter_production.today_production.value);
  note("today inverter", "list", data.inverter_production.today_production.value);
  note("yesterday PR", "list", data.pr_data.value);
  await noteLifetime({ plant, ask, note }, data);
  const { devices } = await ask(projectDevices, { query });
  for (const device of devices) {
    if (device.asset_type !== "solar_inverter" && device.asset_type !== "electric_meter") continue;
    note(`today ${device.serial}`, "device list", device.today.value);
  }
}

type Data = Record<string, Record<string, { value: number | null }>>;

async function noteLifetime({ plant, ask, note }: Looked, data: Data) {
  const { project_uid, type } = plant;
  const range = { project_uid, from_date: "2020-01-01", to_date: TODAY, scope: "lifetime" };
  const environment = await ask(esg, { query: { project_uid } });
  const co2 = environment.co2_reduction;
  note("lifetime CO2", "ESG", co2.co2_reduction.value);
  const avoided = (data as unknown as { reduction: { co2_reduction: Data[string] } }).reduction.co2_reduction;
  note("lifetime CO2", "list", avoided["co2_reduction"]?.value);
  note("lifetime CO2", "explanation", (await ask(kpiExplain, { query: { ...range, kpi: "co2" } })).value);
  const { value: saved } = await ask(kpiExplain, { query: { ...range, kpi: "saving" } });
  note("lifetime saving", "explanation", saved === null ? null : Math.round(saved));
  note("lifetime saving", "list", (data as unknown as { cost_saving: { value: number } }).cost_saving.value);
  if (type === "swh") return;
  const total = (kind: string) => data[kind]?.["total_production"]?.value;
  note("lifetime production", "list", total("production"));
  note("lifetime meter", "list", total("metter_production"));
  note("lifetime inverter", "list", total("inverter_production"));
  note("lifetime production", "ESG", environment.production.counted.value);
  note("lifetime meter", "ESG", environment.production.metter.value);
  note("lifetime inverter", "ESG", environment.production.inverter.value);
  const energy = await ask(kpiExplain, { query: { ...range, kpi: "energy" } });
  note("lifetime production", "explanation", energy.value);
  const { from_date, to_date } = { from_date: "2025-12-01", to_date: TODAY };
  const measured = await ask(statisticsTotal, { query: { project_uid, from_date, to_date } });
  note(
    "lifetime production",
    "opening value and statistics",
    known([energy.lifetime.opening_value, measured.production.value]),
  );
  const { devices } = await ask(projectDevices, { query: { project_uid } });
  const sums = new Map<string, (number | null)[]>();
  for (const { uid, asset_type } of devices) {
    const { device } = await ask(projectDevice, { query: { project_uid, device_uid: uid } });
    const of = device.iot_data.inverter_production ?? device.iot_data.metter_production;
    if (of !== undefined) sums.set(asset_type, [...(sums.get(asset_type) ?? []), of.total_production.value]);
  }
  note("lifetime inverter", "devices", known(sums.get("solar_inverter") ?? []));
  note("lifetime meter", "devices", known(sums.get("electric_meter") ?? []));
}

/** Sums over all projects, as the list, its dashboard, the showcase and ESG tell them, and as the projects do. */
async function notePortfolio({ ask, book, plants }: SeededPortal) {
  const uids = plants.filter(({ type }) => type === "pv").map(({ project_uid }) => project_uid);
  const list = await ask(projectList, { query: { items_page: 100 }, body: {} });
  const { all_total_data: all, page_total_data: page } = list.total_data;
  const { current_time: _now, ...showcase } = await ask(showCaseTotals, {
    query: { project_uid_list: uids.join(",") },
  });
  const dashboard = await ask(projectListDashboard);
  const totals = Object.keys(all);
  for (const name of totals) {
    book.note(`portfolio ${name}`, "list", all[name]);
    book.note(`portfolio ${name}`, "page of the list", page[name]);
    book.note(`portfolio ${name}`, "dashboard", dashboard[name]);
    book.note(`portfolio ${name}`, "showcase", showcase[name]);
  }
  const items: { project_data: Data }[] = list.paginate_data.items;
  const sum = (of: string) => known(items.map(({ project_data }) => project_data["production"]?.[of]?.value));
  book.note("portfolio production", "list", all.total_total_production.value);
  book.note("portfolio production", "projects", sum("total_production"));
  book.note("portfolio production", "ESG", (await ask(esg)).production.counted.value);
  book.note("portfolio today", "list", all.total_today_production.value);
  book.note("portfolio today", "projects", sum("today_production"));
}

test("every figure that screens and calls share is one figure, over plants of every kind and five ranges", async () => {
  const world = await seededPortal();
  const { plants, ask, book } = world;
  for (const plant of plants) {
    const note: FigureBook["note"] = (figure, ...told) => book.note(`${plant.name}: ${figure}`, ...told);
    await noteNow({ plant, ask, note });
    if (plant.type === "swh") continue;
    for (const [name, range] of Object.entries(RANGES)) await noteRange({ plant, ask, note }, name, range);
    const december = await ask(esg, {
      query: { project_uid: plant.project_uid, period: "month", at: "2025-12" },
    });
    note("month production", "ESG", december.production.counted.value);
    note("month CO2", "ESG", december.co2_reduction.co2_reduction.value);
  }
  await notePortfolio(world);
  expect(book.shared()).toBeGreaterThan(500);
  expect(book.differences()).toEqual([]);
});
