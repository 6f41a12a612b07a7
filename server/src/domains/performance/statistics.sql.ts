// Energies of a project and its devices by bins, from the ledger.
import { sql, type RawBuilder } from "kysely";
import type { StatisticsBin, TimeRange } from "@heliograph/contract";
import type { Tx } from "../../platform/db.ts";
import type { ProjectAccess } from "../fleet/index.ts";
import type { Grid, Span } from "./statistics-bins.ts";

/** Sums of one bin of the whole project; nulls: no such device, or nothing known. */
export interface ProjectBin {
  /** Index of the bin for those that divide days, else its label. */
  readonly at: number | string;
  readonly meter_wh: number | null;
  readonly inverter_wh: number | null;
  readonly est_meter_wh: number | null;
  readonly est_inverter_wh: number | null;
  readonly import_wh: number | null;
  readonly export_wh: number | null;
  readonly insolation_wh_m2: number | null;
  readonly saving_vnd: number | null;
  readonly covered_s: number;
  /** Null: as long as the bin, for each of `devices`. */
  readonly expected_s: number | null;
  /** Devices whose production counts, that have anything in the bin. */
  readonly devices: number;
}

/** Columns of one device; all lists have an entry for each of `at`. */
export interface DeviceBins {
  readonly device_id: number;
  readonly at: readonly (number | string)[];
  readonly production_wh: readonly (number | null)[];
  readonly import_wh: readonly (number | null)[];
  readonly export_wh: readonly (number | null)[];
  readonly charge_wh: readonly (number | null)[];
  readonly discharge_wh: readonly (number | null)[];
  readonly insolation_wh_m2: readonly (number | null)[];
  /** Over all its energies. */
  readonly estimated_wh: readonly (number | null)[];
  readonly covered_s: readonly number[];
  readonly expected_s: readonly (number | null)[];
}

const instants = (ms: readonly number[]) => sql`${ms.map((at) => new Date(at).toISOString())}::timestamptz[]`;
const instant = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;

/** Sums of the whole project for each bin that divides days and of which anything is known, in no order. */
export async function projectQuarters(
  tx: Tx,
  access: ProjectAccess,
  { starts_ms, span }: Pick<Grid, "starts_ms" | "span">,
): Promise<ProjectBin[]> {
  const meter = sql`asset_type = 'electric_meter'`;
  const inverter = sql`asset_type = 'solar_inverter'`;
  const grid = sql`asset_type = 'grid_meter'`;
  const { rows } = await sql<ProjectBin>`
    with said as (
      select b.*, d.asset_type, width_bucket(b.bin_utc, ${instants(starts_ms)}) - 1 as at
      from device d join r15 b on b.project_id = d.project_id and b.device_id = d.device_id
      where d.project_id = ${access.project_id}
        and d.asset_type in ('electric_meter', 'solar_inverter', 'grid_meter', 'sensor_radiation')
        and b.bin_utc >= ${instant(span.from_ms)} and b.bin_utc < ${instant(span.to_ms)}
    ), sensor as (
      select device_id from said where asset_type = 'sensor_radiation' and insolation_wh_m2 is not null
      group by device_id order by sum(covered_s) desc, device_id limit 1
    ), sums as (
      select at,
        sum(coalesce(production_wh, export_wh)) filter (where ${meter}) as meter_wh,
        sum(production_wh) filter (where ${inverter}) as inverter_wh,
        sum(case when production_wh is null then est_export_wh else est_production_wh end) filter (where ${meter}) as est_meter_wh,
        sum(est_production_wh) filter (where ${inverter}) as est_inverter_wh,
        sum(import_wh) filter (where ${grid}) as import_wh, sum(export_wh) filter (where ${grid}) as export_wh,
        sum(insolation_wh_m2) filter (where device_id = (select device_id from sensor)) as insolation_wh_m2,
        sum(covered_s) filter (where ${meter}) as meter_s, sum(covered_s) filter (where ${inverter}) as inverter_s,
        count(distinct device_id) filter (where ${meter}) as meters, count(distinct device_id) filter (where ${inverter}) as inverters
      from said group by at
    )
    select at, meter_wh, inverter_wh, est_meter_wh, est_inverter_wh, import_wh, export_wh, insolation_wh_m2,
      null as saving_vnd, null as expected_s,
      coalesce(case when meter_wh is null then inverter_s else meter_s end, 0)::int4 as covered_s,
      (case when meter_wh is null then inverters else meters end)::int4 as devices
    from sums`.execute(tx);
  return rows;
}

const LABELS = { "1_days": "YYYY-MM-DD", "1_months": "YYYY-MM", year: "YYYY" } as const;
type CalendarBin = keyof typeof LABELS;

/** Sums of the whole project for each day, month or year of the range of which anything is known, in no order. */
export async function projectCalendar(
  tx: Tx,
  access: ProjectAccess,
  { from_date, to_date }: TimeRange,
  bin: CalendarBin,
): Promise<ProjectBin[]> {
  const { rows } = await sql<ProjectBin>`
    select to_char(day, ${LABELS[bin]}) as at, sum(meter_wh) as meter_wh, sum(inverter_wh) as inverter_wh,
      sum(est_meter_wh) as est_meter_wh, sum(est_inverter_wh) as est_inverter_wh, sum(import_wh) as import_wh,
      sum(export_wh) as export_wh, sum(insolation_wh_m2) as insolation_wh_m2, sum(saving_vnd)::float8 as saving_vnd,
      sum(covered_s)::int8 as covered_s, sum(expected_s)::int8 as expected_s, 0 as devices
    from project_day
    where project_id = ${access.project_id} and day between ${from_date}::date and ${to_date}::date
    group by 1`.execute(tx);
  return rows;
}

/**
 * Columns of each of the devices that has anything in the range, in no order. Months and years are those of the ledger where
 * the range holds them whole, and sums of its days where it cuts them.
 */
export async function deviceBins(
  tx: Tx,
  access: ProjectAccess,
  of: { device_ids: readonly number[]; range: TimeRange; bin: StatisticsBin; grid: Grid },
): Promise<Map<number, DeviceBins>> {
  const { rows } = await sql<DeviceBins>`
    with said as (${sourceOf(access, of)}), bins as (
      select s.device_id, s.at,
        sum(coalesce(s.production_wh, case when d.asset_type = 'electric_meter' then s.export_wh end)) as production_wh,
        sum(s.import_wh) as import_wh, sum(s.export_wh) as export_wh, sum(s.charge_wh) as charge_wh,
        sum(s.discharge_wh) as discharge_wh, sum(s.insolation_wh_m2) as insolation_wh_m2,
        sum(coalesce(s.est_production_wh, 0) + coalesce(s.est_import_wh, 0) + coalesce(s.est_export_wh, 0)
          + coalesce(s.est_charge_wh, 0) + coalesce(s.est_discharge_wh, 0)) as estimated_wh,
        sum(s.covered_s)::int8 as covered_s, sum(s.expected_s)::int8 as expected_s
      from said s join device d on d.project_id = ${access.project_id} and d.device_id = s.device_id
      group by s.device_id, s.at
    )
    select device_id, json_agg(at) as at, json_agg(production_wh) as production_wh, json_agg(import_wh) as import_wh,
      json_agg(export_wh) as export_wh, json_agg(charge_wh) as charge_wh, json_agg(discharge_wh) as discharge_wh,
      json_agg(insolation_wh_m2) as insolation_wh_m2, json_agg(estimated_wh) as estimated_wh,
      json_agg(covered_s) as covered_s, json_agg(expected_s) as expected_s
    from bins group by device_id`.execute(tx);
  return new Map(rows.map((row) => [row.device_id, row]));
}

function sourceOf(
  { project_id }: ProjectAccess,
  of: { device_ids: readonly number[]; range: TimeRange; bin: StatisticsBin; grid: Grid },
): RawBuilder<unknown> {
  const { range, bin, grid } = of;
  const energies = sql`production_wh, import_wh, export_wh, charge_wh, discharge_wh, insolation_wh_m2, est_production_wh,
    est_import_wh, est_export_wh, est_charge_wh, est_discharge_wh`;
  const own = sql`project_id = ${project_id} and device_id = any(${[...of.device_ids]}::int4[])`;
  const within = sql`${own} and day between ${range.from_date}::date and ${range.to_date}::date`;
  if (bin === "1_days") {
    return sql`select device_id, day::text as at, ${energies}, covered_s, expected_s from rday where ${within}`;
  }
  if (bin === "1_months" || bin === "year") {
    const label = LABELS[bin];
    const isWhole = (month: RawBuilder<unknown>) =>
      sql`(${month}::date >= ${range.from_date}::date and (${month} + interval '1 month - 1 day')::date <= ${range.to_date}::date)`;
    return sql`
      select device_id, to_char(month, ${label}) as at, ${energies}, covered_s, expected_s
      from rmonth where ${own} and ${isWhole(sql`month`)}
      union all
      select device_id, to_char(day, ${label}) as at, ${energies}, covered_s, expected_s
      from rday where ${within} and not ${isWhole(sql`date_trunc('month', day::timestamp)`)}`;
  }
  return sql`
    select device_id, width_bucket(bin_utc, ${instants(grid.starts_ms)}) - 1 as at, ${energies}, covered_s, null::int4 as expected_s
    from r15 where ${own} and bin_utc >= ${instant(grid.span.from_ms)} and bin_utc < ${instant(grid.span.to_ms)}`;
}

export interface Peak {
  readonly power_w: number;
  readonly at: Date;
}
type Kind = "electric_meter" | "solar_inverter";

/** The quarter hour of the spans in which the devices of a kind gave most together; undefined: none is known. */
export async function peakQuarter(
  tx: Tx,
  access: ProjectAccess,
  kind: Kind,
  spans: readonly Span[],
): Promise<Peak | undefined> {
  const { rows } = await sql<Peak>`
    select b.bin_utc as at, sum(b.power_avg_w::float8) as power_w
    from unnest(${instants(spans.map((span) => span.from_ms))}, ${instants(spans.map((span) => span.to_ms))}) as s (since, until)
    join device d on d.project_id = ${access.project_id} and d.asset_type = ${kind}
    join r15 b on b.project_id = d.project_id and b.device_id = d.device_id and b.bin_utc >= s.since and b.bin_utc < s.until
    where b.power_avg_w is not null
    group by b.bin_utc order by power_w desc, at limit 1`.execute(tx);
  return rows[0];
}

/** Days of the range, and what the devices of a kind could at most have given together on each, the highest first. */
export async function peakBounds(
  tx: Tx,
  access: ProjectAccess,
  kind: Kind,
  { from_date, to_date }: TimeRange,
): Promise<{ day: string; most_w: number }[]> {
  const { rows } = await sql<{ day: string; most_w: number }>`
    select r.day, sum(r.power_max_w::float8) as most_w
    from device d join rday r on r.project_id = d.project_id and r.device_id = d.device_id
    where d.project_id = ${access.project_id} and d.asset_type = ${kind} and r.power_max_w is not null
      and r.day between ${from_date}::date and ${to_date}::date
    group by r.day order by most_w desc, r.day`.execute(tx);
  return rows;
}
