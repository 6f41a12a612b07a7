// What the ledger's worker reads: who was touched, where their ledgers stand, and their readings. Few statements for many
// devices, rows as arrays.
import type { Day } from "@heliograph/contract";
import type pg from "pg";
import { binaryArray, binaryTextArray } from "../../platform/binary-arrays.ts";
import { turns } from "../../platform/turns.ts";
import type { LedgerReading } from "./energy-ledger.ts";
import type { Touched } from "./ledger-job.ts";

/** Work on readings that gateways just sent, on what came later or was imported, and on sums of months. */
export const LANE = { live: 0, backlog: 1, months: 2 } as const;
export type LaneNumber = (typeof LANE)[keyof typeof LANE];

/** A device and the span of time of its readings that changed, ms since 1970. */
export interface Entry {
  readonly project_id: number;
  readonly device_id: number;
  readonly since: number;
  readonly until: number;
}

/** Before and after any reading: the widest span that a timestamp column holds and Date can state. */
const EVER_MS = Date.parse("0001-01-01T00:00:00Z");
const NEVER_MS = Date.parse("9999-12-31T00:00:00Z");

/** An instant as the database takes it: -Infinity and Infinity become the ends of what it holds. */
export function instant(ms: number): number {
  return Math.min(NEVER_MS, Math.max(EVER_MS, ms));
}

const milliseconds = (column: string) => `date_part('epoch', ${column}) * 1000`;

type Row = (number | string | null)[];

/** Runs the statement, prepared under the name, and returns its rows as arrays. */
async function rowsOf(
  client: pg.ClientBase,
  { name, text }: { name: string; text: string },
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await client.query<Row>({ name, text, values, rowMode: "array" });
  return rows;
}

/** How many rows of `touched` are looked at in one go: enough for the largest slice, few enough to sort quickly. */
const ROWS_LOOKED_AT = 5000;

/**
 * Takes the oldest rows of a lane away, up to about `most` devices but one row at least, and returns their devices, each
 * once, in no order.
 */
export async function takeTouched(client: pg.ClientBase, lane: LaneNumber, most: number): Promise<Entry[]> {
  const rows = await rowsOf(
    client,
    {
      name: "ledger_take",
      text: `
        with picked as (
          select touched_id from (
            select touched_id, sum(cardinality(device_id)) over (order by touched_id) - cardinality(device_id) as before
            from (select touched_id, device_id from touched where lane = $1 order by touched_id limit ${ROWS_LOOKED_AT}) t
          ) t where before < $2
        ), taken as (
          delete from touched t using picked p where t.touched_id = p.touched_id
          returning t.project_id, t.device_id, t.since, t.until
        )
        select e.project_id, e.device_id, ${milliseconds("min(e.since)")}, ${milliseconds("max(e.until)")}
        from taken, unnest(taken.project_id, taken.device_id, taken.since, taken.until)
          as e(project_id, device_id, since, until)
        group by 1, 2`,
    },
    [lane, most],
  );
  return rows.map(([project_id, device_id, since, until]) => ({
    project_id: Number(project_id),
    device_id: Number(device_id),
    since: Math.round(Number(since)),
    until: Math.round(Number(until)),
  }));
}

/** Puts devices back, for a later pass. */
export async function putTouched(
  client: pg.ClientBase,
  lane: LaneNumber,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  await client.query(
    `insert into touched (lane, project_id, device_id, since, until)
     values ($1, $2::int4[], $3::int4[], $4::timestamptz[], $5::timestamptz[])`,
    [lane, ...entryArrays(entries)],
  );
}

/** True when the lane has rows. */
export async function isWaiting(client: pg.ClientBase, lane: LaneNumber): Promise<boolean> {
  const { rows } = await client.query("select from touched where lane = $1 limit 1", [lane]);
  return rows.length > 0;
}

/** The number of the newest row of `touched`; 0: there is none. */
export async function newestTouched(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ newest: number }>(
    "select coalesce(max(touched_id), 0) as newest from touched",
  );
  return rows[0]?.newest ?? 0;
}

/**
 * True when rows up to that number have not been worked on. Those of the backlog count all: what there was no time for is
 * put back under a new number.
 */
export async function isWaitingUpTo(client: pg.ClientBase, newest: number): Promise<boolean> {
  const { rows } = await client.query("select from touched where touched_id <= $1 or lane = $2 limit 1", [
    newest,
    LANE.backlog,
  ]);
  return rows.length > 0;
}

/** The entries as four binary arrays: project_id, device_id, since, until. */
export function entryArrays(entries: readonly Entry[]): Buffer[] {
  return [
    ids(entries, "project_id"),
    ids(entries, "device_id"),
    instants(entries.map(({ since }) => since)),
    instants(entries.map(({ until }) => until)),
  ];
}

/** The ids of the given kind as a binary array. */
export function ids(
  of: readonly { readonly project_id: number; readonly device_id: number }[],
  key: "project_id" | "device_id",
): Buffer {
  return binaryArray(
    "int4",
    of.map((one) => one[key]),
  );
}

/** Instants as a binary array; infinite ones become the ends of what the database holds. */
export function instants(of: readonly (number | null)[]): Buffer {
  return binaryArray(
    "timestamptz",
    of.map((ms) => (ms === null ? null : instant(ms))),
  );
}

/**
 * The devices with their facts and frontiers, in no order; devices that do not exist are left out. A device whose ledger
 * failed before is touched by what waits since then, too.
 */
export async function touchedWithFacts(
  client: pg.ClientBase,
  entries: readonly Entry[],
): Promise<(Touched & { readonly failed: boolean })[]> {
  const rows = await rowsOf(
    client,
    {
      name: "ledger_facts",
      text: `
        select e.n, d.asset_type, d.ac_nominal_w, p.latitude, p.longitude, p.timezone, l.frontier,
          ${milliseconds("f.since")}, ${milliseconds("f.until")}
        from unnest($1::int4[], $2::int4[]) with ordinality as e(project_id, device_id, n)
        join device d on d.device_id = e.device_id and d.project_id = e.project_id
        join project p on p.project_id = e.project_id
        left join latest l on l.project_id = e.project_id and l.device_id = e.device_id
        left join ledger_fault f on f.project_id = e.project_id and f.device_id = e.device_id`,
    },
    [ids(entries, "project_id"), ids(entries, "device_id")],
  );
  return rows.flatMap(([n, type, rated, latitude, longitude, timezone, frontier, since, until]) => {
    const entry = entries[Number(n) - 1];
    if (entry === undefined) return [];
    const facts = {
      asset_type: String(type),
      ac_nominal_w: rated === null || rated === undefined ? null : Number(rated),
      latitude: Number(latitude),
      longitude: Number(longitude),
      timezone: String(timezone),
    };
    return [
      {
        ...entry,
        facts,
        frontier: frontier === null || frontier === undefined ? null : String(frontier),
        failed: typeof since === "number",
        since: Math.min(entry.since, typeof since === "number" ? Math.round(since) : Infinity),
        until: Math.max(entry.until, typeof until === "number" ? Math.round(until) : -Infinity),
      },
    ];
  });
}

interface DeviceDay {
  readonly project_id: number;
  readonly device_id: number;
  readonly day: Day;
}

/** For each device the closing state of its last day before `day` that has one; null: there is none. In their order. */
export async function closingsBefore(
  client: pg.ClientBase,
  wanted: readonly DeviceDay[],
): Promise<(string | null)[]> {
  const rows = await rowsOf(
    client,
    {
      name: "ledger_closings_before",
      text: `
        select w.n, c.closing
        from unnest($1::int4[], $2::int4[], $3::text[]) with ordinality as w(project_id, device_id, day, n)
        cross join lateral (
          select r.closing from rday r
          where r.project_id = w.project_id and r.device_id = w.device_id and r.day < w.day::date and r.closing is not null
          order by r.day desc limit 1
        ) c`,
    },
    [ids(wanted, "project_id"), ids(wanted, "device_id"), days(wanted.map(({ day }) => day))],
  );
  const found = wanted.map((): string | null => null);
  for (const [n, closing] of rows) found[Number(n) - 1] = String(closing);
  return found;
}

function days(of: readonly Day[]): Buffer {
  return binaryTextArray("text", of);
}

/** For each device the closing states of its days from `day` to `to`, both included, that have one. In their order. */
export async function closingsBetween(
  client: pg.ClientBase,
  wanted: readonly (DeviceDay & { readonly to: Day })[],
): Promise<Map<Day, string>[]> {
  const found = wanted.map(() => new Map<Day, string>());
  if (wanted.length === 0) return found;
  const rows = await rowsOf(
    client,
    {
      name: "ledger_closings_between",
      text: `
        select w.n, r.day, r.closing
        from unnest($1::int4[], $2::int4[], $3::text[], $4::text[]) with ordinality as w(project_id, device_id, first, last, n)
        join rday r on r.project_id = w.project_id and r.device_id = w.device_id
          and r.day >= w.first::date and r.day <= w.last::date and r.closing is not null`,
    },
    [
      ids(wanted, "project_id"),
      ids(wanted, "device_id"),
      days(wanted.map(({ day }) => day)),
      days(wanted.map(({ to }) => to)),
    ],
  );
  for (const [n, day, closing] of rows) found[Number(n) - 1]?.set(String(day), String(closing));
  return found;
}

/** A reading as the ledger takes it, and whether it came live. */
export interface StoredReading extends LedgerReading {
  readonly isLive: boolean;
}

/** Readings of a device later than `after` and not later than `upTo`, ms since 1970 or infinite. */
export interface Wanted {
  readonly project_id: number;
  readonly device_id: number;
  readonly after: number;
  readonly upTo: number;
}

/** Looking at the clock costs as much as some rows do. */
const ROWS_A_STEP = 500;

/** For each device its first `most` readings in the span, in order of time. */
export async function readingsOf(
  client: pg.ClientBase,
  wanted: readonly Wanted[],
  most: number,
): Promise<StoredReading[][]> {
  const after = wanted.map((one) => one.after);
  const upTo = wanted.map((one) => one.upTo);
  const rows = await rowsOf(
    client,
    {
      name: "ledger_readings",
      // The bounds of all together let the executor leave the partitions of other months alone.
      text: `
        select w.n, ${milliseconds("r.ts")}, r.interval_s, r.source, r.energy_total_wh, r.energy_import_wh,
          r.energy_export_wh, r.energy_charge_wh, r.energy_discharge_wh, r.ac_power_w, r.irradiance_w_m2, r.soc_percent,
          r.module_temperature_c, r.ambient_temperature_c, r.tank_temperature_c, r.collector_temperature_c
        from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::timestamptz[]) with ordinality
          as w(project_id, device_id, after, up_to, n)
        cross join lateral (
          select * from reading r
          where r.project_id = w.project_id and r.device_id = w.device_id and r.ts > w.after and r.ts <= w.up_to
            and r.ts > $5 and r.ts <= $6
          order by r.ts limit $7
        ) r`,
    },
    [
      ids(wanted, "project_id"),
      ids(wanted, "device_id"),
      instants(after),
      instants(upTo),
      new Date(instant(least(after))),
      new Date(instant(-least(upTo.map((ms) => -ms)))),
      most,
    ],
  );
  const found = wanted.map((): StoredReading[] => []);
  const turn = turns();
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_A_STEP === 0) await turn();
    found[Number(row[0]) - 1]?.push(storedReading(row));
  }
  return found;
}

const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);

function storedReading(row: Row): StoredReading {
  // Every column after the ordinal is a number or null; adding 0 makes minus zero plain zero, which text cannot keep apart.
  const value = (index: number) => {
    const found = row[index];
    return typeof found === "number" ? found + 0 : null;
  };
  return {
    at: Math.round(value(1) ?? 0),
    intervalS: value(2) ?? 0,
    isLive: row[3] === 0,
    counters: [value(4), value(5), value(6), value(7), value(8)],
    powerW: value(9),
    irradianceWM2: value(10),
    socPercent: value(11),
    temperaturesC: [value(12), value(13), value(14), value(15)],
  };
}
