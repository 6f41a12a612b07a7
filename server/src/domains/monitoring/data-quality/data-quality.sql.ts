// What the database knows of how far a project's data can be trusted.
import { sql } from "kysely";
import type { Day } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import type { AssetType } from "../device-data.ts";
import { numbers } from "../../../platform/postgres/sql-arrays.ts";

/** A device with what its gateway says of it. */
export interface QualityDeviceRow {
  readonly device_id: number;
  readonly device_uid: string;
  readonly gateway_id: number;
  readonly gateway_uid: string;
  readonly gateway_serial: string;
  readonly gateway_name: string;
  readonly gateway_alias: string | null;
  readonly serial: string;
  readonly name: string;
  readonly alias: string | null;
  readonly asset_type: AssetType;
  readonly model: string | null;
  readonly ac_nominal_w: number | null;
  /** Of its gateway, seconds. */
  readonly interval_s: number;
  readonly last_contact_at: Date | null;
  readonly removed_at: Date | null;
  /** Start of the first quarter hour with a reading; null: none has come yet. */
  readonly first_at: Date | null;
  /** Its newest reading. */
  readonly newest_at: Date | null;
}

/** Every device of the project by gateway in the order they were added, those that were taken out too. */
export async function qualityDevices(tx: Tx, { project_id }: ProjectAccess): Promise<QualityDeviceRow[]> {
  const { rows } = await sql<QualityDeviceRow>`
    select d.device_id, d.device_uid, g.gateway_id, g.gateway_uid, g.serial as gateway_serial, g.name as gateway_name,
      g.alias as gateway_alias, d.serial, d.name, d.alias, d.asset_type, d.model, d.ac_nominal_w, g.interval_s,
      g.last_contact_at, coalesce(d.removed_at, g.removed_at) as removed_at, f.bin_utc as first_at, l.frontier_at as newest_at
    from device d join gateway g on g.gateway_id = d.gateway_id
    left join latest l on l.project_id = d.project_id and l.device_id = d.device_id
    left join lateral (
      select b.bin_utc from energy_quarter b where b.project_id = d.project_id and b.device_id = d.device_id
      order by b.bin_utc limit 1
    ) f on true
    where d.project_id = ${project_id} order by g.gateway_id, d.device_id`.execute(tx);
  return rows;
}

/** Where the sun of the project stands, and since when it is meant to produce. */
export interface QualityPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly timezone: string;
  readonly night_from: string | null;
  readonly night_to: string | null;
  readonly commissioned_on: Day | null;
}

/** A device's local day in the ledger. Energies in Wh; null: not counted. */
export interface QualityDay {
  readonly device_id: number;
  readonly day: Day;
  readonly covered_s: number;
  readonly production_wh: number | null;
  readonly import_wh: number | null;
  readonly export_wh: number | null;
  readonly charge_wh: number | null;
  readonly discharge_wh: number | null;
  /** Estimated parts of production and export. */
  readonly est_production_wh: number;
  readonly est_export_wh: number;
  /** Parts integrated from power: of production, of export, and of all that the device counts. */
  readonly int_production_wh: number;
  readonly int_export_wh: number;
  readonly int_all_wh: number;
}

interface Range {
  readonly from_date: Day;
  readonly to_date: Day;
}

/** The days of the range of which the ledger has anything, in no order. */
export async function qualityDays(
  tx: Tx,
  { project_id }: ProjectAccess,
  { from_date, to_date }: Range,
): Promise<QualityDay[]> {
  const { rows } = await sql<QualityDay>`
    select device_id, day, covered_s, production_wh, import_wh, export_wh, charge_wh, discharge_wh,
      coalesce(est_production_wh, 0) as est_production_wh, coalesce(est_export_wh, 0) as est_export_wh,
      coalesce(int_production_wh, 0) as int_production_wh, coalesce(int_export_wh, 0) as int_export_wh,
      coalesce(int_production_wh, 0) + coalesce(int_import_wh, 0) + coalesce(int_export_wh, 0) + coalesce(int_charge_wh, 0)
        + coalesce(int_discharge_wh, 0) as int_all_wh
    from energy_day
    where project_id = ${project_id} and day between ${from_date}::date and ${to_date}::date`.execute(tx);
  return rows;
}

/** A day that is looked into by quarter hours, ms since 1970. */
export interface LookedInto {
  readonly device_id: number;
  readonly day: Day;
  readonly from_ms: number;
  readonly to_ms: number;
}

/** The quarter hours of such a day. */
export interface QualityQuarters {
  readonly device_id: number;
  readonly day: Day;
  /** Numbers of the quarter hours of the day that any reading lies in. */
  readonly measured: readonly number[];
  /** Silent seconds in quarter hours over which the counter spread energy. */
  readonly spread_s: number;
  readonly est_production_wh: number;
  readonly est_export_wh: number;
}

/** The quarter hours of those days of which the ledger has any, in no order. */
export async function qualityQuarters(
  tx: Tx,
  { project_id }: ProjectAccess,
  days: readonly LookedInto[],
): Promise<QualityQuarters[]> {
  if (days.length === 0) return [];
  const seconds = (of: (day: LookedInto) => number) => days.map((day) => of(day) / 1000);
  const { rows } = await sql<Omit<QualityQuarters, "measured"> & { measured: string }>`
    select x.device_id, x.day,
      coalesce(array_agg(((date_part('epoch', b.bin_utc) - x.since) / 900)::int4) filter (where b.covered_s > 0), '{}')::text as measured,
      coalesce(sum(900 - b.covered_s) filter (where coalesce(b.est_production_wh, 0) + coalesce(b.est_import_wh, 0)
        + coalesce(b.est_export_wh, 0) + coalesce(b.est_charge_wh, 0) + coalesce(b.est_discharge_wh, 0) > 0), 0)::int4 as spread_s,
      coalesce(sum(b.est_production_wh), 0) as est_production_wh, coalesce(sum(b.est_export_wh), 0) as est_export_wh
    from unnest(${days.map((day) => day.device_id)}::int4[], ${days.map((day) => day.day)}::text[],
      ${seconds((day) => day.from_ms)}::float8[], ${seconds((day) => day.to_ms)}::float8[]) as x (device_id, day, since, until)
    join energy_quarter b on b.project_id = ${project_id} and b.device_id = x.device_id
      and b.bin_utc >= to_timestamp(x.since) and b.bin_utc < to_timestamp(x.until)
    group by x.device_id, x.day`.execute(tx);
  return rows.map((row) => ({ ...row, measured: numbers(row.measured) }));
}

/** What the ledger noted about a device. */
export interface LedgerNote {
  readonly device_id: number;
  readonly quantity: "production" | "import" | "export" | "charge" | "discharge" | "power";
  readonly at: Date;
  readonly kind: "reset" | "glitch" | "spike" | "gap" | "power_above_rating";
  readonly detail: Readonly<Record<string, number>>;
}

interface Span {
  readonly from_ms: number;
  readonly to_ms: number;
}

/** Notes of the span, newest first; at most `limit`. */
export async function ledgerNotes(
  tx: Tx,
  { project_id }: ProjectAccess,
  span: Span,
  limit: number,
): Promise<LedgerNote[]> {
  const { rows } = await sql<LedgerNote>`
    select device_id, quantity, at, kind, detail from ledger_event
    where project_id = ${project_id} and at > ${new Date(span.from_ms)} and at <= ${new Date(span.to_ms)}
    order by at desc, device_id, quantity, kind limit ${limit}`.execute(tx);
  return rows;
}

/** Readings of a device and a day that were replaced by others. */
export interface CorrectedDay {
  readonly device_id: number;
  readonly day: Day;
  readonly count: number;
  readonly last_at: Date;
}

/** Corrections of readings that lie in the span, by day of the project's calendar, newest first; at most `limit` days. */
export async function correctedDays(
  tx: Tx,
  { project_id, timezone }: ProjectAccess,
  span: Span,
  limit: number,
): Promise<CorrectedDay[]> {
  const { rows } = await sql<CorrectedDay>`
    select device_id, to_char((ts - interval '1 microsecond') at time zone ${timezone}, 'YYYY-MM-DD') as day,
      count(*)::int4 as count, max(replaced_at) as last_at
    from reading_correction
    where project_id = ${project_id} and ts > ${new Date(span.from_ms)} and ts <= ${new Date(span.to_ms)}
    group by 1, 2 order by 2 desc, 1 limit ${limit}`.execute(tx);
  return rows;
}

/** What was refused on a day, by device and reason. */
export interface RefusedDay {
  /** 0: none that is known. */
  readonly device_id: number;
  readonly gateway_id: number;
  readonly gateway_uid: string;
  readonly gateway_serial: string;
  readonly gateway_name: string;
  readonly gateway_alias: string | null;
  readonly day: Day;
  readonly reason: string;
  readonly count: number;
  readonly last_at: Date;
  readonly example: string;
}

/** Refusals of the range, newest first. */
export async function refusedDays(
  tx: Tx,
  { project_id }: ProjectAccess,
  { from_date, to_date }: Range,
): Promise<RefusedDay[]> {
  const { rows } = await sql<RefusedDay>`
    select r.device_id, r.gateway_id, g.gateway_uid, g.serial as gateway_serial, g.name as gateway_name,
      g.alias as gateway_alias, r.day, r.reason, r.count, r.last_at, r.example
    from refused_day r join gateway g on g.gateway_id = r.gateway_id
    where r.project_id = ${project_id} and r.day between ${from_date}::date and ${to_date}::date
    order by r.day desc, r.gateway_id, r.device_id, r.reason`.execute(tx);
  return rows;
}
