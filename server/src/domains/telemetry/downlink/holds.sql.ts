// Commands that are held (dead man's switch): a gateway that hears no more that a command is held goes back by itself.
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { GATEWAY_MESSAGE } from "./downlink.sql.ts";

/** What is held on a gateway from now on. */
interface GatewayHold {
  readonly gateway_id: number;
  /** Of messages that were put before it; empty: nothing is held any more. */
  readonly uids: readonly string[];
}

/**
 * From the caller's commit on exactly these commands are held on each gateway named, and it is told so: by MQTT once for each call
 * of this, by HTTP in every answer. Whoever holds calls it again each third of the time after which the gateway would go back.
 */
export async function holdCommands(tx: Tx, holds: readonly GatewayHold[]): Promise<void> {
  if (holds.length === 0) return;
  await sql`
    with given as materialized (
      select h.gateway_id, m.message_uid, m.project_id
      from jsonb_to_recordset(${JSON.stringify(holds)}::jsonb) as h(gateway_id int4, uids uuid[])
      join gateway_message m on m.gateway_id = h.gateway_id and m.message_uid = any(h.uids)
    ), ended as (
      delete from gateway_hold h where h.gateway_id = any(${holds.map(({ gateway_id }) => gateway_id)}::int4[])
        and not exists (select from given where given.gateway_id = h.gateway_id and given.message_uid = h.message_uid)
    ), put as (
      insert into gateway_hold (gateway_id, message_uid, project_id)
      select gateway_id, message_uid, project_id from given
      on conflict (gateway_id, message_uid) do update set asked_at = now()
      returning gateway_id
    )
    select pg_notify(${GATEWAY_MESSAGE}, gateway_id::text) from (select distinct gateway_id from put) told`.execute(
    tx,
  );
}

/** One command that is held. */
interface HeldCommand {
  readonly gateway_id: number;
  readonly message_uid: string;
  /** When it was last wanted that the gateway be told. */
  readonly asked_at: Date;
  /** When word of it last went out to the gateway; null: never. */
  readonly told_at: Date | null;
}

/** The commands that are held on the gateways, and when each was last told of them. */
export function holdsOf(tx: Tx | Db, gateway_ids: readonly number[]): Promise<HeldCommand[]> {
  if (gateway_ids.length === 0) return Promise.resolve([]);
  return tx
    .selectFrom("gateway_hold")
    .select(["gateway_id", "message_uid", "asked_at", "told_at"])
    .where("gateway_id", "in", [...gateway_ids])
    .orderBy("gateway_id")
    .orderBy("asked_at")
    .execute();
}

/** What a gateway holds, as far as it is to be told. */
export interface HoldToTell {
  readonly gateway_id: number;
  readonly serial: string;
  readonly uids: readonly string[];
  /** True where it was asked for after it was last told. */
  readonly is_due: boolean;
}

/** What the gateways hold, one row for each that is there, also where it holds nothing. */
export async function holdsToTell(db: Db, gateway_ids: readonly number[]): Promise<HoldToTell[]> {
  if (gateway_ids.length === 0) return [];
  const { rows } = await sql<HoldToTell>`
    select g.gateway_id, g.serial, coalesce(jsonb_agg(h.message_uid) filter (where h.message_uid is not null), '[]') as uids,
      coalesce(bool_or(h.asked_at > coalesce(h.told_at, '-infinity')), false) as is_due
    from gateway g left join gateway_hold h on h.gateway_id = g.gateway_id
    where g.gateway_id = any(${[...gateway_ids]}::int4[]) and g.removed_at is null
    group by g.gateway_id, g.serial`.execute(db);
  return rows;
}

/** Notes that the gateways have just been told. */
export async function noteTold(db: Db, told: readonly HoldToTell[]): Promise<void> {
  if (told.length === 0) return;
  await sql`
    update gateway_hold h set told_at = now()
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t(gateway_id int4, uids uuid[])
    where h.gateway_id = t.gateway_id and h.message_uid = any(t.uids)`.execute(db);
}
