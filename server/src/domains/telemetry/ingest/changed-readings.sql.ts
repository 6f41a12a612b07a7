// The queue of devices whose readings changed: ingest and imports put them in, the ledger's pass takes them out.
import type pg from "pg";
import { arrayRows, milliseconds } from "../../../platform/postgres/array-rows.ts";
import { binaryArray } from "../../../platform/postgres/binary-arrays.ts";

/** Work on readings that gateways just sent, on what came later or was imported, and on sums of months. */
export const LANE = { live: 0, backlog: 1, months: 2 } as const;
type LaneNumber = (typeof LANE)[keyof typeof LANE];

/** A device and the span of time of its readings that changed, ms since 1970. */
export interface ReadingChange {
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

/** How many rows of `changed_readings` are looked at in one go: enough for the largest slice, few enough to sort quickly. */
const ROWS_LOOKED_AT = 5000;

/**
 * Takes the oldest rows of a lane away, up to about `most` devices but one row at least, and returns their devices, each
 * once, in no order.
 */
export async function takeChanges(
  client: pg.ClientBase,
  lane: LaneNumber,
  most: number,
): Promise<ReadingChange[]> {
  const rows = await arrayRows(
    client,
    {
      name: "ledger_take",
      text: `
        with picked as (
          select change_id from (
            select change_id, sum(cardinality(device_id)) over (order by change_id) - cardinality(device_id) as before
            from (select change_id, device_id from changed_readings where lane = $1 order by change_id limit ${ROWS_LOOKED_AT}) t
          ) t where before < $2
        ), taken as (
          delete from changed_readings t using picked p where t.change_id = p.change_id
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
export async function putChanges(
  client: pg.ClientBase,
  lane: LaneNumber,
  entries: readonly ReadingChange[],
): Promise<void> {
  if (entries.length === 0) return;
  await client.query(
    `insert into changed_readings (lane, project_id, device_id, since, until)
     values ($1, $2::int4[], $3::int4[], $4::timestamptz[], $5::timestamptz[])`,
    [lane, ...changeArrays(entries)],
  );
}

/** True when the lane has rows. */
export async function isWaiting(client: pg.ClientBase, lane: LaneNumber): Promise<boolean> {
  const { rows } = await client.query("select from changed_readings where lane = $1 limit 1", [lane]);
  return rows.length > 0;
}

/** The number of the newest row of `changed_readings`; 0: there is none. */
export async function newestChange(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ newest: number }>(
    "select coalesce(max(change_id), 0) as newest from changed_readings",
  );
  return rows[0]?.newest ?? 0;
}

/**
 * True when rows up to that number have not been worked on. Those of the backlog count all: what there was no time for is
 * put back under a new number.
 */
export async function isWaitingUpTo(client: pg.ClientBase, newest: number): Promise<boolean> {
  const { rows } = await client.query(
    "select from changed_readings where change_id <= $1 or lane = $2 limit 1",
    [newest, LANE.backlog],
  );
  return rows.length > 0;
}

/** The entries as four binary arrays: project_id, device_id, since, until. */
export function changeArrays(entries: readonly ReadingChange[]): Buffer[] {
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
