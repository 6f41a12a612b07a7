// What arrived at a gateway that somebody follows: counted by ingest with what it stores, in the same commit.
import { sql } from "kysely";
import type pg from "pg";
import type { Db } from "../../../platform/db.ts";
import { binaryArray } from "../../../platform/postgres/binary-arrays.ts";
import { GATEWAY_ARRIVAL, GATEWAY_LOOKED_UP } from "../../fleet/index.ts";

/** What one message brought to a gateway that is followed. */
export interface Arrival {
  readonly gateway_id: number;
  readonly stored: number;
  readonly refused: number;
  /** End of its newest live interval, ms since 1970; null: none. */
  readonly newest: number | null;
  readonly interval_s: number;
  /** The gateway's clock against ours, ms; null: the message does not tell. */
  readonly clock_ahead_ms: number | null;
}

/** A gateway that is connected is followed for so long after somebody looked, minutes; longer than ingest remembers. */
const FOLLOWED_MIN = 10;
/** It is renewed when less is left, minutes. */
const RENEWED_MIN = 7;

/** The sums of a batch by gateway, beside what was known; `in_a_row`: its newest interval follows the one before. */
const TOLD = `
  select a.gateway_id, g.stored, g.refused, g.newest, g.clock,
    coalesce(a.newest_end, g.earliest) < g.newest
      and g.newest <= coalesce(a.newest_end, g.earliest) + g.interval_s * interval '1.5 s' as in_a_row
  from (
    select gateway_id, sum(stored)::int4 as stored, sum(refused)::int4 as refused, max(newest) as newest, min(newest) as earliest,
      max(interval_s) as interval_s, (array_agg(clock order by ord desc) filter (where clock is not null))[1] as clock
    from unnest($1::int4[], $2::int4[], $3::int4[], $4::timestamptz[], $5::int4[], $6::float8[])
      with ordinality as given(gateway_id, stored, refused, newest, interval_s, clock, ord)
    group by gateway_id
  ) g join gateway_arrival a using (gateway_id)`;

/**
 * Counts the messages in the caller's transaction and tells open screens on commit. A live interval that ends within one and a
 * half intervals of the newest before it is the second in a row: the gateway then counts as connected.
 */
export async function recordArrivals(client: pg.ClientBase, arrivals: readonly Arrival[]): Promise<void> {
  const column = (type: "int4" | "timestamptz" | "float8", key: keyof Arrival) =>
    binaryArray(
      type,
      arrivals.map((one) => one[key]),
    );
  const gateways = column("int4", "gateway_id");
  // Writers that meet take locks in one order.
  await client.query(
    "select from gateway_arrival where gateway_id = any($1::int4[]) order by gateway_id for update",
    [gateways],
  );
  await client.query(
    `with noted as (
       update gateway_arrival a set
         stored = a.stored + g.stored, refused = a.refused + g.refused,
         clock_ahead_ms = coalesce(g.clock, a.clock_ahead_ms),
         first_reading_at = coalesce(a.first_reading_at, case when g.stored > 0 then now() end),
         first_stored = case when a.first_reading_at is null and g.stored > 0 then g.stored else a.first_stored end,
         first_refused = case when a.first_reading_at is null and g.stored > 0 then g.refused else a.first_refused end,
         newest_end = greatest(a.newest_end, g.newest),
         connected_at = coalesce(a.connected_at, case when g.in_a_row then now() end),
         followed_until = case when a.followed_until is null and g.in_a_row then now() + interval '${FOLLOWED_MIN} min'
           else a.followed_until end
       from (${TOLD}) g
       where a.gateway_id = g.gateway_id
       returning a.gateway_id)
     select pg_notify($7, gateway_id::text) from noted`,
    [
      gateways,
      column("int4", "stored"),
      column("int4", "refused"),
      column("timestamptz", "newest"),
      column("int4", "interval_s"),
      column("float8", "clock_ahead_ms"),
      GATEWAY_ARRIVAL,
    ],
  );
}

/** Until when ingest counts what arrives at the gateway, ms since 1970: Infinity until it is connected, 0 when never. */
export async function followedUntil(db: Db, gateway_id: number): Promise<number> {
  const row = await db
    .selectFrom("gateway_arrival")
    .select("followed_until")
    .where("gateway_id", "=", gateway_id)
    .executeTakeFirst();
  return row === undefined ? 0 : (row.followed_until?.getTime() ?? Number.POSITIVE_INFINITY);
}

/** Somebody looks at gateways: what arrives at them is counted for some minutes more, from now on where it was not. */
export async function followGateways(db: Db, gateway_ids: readonly number[]): Promise<void> {
  if (gateway_ids.length === 0) return;
  await sql`with old as (
      select gateway_id, followed_until from gateway_arrival
      where gateway_id = any(${[...gateway_ids]}::int4[]) and followed_until < now() + ${RENEWED_MIN} * interval '1 min'
      order by gateway_id for update),
    renewed as (
      update gateway_arrival a set followed_until = now() + ${FOLLOWED_MIN} * interval '1 min'
      from old where a.gateway_id = old.gateway_id)
    select pg_notify(${GATEWAY_LOOKED_UP}, gateway_id::text) from old where followed_until < now()`.execute(
    db,
  );
}
