// What a project's production was due to tell and what of it was told, for every screen that says how complete it is.
import { sql } from "kysely";
import type { Day } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import { prepared } from "../../../platform/postgres/prepared.ts";
import { sqlInstant } from "../../../platform/postgres/sql-instant.ts";
import { turns } from "../../../platform/turns.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import { deviceDayKey } from "./quality-due.ts";
import {
  countingTypes,
  daysDue,
  quartersDue,
  type DueOfDay,
  type DueOfQuarter,
  type ProductionDevice,
  type ProductionDay,
  type ProductionFacts,
} from "./production-due.ts";

interface Range {
  readonly from_date: Day;
  readonly to_date: Day;
}

/** The devices of a project with the first quarter hour of each, and where the project stands. */
export async function dueFacts(
  tx: Tx,
  access: ProjectAccess,
  range: Range,
  nowMs: number,
): Promise<ProductionFacts> {
  const { rows: devices } = await sql<ProductionDevice & { reported: Day[] }>`${prepared("due_devices")}
    with told as materialized (${reported(access, range)})
    select d.device_id, d.gateway_id, d.asset_type, g.interval_s, coalesce(d.removed_at, g.removed_at) as removed_at,
      coalesce((select b.bin_utc from energy_quarter b where b.project_id = d.project_id and b.device_id = d.device_id
        and b.bin_utc >= f.start and b.bin_utc < f.start + interval '26 hours' order by b.bin_utc limit 1), f.start) as first_at,
      array(select t.day from told t where t.device_id = d.device_id) as reported
    from device d join gateway g on g.gateway_id = d.gateway_id
    left join lateral (
      select y.day::timestamp at time zone ${access.timezone} as start from energy_day y
      where y.project_id = d.project_id and y.device_id = d.device_id and y.covered_s > 0 order by y.day limit 1
    ) f on true
    where d.project_id = ${access.project_id}`.execute(tx);
  const days = devices.flatMap((one) => one.reported.map((day) => deviceDayKey(one.device_id, day)));
  return { place: access, devices, reported: new Set(days), nowMs };
}

interface ByDays {
  /** What was produced on the days of the range. */
  readonly days: readonly ProductionDay[];
  readonly nowMs: number;
}

/** Of each day of the range on which data of the production were due: what, and what of it came; in order. */
export async function productionDueByDay(
  tx: Tx,
  access: ProjectAccess,
  range: Range,
  { days, nowMs }: ByDays,
): Promise<DueOfDay[]> {
  const facts = await dueFacts(tx, access, range, nowMs);
  const turn = turns();
  const due: DueOfDay[] = [];
  for (const day of daysDue(facts, days, range)) {
    await turn();
    due.push(day);
  }
  return due;
}

/** The same of quarter hours: of each that begins within the span, ms since 1970. */
export async function productionDueByQuarter(
  tx: Tx,
  access: ProjectAccess,
  range: Range,
  { days, nowMs, ...at }: ByDays & { readonly from_ms: number; readonly to_ms: number },
): Promise<DueOfQuarter[]> {
  const facts = await dueFacts(tx, access, range, nowMs);
  const { rows } = await sql<{ at_ms: number; meter_s: number; inverter_s: number }>`
    select date_part('epoch', b.bin_utc) * 1000 as at_ms,
      coalesce(sum(b.covered_s) filter (where d.asset_type = 'electric_meter'), 0)::int4 as meter_s,
      coalesce(sum(b.covered_s) filter (where d.asset_type = 'solar_inverter'), 0)::int4 as inverter_s
    from device d join energy_quarter b on b.project_id = d.project_id and b.device_id = d.device_id
    where d.project_id = ${access.project_id} and d.asset_type = any(${countingTypes(facts, days, range)}::text[])
      and b.bin_utc >= ${sqlInstant(at.from_ms)} and b.bin_utc < ${sqlInstant(at.to_ms)}
    group by b.bin_utc`.execute(tx);
  const covered = new Map(rows.map((row) => [row.at_ms, row]));
  const quarters = quartersDue(facts, days, range, covered);
  return quarters.filter((one) => one.at_ms >= at.from_ms && one.at_ms < at.to_ms);
}

/**
 * Devices' days of the range of which energy is reported for the whole day or month (decision 0075), by `deviceDayKey`: no readings
 * are due of them.
 */
export async function reportedDays(
  tx: Tx,
  access: ProjectAccess,
  range: Range,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ device_id: number; day: Day }>`${prepared("reported_days")}
    ${reported(access, range)}`.execute(tx);
  return new Set(rows.map(({ device_id, day }) => deviceDayKey(device_id, day)));
}

/** Days and months of devices of which energy is reported and none was read, as days. */
const reported = ({ project_id }: ProjectAccess, { from_date, to_date }: Range) => sql`
    select device_id, to_char(day, 'YYYY-MM-DD') as day from energy_day
    where project_id = ${project_id} and day between ${from_date}::date and ${to_date}::date and reported <> '{}' and covered_s = 0
    union all
    select m.device_id, to_char(d.day, 'YYYY-MM-DD') from energy_month m
    cross join lateral generate_series(m.month::timestamp, m.month + interval '1 month - 1 day', interval '1 day') d (day)
    where m.project_id = ${project_id} and m.month between date_trunc('month', ${from_date}::date) and ${to_date}::date
      and m.reported <> '{}' and m.covered_s = 0`;

/** The days of the range of which anything is known of the production, in no order. */
export async function productionDays(
  tx: Tx,
  { project_id }: ProjectAccess,
  { from_date, to_date }: Range,
): Promise<ProductionDay[]> {
  const { rows } = await sql<ProductionDay>`${prepared("production_days")}
    select day, meter_wh, inverter_wh, covered_s, expected_s from project_day
    where project_id = ${project_id} and day between ${from_date}::date and ${to_date}::date`.execute(tx);
  return rows;
}
