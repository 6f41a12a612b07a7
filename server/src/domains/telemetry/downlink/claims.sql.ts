// Taking what waits for gateways, so that it is handed over once: a message is marked as sent and committed before it goes out, and
// nobody takes it again. What is lost between the two is lost, and its command expires.
import { COMMAND_LIMITS, type CommandMessage, type HandedOver } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { GATEWAY_ACK } from "./acks.sql.ts";

/** A message that is to be handed over now, by whoever claimed it. */
export interface ClaimedMessage {
  readonly gateway_id: number;
  readonly serial: string;
  readonly message_uid: string;
  readonly payload: CommandMessage;
}

/**
 * Takes at most `limit` messages that wait for the gateways, the oldest first, to be handed over by MQTT. They are marked as sent
 * when this returns; two processes never take the same one.
 */
export async function claimMessages(
  db: Db,
  gateway_ids: readonly number[],
  limit: number,
): Promise<ClaimedMessage[]> {
  if (gateway_ids.length === 0) return [];
  const { rows } = await sql<ClaimedMessage>`
    with waiting as (
      select message_id from gateway_message
      where gateway_id = any(${[...gateway_ids]}::int4[]) and sent_at is null and not withdrawn and expires_at > now()
      order by message_id limit ${limit} for update skip locked
    ), handed as (
      update gateway_message m set sent_at = now(), sent_by = 'mqtt' from waiting where m.message_id = waiting.message_id
      returning m.message_id, m.gateway_id, m.message_uid, m.payload
    ), told as (
      select count(pg_notify(${GATEWAY_ACK}, gateway_id::text)) from (select distinct gateway_id from handed) one
    )
    select handed.gateway_id, g.serial, handed.message_uid, handed.payload
    from handed join gateway g on g.gateway_id = handed.gateway_id, told order by handed.message_id`.execute(
    db,
  );
  return rows;
}

/** Puts messages back that certainly nobody was given: the broker has said that nobody is subscribed to them. */
export async function returnMessages(db: Db, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return;
  await db
    .updateTable("gateway_message")
    .set({ sent_at: null, sent_by: null })
    .where("message_uid", "in", [...uids])
    .where("ack_at", "is", null)
    .execute();
}

/**
 * Takes what the answer of a gateway's HTTP call is to carry: the commands that wait for it, at most COMMAND_LIMITS.perAnswer, and
 * what is held. A gateway that hears its commands by MQTT gets none here.
 */
export async function takeForAnswer(db: Db, gateway_id: number): Promise<HandedOver> {
  const { rows } = await sql<HandedOver>`
    with waiting as (
      select m.message_id from gateway_message m join gateway g on g.gateway_id = m.gateway_id
      where m.gateway_id = ${gateway_id} and not g.hears_commands
        and m.sent_at is null and not m.withdrawn and m.expires_at > now()
      order by m.message_id limit ${COMMAND_LIMITS.perAnswer} for update of m skip locked
    ), handed as (
      update gateway_message m set sent_at = now(), sent_by = 'http' from waiting where m.message_id = waiting.message_id
      returning m.message_id, m.payload
    ), held as (
      update gateway_hold set told_at = now() where gateway_id = ${gateway_id} returning message_uid
    ), told as (
      select count(pg_notify(${GATEWAY_ACK}, ${String(gateway_id)})) from (select 1 from handed limit 1) one
    )
    select coalesce((select jsonb_agg(payload order by message_id) from handed), '[]') as commands,
      coalesce((select jsonb_agg(message_uid) from held), '[]') as held
    from told`.execute(db);
  return rows[0] ?? { commands: [], held: [] };
}
