// What the devices of a project said over one local day, in columns, for figures of five-minute slots.
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { sqlInstant } from "../../../platform/postgres/sql-instant.ts";
import { numbers } from "../../../platform/postgres/sql-arrays.ts";
import { packed, chartSlotsOf, MOST_POWER_W, type ChartQuantity } from "./chart-slots.sql.ts";
import type { SlottedDay } from "./day-slots.ts";
import { unpacked, type DayReadings, type PackedColumns, type PackedPart } from "./packed-day.ts";

/** Intervals are no longer (protocol), so a reading that ends later describes nothing of the day. */
const LONGEST_MS = 3_600_000;
const HOUR_MS = 3_600_000;
const MINUTES_MS = 300_000;

interface OfProject {
  readonly project_id: number;
}

interface Wanted {
  readonly devices: readonly { readonly device_id: number }[];
  readonly quantities: readonly ChartQuantity[];
}

/** A device's hours without packed slots, ms since 1970. */
interface Hole {
  readonly device_id: number;
  readonly from_ms: number;
  readonly to_ms: number;
}

/**
 * The asked quantities over the day of each device that has any reading, by device id. Hours that are packed and right are
 * taken as they are, the others made of their readings: the answer is the same (decision 0039).
 */
export async function dayOfDevices(
  tx: Db,
  project: OfProject,
  { devices, quantities }: Wanted,
  day: SlottedDay,
): Promise<Map<number, DayReadings>> {
  if (devices.length === 0) return new Map();
  const of = { ids: devices.map((device) => device.device_id), quantities };
  // Packed slots lie in five minutes of the clock in UTC; the days of every zone of our time begin with some of them.
  const hours = day.from_ms % MINUTES_MS === 0 ? await packedHours(tx, project, of, day) : [];
  const rest = await readParts(tx, project, quantities, { day, holes: holesOf(of.ids, hours, day) });
  const parts = Map.groupBy([...hours, ...rest], (part) => part.device_id);
  const last_s = (day.to_ms + LONGEST_MS - day.from_ms) / 1000;
  const days = [...parts].map(([id, own]) => [id, unpacked(own, quantities, last_s)] as const);
  return new Map(days.filter(([, { ends }]) => ends.length > 0));
}

const firstHour = (day: SlottedDay) => Math.floor(day.from_ms / HOUR_MS) * HOUR_MS;

/** The packed hours that touch the day and of which no reading waits to be counted. */
async function packedHours(
  tx: Db,
  { project_id }: OfProject,
  { ids, quantities }: { readonly ids: readonly number[]; readonly quantities: readonly ChartQuantity[] },
  day: SlottedDay,
): Promise<(PackedPart & { readonly device_id: number })[]> {
  const columns = quantities.map((name) => {
    const column = sql.ref(name);
    return sql`case when count(${column}) > 0 then
      string_agg(coalesce(${column}, decode(repeat('7fc00000', length(lengths) / 2), 'hex')), ''::bytea) end as ${column}`;
  });
  // One statement, so that what is packed and what waits are of one instant.
  const { rows } = await sql<PackedColumns & { device_id: number; starts: string; counts: string }>`
    with waiting as materialized (select * from waiting_readings(${project_id}))
    select device_id, array_agg((date_part('epoch', hour_utc) - ${day.from_ms / 1000}::float8)::int4)::text as starts,
      array_agg(length(lengths) / 2)::text as counts, string_agg(ends, ''::bytea) as ends, string_agg(lengths, ''::bytea) as lengths,
      ${sql.join(columns)}
    from chart_slots p
    where project_id = ${project_id} and device_id = any(${[...ids]}::int4[])
      and hour_utc >= ${sqlInstant(firstHour(day))} and hour_utc < ${sqlInstant(day.to_ms + LONGEST_MS)}
      and not exists (select from waiting w
        where w.device_id = p.device_id and p.hour_utc < w.until and p.hour_utc >= w.since - interval '1 hour')
    group by device_id`.execute(tx);
  return rows.map((row) => ({ ...row, starts_s: numbers(row.starts), counts: numbers(row.counts) }));
}

/** What of the day is not among the packed hours, for each device in order. */
function holesOf(
  ids: readonly number[],
  hours: readonly { readonly device_id: number; readonly starts_s: readonly number[] }[],
  day: SlottedDay,
): Hole[] {
  const last = day.to_ms + LONGEST_MS;
  const byDevice = new Map(hours.map((part) => [part.device_id, new Set(part.starts_s)]));
  return ids.flatMap((device_id) => {
    const there = byDevice.get(device_id);
    const holes: { device_id: number; from_ms: number; to_ms: number }[] = [];
    for (let hour = firstHour(day); hour < last; hour += HOUR_MS) {
      if (there?.has((hour - day.from_ms) / 1000) === true) continue;
      const open = holes.at(-1);
      if (open?.to_ms === hour) open.to_ms = Math.min(last, hour + HOUR_MS);
      else {
        holes.push({
          device_id,
          from_ms: Math.max(day.from_ms, hour),
          to_ms: Math.min(last, hour + HOUR_MS),
        });
      }
    }
    return holes;
  });
}

/** Slots made of the readings in the holes, a part for each device that has any there. */
async function readParts(
  tx: Db,
  { project_id }: OfProject,
  quantities: readonly ChartQuantity[],
  { day, holes }: { readonly day: SlottedDay; readonly holes: readonly Hole[] },
): Promise<(PackedPart & { readonly device_id: number })[]> {
  if (holes.length === 0) return [];
  const instants = (of: (hole: Hole) => number) => holes.map((hole) => new Date(of(hole)).toISOString());
  // The bounds of all together let the executor leave the partitions of other months alone.
  const { rows } = await sql<PackedColumns & { device_id: number }>`
    with r as (
      select r.* from unnest(${holes.map((hole) => hole.device_id)}::int4[], ${instants((hole) => hole.from_ms)}::timestamptz[],
        ${instants((hole) => hole.to_ms)}::timestamptz[]) as h (device_id, since, until)
      left join device d on d.project_id = ${project_id} and d.device_id = h.device_id
      cross join lateral (
        select ${sql.raw(MOST_POWER_W)} as most_w, r.device_id, r.ts, r.interval_s, ${sql.join(quantities.map((name) => sql.ref(`r.${name}`)))} from reading r
        where r.project_id = ${project_id} and r.device_id = h.device_id and r.ts > h.since and r.ts <= h.until
          and r.ts > ${sqlInstant(day.from_ms)} and r.ts <= ${sqlInstant(day.to_ms + LONGEST_MS)} offset 0) r
    )
    select key_0 as device_id, ${sql.raw(packed(quantities, `${day.from_ms / 1000}`))}
    from (${sql.raw(chartSlotsOf(quantities, ["r.device_id"], "r"))}) o group by key_0`.execute(tx);
  return rows.map((row) => ({ ...row, starts_s: [0], counts: [row.lengths.length / 2] }));
}
