// Sums over projects, from their columns to what lists and dashboards answer.
import type { PortfolioTotals } from "@heliograph/contract";
import {
  inWatts,
  inKilowattHours,
  inTonsOf,
  inDong,
  plusKnown,
  todayWh,
  type ProjectRow,
} from "./project-figures.ts";

/** Sums over projects, as columns. */
export interface TotalsRow {
  readonly projects: number;
  /** Those whose totals are known from some day on only. */
  readonly partly_known: number;
  readonly active_power_w: number | null;
  /** Those whose power is not known for silent devices. */
  readonly silent_projects: number;
  readonly capacity_wp: number;
  readonly today_wh: number | null;
  readonly total_wh: number | null;
  readonly today_saved_wh: number | null;
  readonly saved_wh: number | null;
  readonly saving_vnd: string | null;
  readonly meter_co2_kg: number | null;
  readonly inverter_co2_kg: number | null;
  readonly co2_kg: number | null;
}

/** M45, M108. */
export function portfolioTotalsOf(row: TotalsRow): PortfolioTotals {
  return {
    total_projects: row.projects,
    partly_known_projects: row.partly_known,
    total_gateway_active_power: {
      ...inWatts(row.active_power_w),
      silent_projects: row.silent_projects,
    },
    total_project_capacity_pv: { value: row.capacity_wp / 1000, unit: "kWp" },
    total_today_production: inKilowattHours(row.today_wh),
    total_total_production: inKilowattHours(row.total_wh),
    total_today_energy_saving: inKilowattHours(row.today_saved_wh),
    total_energy_saving: inKilowattHours(row.saved_wh),
    total_cost_saving: inDong(row.saving_vnd),
    total_co2_reduction: {
      metter_co2_reduction: inTonsOf(row.meter_co2_kg),
      inverter_co2_reduction: inTonsOf(row.inverter_co2_kg),
      co2_reduction: inTonsOf(row.co2_kg),
    },
  };
}

/** The sums of these projects. A project counts day by day by its production meters, else by its inverters. */
export function totalsOf(rows: readonly ProjectRow[]): TotalsRow {
  const sum = (of: (row: ProjectRow) => number | null) => rows.map(of).reduce(plusKnown, null);
  const vnd = sum((row) => (row.saving_vnd === null ? null : Number(row.saving_vnd)));
  return {
    projects: rows.length,
    partly_known: rows.filter((row) => row.measured_since !== null && !row.counted_lifetime).length,
    active_power_w: sum((row) => row.active_power_w),
    silent_projects: rows.filter((row) => row.power_silent > 0).length,
    capacity_wp: sum((row) => row.capacity_wp) ?? 0,
    today_wh: sum(todayWh),
    total_wh: sum((row) => plusKnown(row.before_today_counted_wh, todayWh(row))),
    today_saved_wh: sum((row) => row.today_saved_wh),
    saved_wh: sum((row) => plusKnown(row.before_today_saved_wh, row.today_saved_wh)),
    saving_vnd: vnd === null ? null : vnd.toFixed(2),
    meter_co2_kg: sum((row) => row.meter_co2_kg),
    inverter_co2_kg: sum((row) => row.inverter_co2_kg),
    co2_kg: sum((row) => row.counted_co2_kg ?? row.saved_co2_kg),
  };
}
