// The rows of the chart tool, and its series laid over them.
import {
  CHART_TOOL_LIMITS,
  addDays,
  assetType,
  chartQuantity,
  derivedEnergies,
  DERIVED_ENERGIES,
  drawnQuantities,
  startOfDay,
  unitOf,
  type Answer,
  type ChartBin,
  type ChartToolQuantity,
  type chartTool,
  type chartToolDevices,
  type TimeRange,
  deviceName,
} from "@heliograph/contract";
import { gridOf, instantOf, spanOf, type Span } from "../statistics/statistics-bins.ts";

type SpanAnswer = Answer<typeof chartTool>["shown"];
type Tree = Answer<typeof chartToolDevices>["gateways"];

/** A gateway with one of its devices, or without one. */
export interface TreeDevice {
  readonly gateway_uid: string;
  readonly gateway_serial: string;
  readonly gateway_name: string;
  readonly gateway_alias: string | null;
  readonly device_uid: string | null;
  readonly serial: string;
  readonly name: string;
  readonly alias: string | null;
  readonly asset_type: string;
  /** What the newest reading holds, or the latest history of a device that sends nothing. */
  readonly quantities: readonly string[];
  /** Energies that the ledger has. */
  readonly energies: readonly string[];
}

/** One series; values, and weights where they were wanted, have an entry for each of `at`, the index of its row. */
export interface ToolSeries {
  readonly at: readonly number[];
  readonly values: readonly (number | null)[];
  /** Of measures, the seconds that readings cover; else empty, or meaningless. */
  readonly weights: readonly number[];
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  /** Of energies; else null. */
  readonly sum: number | null;
}

/** Rows of time in order, without holes. */
export interface ChartRows extends Span {
  readonly starts_ms: readonly number[];
  /** Length of a row in detail; null for bins. */
  readonly step_s: number | null;
  /** Two rows share a span, one for its lowest and one for its highest value. */
  readonly thinned: boolean;
  /** Of bins of the calendar; else empty. */
  readonly labels: readonly string[];
  readonly from_date: string;
  readonly to_date: string;
}

/**
 * The rows of a range. In detail they are as long as the step that fits the readings, and where that would be more than can
 * be drawn, longer, with the lowest and highest value of each two.
 */
export function chartRows(timezone: string, range: TimeRange, bin: ChartBin, fit_s: number): ChartRows {
  const days = { from_date: range.from_date, to_date: range.to_date };
  if (bin === "detail") return { ...detailRows(timezone, range, fit_s), ...days, labels: [] };
  const { bins, starts_ms, span } = gridOf(timezone, range, bin);
  const byDay = starts_ms.length === 0;
  return {
    ...span,
    ...days,
    starts_ms: byDay
      ? bins.map((label, at) => (at === 0 ? span.from_ms : startOfDay(timezone, `${label}-01`.slice(0, 10))))
      : starts_ms,
    step_s: null,
    thinned: false,
    labels: byDay ? bins : [],
  };
}

const QUARTER_S = 900;

function detailRows(timezone: string, range: TimeRange, fit_s: number) {
  const { from_ms, to_ms } = fit_s < QUARTER_S ? exactSpan(timezone, range) : spanOf(timezone, range);
  const seconds = (to_ms - from_ms) / 1000;
  const thinned = seconds / fit_s > CHART_TOOL_LIMITS.points;
  // Whole minutes and an even number of rows, so that each span of two has both.
  const step_s = thinned ? Math.ceil(seconds / CHART_TOOL_LIMITS.points / 60) * 60 : fit_s;
  const count = thinned ? Math.ceil(seconds / step_s / 2) * 2 : Math.ceil(seconds / step_s);
  return {
    from_ms,
    to_ms,
    step_s,
    thinned,
    starts_ms: Array.from({ length: count }, (_, at) => from_ms + at * step_s * 1000),
  };
}

/** The instants between which a range lies, to the minute; rows of quarter hours and more begin with one. */
function exactSpan(timezone: string, { from_date, to_date, from_time, to_time }: TimeRange): Span {
  return {
    from_ms:
      from_time === undefined ? startOfDay(timezone, from_date) : instantOf(timezone, from_date, from_time),
    to_ms:
      to_time === undefined
        ? startOfDay(timezone, addDays(to_date, 1))
        : instantOf(timezone, to_date, to_time),
  };
}

/** As many days later or earlier, at the same times. */
export function rangeStartingOn(range: TimeRange, from_date: string): TimeRange {
  const days = (Date.parse(range.to_date) - Date.parse(range.from_date)) / 86_400_000;
  return { ...range, from_date, to_date: addDays(from_date, days) };
}

/** A span as it is answered: every series has a value or a gap for each row. */
export function spanAnswer(
  rows: ChartRows,
  series: readonly { device_uid: string; quantity: ChartToolQuantity; found: ToolSeries }[],
): SpanAnswer {
  return {
    from: new Date(rows.from_ms).toISOString(),
    to: new Date(rows.to_ms).toISOString(),
    starts: [...rows.starts_ms],
    series: series.map(({ device_uid, quantity, found }) => ({
      device_uid,
      quantity,
      unit: unitOf(quantity),
      values: laid(found.at, found.values, rows),
      min: found.min,
      max: found.max,
      mean: found.mean,
      sum: found.sum,
    })),
  };
}

/** The values in a list with an entry for each row; null: a gap. */
export function laid(
  at: ToolSeries["at"],
  values: ToolSeries["values"],
  { starts_ms }: ChartRows,
): (number | null)[] {
  const row: (number | null)[] = starts_ms.map(() => null);
  at.forEach((place, index) => {
    if (place >= 0 && place < row.length) row[place] = values[index] ?? null;
  });
  return row;
}

/** Gateways with their devices and what each may be drawn of: energies first, then the rest in the order of the contract. */
export function treeOf(rows: readonly TreeDevice[]): Tree {
  const gateways = new Map<string, Tree[number]>();
  for (const row of rows) {
    const { gateway_uid, gateway_serial: serial, gateway_name: name, gateway_alias: alias } = row;
    const gateway = gateways.get(gateway_uid) ?? {
      gateway_uid,
      serial,
      alias: deviceName({ alias, name, serial }),
      devices: [],
    };
    gateways.set(gateway_uid, gateway);
    if (row.device_uid === null) continue;
    gateway.devices.push({
      device_uid: row.device_uid,
      serial: row.serial,
      alias: deviceName(row),
      asset_type: assetType.parse(row.asset_type),
      quantities: quantitiesOf(row),
    });
  }
  return [...gateways.values()];
}

function quantitiesOf({
  quantities,
  energies,
}: Pick<TreeDevice, "quantities" | "energies">): ChartToolQuantity[] {
  const drawn = derivedEnergies.filter(
    (energy) => energies.includes(energy) || quantities.includes(DERIVED_ENERGIES[energy]),
  );
  return [...drawn, ...drawnQuantities.filter((name) => quantities.includes(name))].map((name) =>
    chartQuantity.parse(name),
  );
}
