// Statistics of a project as the contract has them, from sums by bins.
import {
  type Answer,
  type StatisticsBin,
  type statisticsDevices,
  type statisticsSeries,
  type statisticsTotal,
  deviceName,
} from "@heliograph/contract";
import type { ChartDevice } from "../charts/day-chart.sql.ts";
import {
  avoidedCo2Kg,
  completenessOf,
  countedEnergyWh,
  energyShare,
  estimatedWh,
  integratedWh,
  isProvisional,
  type GridFactors,
  type Peak,
} from "../../kpi/index.ts";
import { inDong, inKilowattHours, inPercents, inTonsOf, inWatts } from "../project-figures.ts";
import type { Grid } from "./statistics-bins.ts";
import type { Due } from "../data-quality/production-due.ts";
import type { DeviceBins, ProjectBin } from "./statistics.sql.ts";
import { zonedTime } from "../zoned-time.ts";

type Column = (number | null)[];
type Series = Answer<typeof statisticsSeries>;
type DeviceSeries = Answer<typeof statisticsDevices>["devices"][number];

const UNITS = { energy: "kWh", insolation: "Wh/m2" } as const;
const inKwh = (wh: number | null | undefined) => (wh === null || wh === undefined ? null : wh / 1000);
const plus = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : a + b);
const hasAny = (column: Column) => column.some((value) => value !== null);
/** What was due in the bins of a grid, by their index; of others nothing was. */
export type DueByBin = ReadonlyMap<number, Due>;
/** Where nothing is known there is no column. */
const known = (column: Column) => (hasAny(column) ? column : []);

/** Production by what counts, day by day: the meters, else the inverters (M64). */
const producedWh = (bin: ProjectBin) => countedEnergyWh(bin);

/** What of the production was used on site, never below 0; null where either is not known. */
export function selfConsumedWh(produced_wh: number | null, exported_wh: number | null): number | null {
  return produced_wh === null || exported_wh === null ? null : Math.max(0, produced_wh - exported_wh);
}

const share = (due: Due | undefined) =>
  due === undefined ? null : completenessOf(due.covered_s, due.expected_s);

/** Lays rows over the bins of a grid: one entry a bin, undefined where there is none. */
function laid<R extends { readonly at: number | string }>(grid: Grid, rows: readonly R[]): (R | undefined)[] {
  const byLabel = new Map(rows.map((row) => [row.at, row]));
  return grid.bins.map((label, index) => byLabel.get(grid.starts_ms.length > 0 ? index : label));
}

/** The series of a whole project. A bin of which nothing is known is null in every column, but complete by what was `due` in it. */
export function seriesOf(
  rows: readonly ProjectBin[],
  grid: Grid,
  { due, ...of }: { timezone: string; binsize: StatisticsBin; due: DueByBin },
): Series {
  const bins = laid(grid, rows);
  const column = (value: (bin: ProjectBin) => number | null): Column =>
    bins.map((bin) => (bin === undefined ? null : value(bin)));
  return {
    ...of,
    bins: [...grid.bins],
    units: UNITS,
    metter_production: known(column((bin) => inKwh(bin.meter_wh))),
    inverter_production: known(column((bin) => inKwh(bin.inverter_wh))),
    import_energy: known(column((bin) => inKwh(bin.import_wh))),
    export_energy: known(column((bin) => inKwh(bin.export_wh))),
    self_consumed: known(column((bin) => inKwh(selfConsumedWh(producedWh(bin), bin.export_wh)))),
    insolation: known(column((bin) => bin.insolation_wh_m2)),
    completeness: known(grid.bins.map((_, index) => share(due.get(index)))),
    estimated_share: known(column((bin) => energyShare(producedWh(bin), estimatedWh(bin)))),
    integrated_share: known(column((bin) => energyShare(producedWh(bin), integratedWh(bin)))),
  };
}

/** The series of one device, with the seconds in which its data were due in each bin; columns of what it has not are empty. */
export function deviceSeriesOf(
  device: ChartDevice,
  rows: DeviceBins | undefined,
  { grid, due }: { grid: Grid; due: readonly number[] },
): DeviceSeries {
  const at = rows?.at ?? [];
  const column = (value: (row: number) => number | null): Column => {
    const placed = grid.bins.map((): number | null => null);
    at.forEach((bin, row) => {
      placed[bin] = value(row);
    });
    return known(placed);
  };
  const covered = new Map(at.map((bin, row) => [bin, rows?.covered_s?.[row] ?? 0]));
  const energy = (list: DeviceBins["import_wh"] | undefined) =>
    list ? column((row) => inKwh(list[row])) : [];
  const insolation = rows?.insolation_wh_m2;
  const all = energyOf(rows);
  return {
    ...labelOf(device),
    production: energy(rows?.production_wh),
    import_energy: energy(rows?.import_wh),
    export_energy: energy(rows?.export_wh),
    charge_energy: energy(rows?.charge_wh),
    discharge_energy: energy(rows?.discharge_wh),
    insolation: insolation ? column((row) => insolation[row] ?? null) : [],
    completeness: known(grid.bins.map((_, bin) => completenessOf(covered.get(bin) ?? 0, due[bin] ?? 0))),
    estimated_share: column((row) => energyShare(all[row] ?? null, rows?.estimated_wh?.[row] ?? null)),
    integrated_share: column((row) => energyShare(all[row] ?? null, rows?.integrated_wh?.[row] ?? null)),
  };
}

/** What a device made, took or gave in each of its rows, of which parts are estimated or integrated. */
function energyOf(rows: DeviceBins | undefined): Column {
  const lists = [rows?.production_wh, rows?.import_wh, rows?.charge_wh, rows?.discharge_wh];
  return (rows?.at ?? []).map((_, row) => {
    let sum: number | null = null;
    for (const list of lists) sum = plus(sum, list?.[row] ?? null);
    return sum ?? rows?.export_wh?.[row] ?? null;
  });
}

function labelOf(device: ChartDevice) {
  const {
    gateway_uid,
    gateway_serial,
    gateway_name: name,
    gateway_alias: alias,
    device_uid,
    asset_type,
  } = device;
  return {
    gateway_uid,
    gateway_serial,
    gateway_alias: deviceName({ alias, name, serial: gateway_serial }),
    device_uid,
    device_serial: device.serial,
    alias: deviceName(device),
    asset_type,
  };
}

/** Sums over a range from those of its years, with what was `due` in it; undefined: nothing was. */
export function totalOf(
  years: readonly (ProjectBin & { readonly year: number })[],
  of: { timezone: string; peak: Peak | undefined; factors: GridFactors; due: Due | undefined },
): Answer<typeof statisticsTotal> {
  const sum = (value: (bin: (typeof years)[number]) => number | null) => years.map(value).reduce(plus, null);
  const produced = sum(producedWh);
  const exported = sum((bin) => bin.export_wh);
  const provisional = years.filter((bin) => producedWh(bin) !== null && isProvisional(of.factors, bin.year));
  return {
    timezone: of.timezone,
    metter_production: inKilowattHours(sum((bin) => bin.meter_wh)),
    inverter_production: inKilowattHours(sum((bin) => bin.inverter_wh)),
    production: inKilowattHours(produced),
    import_energy: inKilowattHours(sum((bin) => bin.import_wh)),
    export_energy: inKilowattHours(exported),
    self_consumed: inKilowattHours(selfConsumedWh(produced, exported)),
    insolation: { value: sum((bin) => bin.insolation_wh_m2), unit: "Wh/m2" },
    co2_reduction: inTonsOf(sum((bin) => avoidedCo2Kg(of.factors, producedWh(bin), bin.year))),
    cost_saving: inDong(sum((bin) => bin.saving_vnd)),
    peak_power: {
      ...inWatts(of.peak?.power_w ?? null),
      at: of.peak === undefined ? null : zonedTime(of.timezone, of.peak.at.getTime()),
      by: of.peak?.by ?? null,
    },
    completeness: inPercents(share(of.due)),
    estimated_share: inPercents(energyShare(produced, sum(estimatedWh))),
    integrated_share: inPercents(energyShare(produced, sum(integratedWh))),
    co2_provisional_years: provisional.map((bin) => bin.year),
  };
}
