// What gateways answer to commands: the first answer with an end counts, and that a gateway went back by itself is kept beside it.
import type { CommandAck } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { GatewayCaller } from "../../../platform/http.ts";

/** Announced with the id of a gateway, of whose messages something became known: handed over, answered, gone back from. */
export const GATEWAY_ACK = "gateway_ack";

/**
 * Stores the answer of a gateway and announces it. Returns whether it counts: the first answer with an end does, and the first that
 * says `reverted`; every other is only counted. Null: nothing of that uid was handed to this gateway.
 */
export async function storeAck(
  db: Db,
  { gateway_id }: Pick<GatewayCaller, "gateway_id">,
  { command_uid, status, text, in_force_w }: CommandAck,
): Promise<boolean | null> {
  const isEnd = status !== "reverted";
  const { rows } = await sql<{ counted: boolean }>`
    with before as (
      select message_id, ack_at is null as unanswered, reverted_at is null as not_reverted from gateway_message
      where message_uid = ${command_uid} and gateway_id = ${gateway_id} and sent_at is not null
      for update
    ), stored as (
      update gateway_message m set
        ack_count = m.ack_count + 1,
        ack_at = case when ${isEnd} and unanswered then now() else m.ack_at end,
        ack_status = case when ${isEnd} and unanswered then ${status} else m.ack_status end,
        ack_text = case when ${isEnd} and unanswered then ${text} else m.ack_text end,
        ack_in_force_w = case when ${isEnd} and unanswered then ${in_force_w ?? null}::float8 else m.ack_in_force_w end,
        reverted_at = case when ${isEnd} then m.reverted_at else coalesce(m.reverted_at, now()) end
      from before where m.message_id = before.message_id
      returning case when ${isEnd} then unanswered else not_reverted end as counted
    )
    select counted, case when counted then pg_notify(${GATEWAY_ACK}, ${String(gateway_id)}) end from stored`.execute(
    db,
  );
  return rows[0]?.counted ?? null;
}

/** What is known of a message that was put before a gateway. */
export interface MessageFate {
  readonly message_uid: string;
  readonly withdrawn: boolean;
  /** When it was handed over; null: it waits, or nobody took it in time. */
  readonly sent_at: Date | null;
  readonly sent_by: "mqtt" | "http" | null;
  /** When the first answer with an end came, and what it said; null: none yet. It may have come after the command's expiry. */
  readonly ack_at: Date | null;
  readonly ack_status: "done" | "refused" | "failed" | "expired" | null;
  readonly ack_text: string;
  /** The limit that holds where a lower one is set on site, W. */
  readonly ack_in_force_w: number | null;
  /** Answers that came in all, those that changed nothing too. */
  readonly ack_count: number;
  /** When the gateway said that it went back by itself; null: it did not. */
  readonly reverted_at: Date | null;
}

/** What became of the messages; those that nobody put before a gateway are left out. */
export async function messagesOf(tx: Tx, uids: readonly string[]): Promise<MessageFate[]> {
  if (uids.length === 0) return [];
  const { rows } = await sql<MessageFate>`
    select message_uid, withdrawn, sent_at, sent_by, ack_at, ack_status, ack_text, ack_in_force_w, ack_count, reverted_at
    from gateway_message where message_uid = any(${[...uids]}::uuid[])`.execute(tx);
  return rows;
}
