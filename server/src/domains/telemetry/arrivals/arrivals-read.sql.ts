// What arrived at a gateway, as its owner is shown it.
import {
  ARRIVALS_SHOWN,
  type ArrivedReading,
  type ArrivedRefusal,
  type RefusedTries,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";

/** What the stages of a gateway's first hour are made of; instants are null until they are reached. */
interface ArrivalRow {
  readonly gateway_id: number;
  readonly gateway_uid: string;
  readonly serial: string;
  readonly interval_s: number;
  readonly firmware_version: string | null;
  readonly last_contact_at: Date | null;
  readonly added_at: Date;
  readonly first_contact_at: Date | null;
  readonly contact_by: "mqtt" | "http" | null;
  readonly contact_address: string | null;
  readonly clock_ahead_ms: number | null;
  readonly announced_at: Date | null;
  readonly first_reading_at: Date | null;
  readonly first_stored: number | null;
  readonly first_refused: number | null;
  readonly stored: number;
  readonly refused: number;
  readonly newest_end: Date | null;
  readonly connected_at: Date | null;
  readonly devices: number;
}

/** The gateway of the project; undefined when it was removed meanwhile. */
export async function arrivalOf(
  tx: Tx,
  { project_id }: ProjectAccess,
  gateway_uid: string,
): Promise<ArrivalRow | undefined> {
  const { rows } = await sql<ArrivalRow>`
    select g.gateway_id, g.gateway_uid, g.serial, g.interval_s, g.firmware_version, g.last_contact_at,
      coalesce(a.added_at, g.created_at) as added_at, a.first_contact_at, a.contact_by, a.contact_address,
      a.clock_ahead_ms, a.announced_at, a.first_reading_at, a.first_stored, a.first_refused, coalesce(a.stored, 0) as stored,
      coalesce(a.refused, 0) as refused, a.newest_end, a.connected_at,
      (select count(*)::int4 from device d where d.gateway_id = g.gateway_id and d.removed_at is null) as devices
    from gateway g left join gateway_arrival a using (gateway_id)
    where g.project_id = ${project_id} and g.gateway_uid = ${gateway_uid} and g.removed_at is null`.execute(
    tx,
  );
  return rows[0];
}

/** Refused sign-ins of the last hour after `since` (null: all of it) by address and reason, and how many in the last ten minutes. */
export async function triesOf(
  tx: Tx,
  { project_id }: ProjectAccess,
  { gateway_id, since }: { gateway_id: number; since: Date | null },
): Promise<{ tries: RefusedTries[]; tries_10_min: number }> {
  const { rows } = await sql<Omit<RefusedTries, "last_at"> & { last_at: Date; recent: number }>`
    select address, by, reason, sum(count)::int4 as count, max(last_at) as last_at,
      coalesce(sum(count) filter (where last_at > now() - interval '10 min'), 0)::int4 as recent
    from gateway_try
    where project_id = ${project_id} and gateway_id = ${gateway_id} and last_at > now() - interval '1 hour'
      and last_at > coalesce(${since}::timestamptz, '-infinity')
    group by address, by, reason order by max(last_at) desc`.execute(tx);
  return {
    tries: rows.slice(0, ARRIVALS_SHOWN.tries).map(({ recent: _, last_at, ...tries }) => ({
      ...tries,
      last_at: last_at.toISOString(),
    })),
    tries_10_min: rows.reduce((sum, { recent }) => sum + recent, 0),
  };
}

/** The newest readings of the gateway's devices that lie within a week, the newest first. */
export async function newestReadings(
  tx: Tx,
  { project_id }: ProjectAccess,
  gateway_id: number,
): Promise<ArrivedReading[]> {
  const most = ARRIVALS_SHOWN.readings;
  const { rows } = await sql<ArrivedReading>`
    select d.device_uid, (extract(epoch from r.ts) * 1000)::int8 as t,
      jsonb_strip_nulls(to_jsonb(r)) - '{ts,project_id,device_id,interval_s,source,ext}'::text[] as values
    from device d cross join lateral (
      select * from reading r
      where r.project_id = ${project_id} and r.device_id = d.device_id
        and r.ts > now() - interval '7 days' and r.ts < now() + interval '1 hour'
      order by r.ts desc limit ${most}
    ) r
    where d.project_id = ${project_id} and d.gateway_id = ${gateway_id} and d.removed_at is null
    order by r.ts desc, d.device_id limit ${most}`.execute(tx);
  return rows;
}

/** What was refused of the gateway's messages since the instant, the newest first. */
export async function newestRefusals(
  tx: Tx,
  { project_id }: ProjectAccess,
  { gateway_id, since }: { gateway_id: number; since: Date },
): Promise<ArrivedRefusal[]> {
  const rows = await tx
    .selectFrom("refused_reading")
    .select(["refused_id as id", "at", "device_uid", "reason", "detail", "t", "others"])
    .where("project_id", "=", project_id)
    .where("gateway_id", "=", gateway_id)
    .where("at", ">=", since)
    .orderBy("at", "desc")
    .orderBy("refused_id", "desc")
    .limit(ARRIVALS_SHOWN.refusals)
    .execute();
  return rows.map(({ at, ...refusal }) => ({ ...refusal, at: at.toISOString() }));
}
