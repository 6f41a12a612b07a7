// Energies of a project by day or month, from the ledger.
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { prepared } from "../../../platform/postgres/prepared.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import type { GatewayEnergy, ProjectDay, SeriesGateway } from "./production-chart.ts";

/** Every gateway of the project in the order they were added, those taken out since among them. */
export async function seriesGateways(tx: Tx, access: ProjectAccess): Promise<SeriesGateway[]> {
  const { rows } = await sql<SeriesGateway>`${prepared("series_gateways")}
    select gateway_id, gateway_uid, serial, name, alias, removed_at is not null as removed
    from gateway where project_id = ${access.project_id} order by gateway_id`.execute(tx);
  return rows;
}

/** The project's days from `from` to `to`, both included, in order; days of which nothing is known are missing. */
export async function projectDays(
  tx: Tx,
  access: ProjectAccess,
  from: string,
  to: string,
): Promise<ProjectDay[]> {
  const { rows } = await sql<ProjectDay>`${prepared("project_days")}
    select day, meter_wh, inverter_wh, est_meter_wh, est_inverter_wh, int_meter_wh, int_inverter_wh, insolation_wh_m2, saving_vnd,
      covered_s, expected_s, irradiance_covered_s, irradiance_expected_s
    from project_day where project_id = ${access.project_id} and day between ${from}::date and ${to}::date order by day`.execute(
    tx,
  );
  return rows;
}

/**
 * Energies of each gateway's devices by month, of which it is told what counts day by day: for months in which the production
 * meters tell of some days and the inverters of others.
 */
export async function gatewayMonths(
  tx: Tx,
  access: ProjectAccess,
  span: { from: string; to: string },
  projectDaysOfSpan: readonly ProjectDay[],
): Promise<GatewayEnergy[]> {
  const months = await gatewayEnergies(tx, access, { ...span, type: "month" });
  const metered = new Set(projectDaysOfSpan.filter((day) => day.meter_wh !== null).map(({ day }) => day));
  if (metered.size === 0 || metered.size === projectDaysOfSpan.length) return months;
  const days = await gatewayEnergies(tx, access, { ...span, type: "day" });
  const counted = new Map<string, number>();
  for (const { gateway_id, label, meter_wh, inverter_wh } of days) {
    const wh = metered.has(label) ? meter_wh : inverter_wh;
    const key = `${gateway_id} ${label.slice(0, 7)}`;
    if (wh !== null) counted.set(key, (counted.get(key) ?? 0) + wh);
  }
  return months.map((month) => ({
    ...month,
    counted_wh: counted.get(`${month.gateway_id} ${month.label}`) ?? null,
  }));
}

/**
 * Energies of each gateway's production meters and inverters by day, or by month with the label YYYY-MM, from the day `from`
 * to the day `to`. In no order; what is not known is missing.
 */
export async function gatewayEnergies(
  tx: Tx,
  access: ProjectAccess,
  span: { from: string; to: string; type: "day" | "month" },
): Promise<GatewayEnergy[]> {
  const [table, column, label] =
    span.type === "day"
      ? [sql`energy_day`, sql`r.day`, sql`r.day::text`]
      : [sql`energy_month`, sql`r.month`, sql`to_char(r.month, 'YYYY-MM')`];
  const meter = sql`d.asset_type = 'electric_meter'`;
  const inverter = sql`d.asset_type = 'solar_inverter'`;
  const { rows } = await sql<GatewayEnergy>`${prepared(`gateway_energies_by_${span.type}`)}
    select d.gateway_id, ${label} as label,
      sum(coalesce(r.production_wh, r.export_wh)) filter (where ${meter}) as meter_wh,
      sum(r.production_wh) filter (where ${inverter}) as inverter_wh,
      sum(case when r.production_wh is null then r.est_export_wh else r.est_production_wh end) filter (where ${meter}) as est_meter_wh,
      sum(r.est_production_wh) filter (where ${inverter}) as est_inverter_wh,
      sum(case when r.production_wh is null then r.int_export_wh else r.int_production_wh end) filter (where ${meter}) as int_meter_wh,
      sum(r.int_production_wh) filter (where ${inverter}) as int_inverter_wh,
      sum(r.covered_s)::int8 as covered_s
    from device d join ${table} r on r.project_id = d.project_id and r.device_id = d.device_id
    where d.project_id = ${access.project_id} and d.asset_type in ('electric_meter', 'solar_inverter')
      and ${column} between ${span.from}::date and ${span.to}::date
    group by d.gateway_id, ${column}`.execute(tx);
  return rows;
}
