// What the energy ledger says of the days of devices, with all that tells whether it may still change.
import type { CountedRegister, Day } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import type { CounterReset } from "./settled.ts";

/** Devices of the portal over local days, both included, in their zone. */
interface Span {
  readonly devices: readonly number[];
  readonly projects: readonly number[];
  readonly from_day: Day;
  readonly to_day: Day;
  readonly timezone: string;
}

/** A day of a device as the ledger has it, by register. */
export interface LedgerDay {
  readonly device_id: number;
  readonly day: Day;
  readonly wh: Readonly<Record<CountedRegister, number | null>>;
  readonly estimated: Readonly<Record<CountedRegister, number>>;
  readonly integrated: Readonly<Record<CountedRegister, number>>;
  readonly covered_s: number;
  readonly expected_s: number;
  readonly is_imported: boolean;
}

/** The days of the devices of which the ledger has anything. */
export async function ledgerDays(db: Db, span: Span): Promise<LedgerDay[]> {
  const { devices, projects, from_day, to_day, timezone } = span;
  const { rows } = await sql<
    Record<string, number | null> & { device_id: number; day: Day; is_imported: boolean }
  >`
    with imported as (
      select device_id, ((ts - interval '1 microsecond') at time zone ${timezone})::date as day from reading
      where project_id = any(${[...projects]}::int4[]) and device_id = any(${[...devices]}::int4[]) and source = 2
        and ts > ${from_day}::timestamp at time zone ${timezone}
        and ts <= (${to_day}::date + 1)::timestamp at time zone ${timezone}
      union
      select device_id, ((ts - interval '1 microsecond') at time zone ${timezone})::date from reading_correction
      where project_id = any(${[...projects]}::int4[]) and device_id = any(${[...devices]}::int4[])
        and ts > ${from_day}::timestamp at time zone ${timezone}
        and ts <= (${to_day}::date + 1)::timestamp at time zone ${timezone}
    )
    select e.device_id, e.day, e.production_wh, e.export_wh, e.import_wh, e.est_production_wh, e.est_export_wh, e.est_import_wh,
      e.int_production_wh, e.int_export_wh, e.int_import_wh, e.covered_s, e.expected_s,
      i.device_id is not null or e.reported <> '{}' as is_imported
    from energy_day e left join imported i on i.device_id = e.device_id and i.day = e.day
    where e.project_id = any(${[...projects]}::int4[]) and e.device_id = any(${[...devices]}::int4[])
      and e.day between ${from_day}::date and ${to_day}::date`.execute(db);
  return rows.map((row) => ({
    device_id: row.device_id,
    day: row.day,
    wh: byRegister((register) => row[`${register}_wh`] ?? null),
    estimated: byRegister((register) => row[`est_${register}_wh`] ?? 0),
    integrated: byRegister((register) => row[`int_${register}_wh`] ?? 0),
    covered_s: row["covered_s"] ?? 0,
    expected_s: row["expected_s"] ?? 0,
    is_imported: row.is_imported,
  }));
}

const byRegister = <T>(of: (register: CountedRegister) => T): Record<CountedRegister, T> => ({
  production: of("production"),
  export: of("export"),
  import: of("import"),
});

/** What is known of a device beside its days. */
export interface DeviceLedger {
  readonly closed_day: Day | null;
  /** The newest day of which the register tells its energy. */
  readonly counted: Readonly<Record<CountedRegister, Day | null>>;
  readonly waiting_from: Day | null;
  readonly resets: readonly (Omit<CounterReset, "is_confirmed"> & { readonly register: string })[];
}

/** How far the ledger is with each of the devices from the first day of the span on. */
export async function deviceLedgers(db: Db, span: Span): Promise<ReadonlyMap<number, DeviceLedger>> {
  const { devices, projects, from_day, timezone } = span;
  const [ids, own] = [[...devices], [...projects]];
  const closed = await sql<Record<string, Day | null> & { device_id: number }>`
    select device_id, max(day) filter (where closing is not null) as closed, max(day) filter (where production_wh is not null) as production,
      max(day) filter (where export_wh is not null) as export, max(day) filter (where import_wh is not null) as import
    from energy_day where project_id = any(${own}::int4[]) and device_id = any(${ids}::int4[]) and day >= ${from_day}::date
    group by device_id`.execute(db);
  const waiting = await sql<{ device_id: number; day: Day }>`
    select device_id, (min(since) at time zone ${timezone})::date as day from (
      select e.device_id, e.since from changed_readings c, unnest(c.project_id, c.device_id, c.since) as e (project_id, device_id, since)
      where c.lane in (0, 1) and e.device_id = any(${ids}::int4[])
      union all
      select f.device_id, f.since from ledger_fault f where f.project_id = any(${own}::int4[]) and f.device_id = any(${ids}::int4[])
    ) w group by device_id`.execute(db);
  const resets = await sql<{
    device_id: number;
    register: string;
    from_day: Day;
    to_day: Day;
    at_ms: number;
  }>`
    select device_id, quantity as register, (to_timestamp(coalesce((detail ->> 'since')::float8 / 1000, date_part('epoch', at)))
        at time zone ${timezone})::date as from_day,
      (at at time zone ${timezone})::date as to_day, (date_part('epoch', at) * 1000)::int8 as at_ms
    from ledger_event where project_id = any(${own}::int4[]) and device_id = any(${ids}::int4[]) and kind = 'reset'
      and at > ${from_day}::timestamp at time zone ${timezone}`.execute(db);
  const waitingOf = new Map(waiting.rows.map(({ device_id, day }) => [device_id, day]));
  const closedOf = new Map(closed.rows.map((row) => [row.device_id, row]));
  return new Map(
    devices.map((device_id) => {
      const row = closedOf.get(device_id);
      return [
        device_id,
        {
          closed_day: row?.["closed"] ?? null,
          counted: byRegister((register) => row?.[register] ?? null),
          waiting_from: waitingOf.get(device_id) ?? null,
          resets: resets.rows.filter((reset) => reset.device_id === device_id),
        },
      ];
    }),
  );
}

/** The rises of the register of a device a quarter hour, by local day, in order. */
export async function quarterRises(
  db: Db,
  { device_id, project_id, register }: { device_id: number; project_id: number; register: CountedRegister },
  { from_day, to_day, timezone }: Pick<Span, "from_day" | "to_day" | "timezone">,
): Promise<ReadonlyMap<Day, number[]>> {
  const { rows } = await sql<{ day: Day; rises: number[] }>`
    select (bin_utc at time zone ${timezone})::date as day, array_agg(coalesce(${sql.ref(`${register}_wh`)}, 0) order by bin_utc) as rises
    from energy_quarter where project_id = ${project_id} and device_id = ${device_id}
      and bin_utc >= ${from_day}::timestamp at time zone ${timezone}
      and bin_utc < (${to_day}::date + 1)::timestamp at time zone ${timezone}
    group by 1`.execute(db);
  return new Map(rows.map(({ day, rises }) => [day, rises]));
}

/** Insolation that sensors of the project measured for all of a day, the largest, Wh/m² by day; days without one are left out. */
export async function insolationDays(
  db: Db,
  { project_id, from_day, to_day }: { project_id: number; from_day: Day; to_day: Day },
): Promise<ReadonlyMap<Day, number>> {
  const { rows } = await sql<{ day: Day; insolation: number }>`
    select e.day, max(e.insolation_wh_m2) as insolation from energy_day e join device d on d.device_id = e.device_id
    where e.project_id = ${project_id} and d.asset_type = 'sensor_radiation' and e.day between ${from_day}::date and ${to_day}::date
      and e.covered_s >= 0.95 * e.expected_s and e.expected_s > 0 and e.insolation_wh_m2 is not null
    group by e.day`.execute(db);
  return new Map(rows.map(({ day, insolation }) => [day, insolation]));
}

/** Hashes of the given at other devices that do not stand for the same unit. */
export async function hashesElsewhere(
  db: Db,
  device_id: number,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const { rows } = await sql<{ hash: string }>`
    select distinct p.hash from point_day p where p.hash = any(${[...hashes]}::text[]) and p.device_id <> ${device_id}
      and not exists (select from unit_binding mine join unit_binding theirs using (unit_id)
        where mine.device_id = ${device_id} and theirs.device_id = p.device_id)`.execute(db);
  return new Set(rows.map(({ hash }) => hash));
}

/** Keeps the hashes of a device's days, so that a copy of them is found. */
export async function keepHashes(db: Db, device_id: number, hashes: ReadonlyMap<Day, string>): Promise<void> {
  if (hashes.size === 0) return;
  await sql`insert into point_day (device_id, day, hash)
    select ${device_id}, * from unnest(${[...hashes.keys()]}::date[], ${[...hashes.values()]}::text[])
    on conflict (device_id, day) do update set hash = excluded.hash where point_day.hash <> excluded.hash`.execute(
    db,
  );
}

/** What issuers found of meters. */
export async function meterFindings(
  db: Db,
  units: readonly number[],
): Promise<{ unit_id: number; kind: string; day: Day }[]> {
  const { rows } = await sql<{ unit_id: number; kind: string; day: Day }>`
    select unit_id, kind, day from meter_finding where unit_id = any(${[...units]}::int8[])`.execute(db);
  return rows;
}
