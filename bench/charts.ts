// Every chart of a plant with thirty inverters and a year behind it, and of days with many readings or many inverters.
import {
  addDays,
  batteryChart,
  chartTool,
  daysBetween,
  esg,
  powerChart,
  productionChart,
  projectAvailability,
  projectDevices,
  projectWidget,
  statisticsDevices,
  statisticsSeries,
  statisticsTotal,
  type ChartBin,
  type Day,
} from "@heliograph/contract";
import type { Ask } from "./api-client.ts";
import { figure, percentile, timed, type Line } from "./measure.ts";
import { seedPlant, seedReadings, seedYear, YEAR_DAYS, type BenchPlant } from "./plant.ts";
import type { Stage } from "./stage.ts";

/** A tenth of a second is felt as at once; of a year a little more is forgiven. The day's power is what opens first. */
const GOAL_MS = { power: 50, chart: 100, year: 200 } as const;
const RUNS = 40;

interface Measured {
  readonly what: string;
  readonly goal: keyof typeof GOAL_MS;
  readonly run: () => Promise<unknown>;
}

type Plants = Record<"plant" | "often" | "many", BenchPlant>;

export interface ChartStage extends Plants {
  /** The local day that has readings. */
  readonly day: Day;
}

/** Makes the plants. Before the server is started: its own figures are computed here, and would wait for each other. */
export async function seedCharts(stage: Stage, say: (text: string) => void): Promise<ChartStage> {
  say("charts: thirty inverters with a year behind them");
  const plant = await seedPlant(stage, "Y", 30);
  await seedYear(stage, plant);
  const day = await seedReadings(stage, plant, 300);
  say("charts: a day of thirty inverters every ten seconds, and of two hundred");
  const often = await seedPlant(stage, "T", 30);
  await seedReadings(stage, often, 10);
  const many = await seedPlant(stage, "W", 200);
  await seedReadings(stage, many, 300);
  return { plant, often, many, day };
}

/** Measures every chart call against its goal and as a multiple of `emptyMs`, the p95 of a request that does nothing. */
export async function benchCharts(made: ChartStage, ask: Ask, emptyMs: number): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { what, goal, run } of callsOf(made, ask)) {
    const samples = await timed(run, RUNS);
    const p95 = percentile(samples, 0.95);
    lines.push({
      what: `${what}, p95`,
      reached: `${figure(p95, "ms")} (median ${figure(percentile(samples, 0.5), "ms")})`,
      goal: `${GOAL_MS[goal]} ms`,
      met: p95 <= GOAL_MS[goal],
      against: `${figure(p95 / emptyMs, "×")} an empty request (${figure(emptyMs, "ms")})`,
    });
  }
  return lines;
}

/** Every chart call with its goal. */
function callsOf(made: ChartStage, ask: Ask): Measured[] {
  const { plant, day } = made;
  const today = addDays(day, 1);
  return [...days(ask, made, day), ...production(ask, plant, today), ...statistics(ask, plant, today)];
}

/** Series of inverters, as many as the chart tool draws, over days in one bin. */
function toolQuery(plant: BenchPlant, from_date: Day, to_date: Day, bin: ChartBin) {
  const quantity = bin === "detail" ? "ac_power_w" : "production_wh";
  const series = plant.inverters.slice(0, 8).map((uid) => `${uid}:${quantity}`);
  return { query: { project_uid: plant.project_uid, series: series.join(","), from_date, to_date, bin } };
}

function days(ask: Ask, { plant, often, many }: Plants, view_day: Day): Measured[] {
  const power = ({ project_uid }: BenchPlant) => ask(powerChart, { query: { project_uid, view_day } });
  const { project_uid } = plant;
  return [
    { what: "power chart: a day of 30 devices", goal: "power", run: () => power(plant) },
    { what: "power chart: a day of 30 devices every 10 s", goal: "chart", run: () => power(often) },
    { what: "power chart: a day of 200 devices", goal: "chart", run: () => power(many) },
    {
      what: "battery chart: a day of 30 devices",
      goal: "chart",
      run: () => ask(batteryChart, { query: { project_uid, view_day } }),
    },
    {
      what: "chart tool: a day of 8 series every 10 s",
      goal: "chart",
      run: () => ask(chartTool, toolQuery(often, view_day, view_day, "detail")),
    },
    {
      what: "chart tool: a month of hours of 8 series",
      goal: "chart",
      run: () => ask(chartTool, toolQuery(plant, addDays(view_day, -30), view_day, "1_hours")),
    },
    { what: "overview", goal: "chart", run: () => ask(projectWidget, { query: { project_uid } }) },
    { what: "device list", goal: "chart", run: () => ask(projectDevices, { query: { project_uid } }) },
  ];
}

function production(ask: Ask, { project_uid }: BenchPlant, today: Day): Measured[] {
  const chart = (back: number, get_type: "day" | "month") => () =>
    ask(productionChart, {
      query: { project_uid, from_date: addDays(today, -back), to_date: today, get_type },
    });
  const available = (back: number) => () =>
    ask(projectAvailability, {
      query: { project_uid, date: daysBetween(addDays(today, -back), today).join(",") },
    });
  return [
    { what: "production, PR, CO2, saving: a month of days", goal: "chart", run: chart(30, "day") },
    {
      what: "production, PR, CO2, saving: a year of months",
      goal: "year",
      run: chart(YEAR_DAYS - 1, "month"),
    },
    { what: "availability: 10 days of 30 devices", goal: "chart", run: available(9) },
    { what: "availability: a year of 30 devices", goal: "year", run: available(YEAR_DAYS - 1) },
    {
      what: "CO2: a year of months",
      goal: "year",
      run: () => ask(esg, { query: { project_uid, period: "year" } }),
    },
  ];
}

function statistics(ask: Ask, { project_uid }: BenchPlant, today: Day): Measured[] {
  const range = (back: number) => ({ project_uid, from_date: addDays(today, -back), to_date: today });
  const year = range(YEAR_DAYS - 1);
  return [
    {
      what: "statistics: a month of quarter hours",
      goal: "chart",
      run: () => ask(statisticsSeries, { query: { ...range(30), binsize: "15_minutes" } }),
    },
    {
      what: "statistics: totals of a year",
      goal: "year",
      run: () => ask(statisticsTotal, { query: year }),
    },
    {
      what: "statistics: a year of days",
      goal: "year",
      run: () => ask(statisticsSeries, { query: { ...year, binsize: "1_days" } }),
    },
    {
      what: "device statistics: a month of days of 30 devices",
      goal: "chart",
      run: () => ask(statisticsDevices, { query: { ...range(30), binsize: "1_days" } }),
    },
    {
      what: "device statistics: a year of days of 30 devices",
      goal: "year",
      run: () => ask(statisticsDevices, { query: { ...year, binsize: "1_days" } }),
    },
  ];
}
