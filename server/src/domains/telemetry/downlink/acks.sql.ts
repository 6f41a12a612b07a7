// What gateways answer to commands: the first answer with an end counts, and that a gateway went back by itself is kept beside it.
import type { CommandAck } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

/** Announced with the id of a gateway, of whose messages something became known: handed over, answered, gone back from. */
export const GATEWAY_ACK = "gateway_ack";

/** What a gateway has answered to a command. */
interface GatewayAnswer {
  readonly gateway_id: number;
  readonly ack: CommandAck;
}

/** So many are stored in one statement. */
const AT_ONCE = 1000;

/**
 * Stores answers, of a command at most one of them, and announces them: each transaction that announces waits for the one before
 * to be on disk, so that thousands a second must share some. Returns of each whether it counts, in the order given: the first answer
 * with an end does, and the first that says `reverted`; every other is only counted. Null: nothing of that uid was handed to this gateway.
 */
export async function storeAcks(db: Db, answers: readonly GatewayAnswer[]): Promise<(boolean | null)[]> {
  const given = answers.map(({ gateway_id, ack: { command_uid, status, text, in_force_w } }, ord) => ({
    ord,
    gateway_id,
    command_uid,
    status,
    is_end: status !== "reverted",
    text,
    in_force_w: in_force_w ?? null,
  }));
  const { rows } = await sql<{ ord: number; counted: boolean }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given(ord int4, gateway_id int4, command_uid uuid, status text, is_end boolean, text text, in_force_w float8)
    ), before as (
      select given.*, m.message_id, m.ack_at is null as unanswered, m.reverted_at is null as not_reverted
      from given join gateway_message m on m.message_uid = given.command_uid and m.gateway_id = given.gateway_id
      where m.sent_at is not null
      order by m.message_id for update of m
    ), stored as (
      update gateway_message m set
        ack_count = m.ack_count + 1,
        ack_at = case when is_end and unanswered then now() else m.ack_at end,
        ack_status = case when is_end and unanswered then before.status else m.ack_status end,
        ack_text = case when is_end and unanswered then before.text else m.ack_text end,
        ack_in_force_w = case when is_end and unanswered then before.in_force_w else m.ack_in_force_w end,
        reverted_at = case when is_end then m.reverted_at else coalesce(m.reverted_at, now()) end
      from before where m.message_id = before.message_id
      returning before.ord, m.gateway_id, case when is_end then unanswered else not_reverted end as counted
    ), told as (
      select count(pg_notify(${GATEWAY_ACK}, gateway_id::text)) from (select distinct gateway_id from stored where counted) one
    )
    select ord, counted from stored, told`.execute(db);
  const counted = new Map(rows.map((row) => [row.ord, row.counted]));
  return given.map(({ ord }) => counted.get(ord) ?? null);
}

/** Takes the answer of a gateway; says what `storeAcks` says of it once it is stored. */
export type TakeAnswer = (answer: GatewayAnswer) => Promise<boolean | null>;

interface WaitingAnswer extends GatewayAnswer {
  readonly done: (counted: boolean | null) => void;
  readonly failed: (error: unknown) => void;
}

/** Stores answers as they come: one at once, and those that come while it is being stored together after it. */
export function gatherAnswers(db: Db): TakeAnswer {
  let waiting: WaitingAnswer[] = [];
  let isStoring = false;
  const next = (): WaitingAnswer[] => {
    // The same command's next answer is another's turn: whether it counts depends on this one.
    const some = new Map<string, WaitingAnswer>();
    for (const one of waiting) {
      const uid = one.ack.command_uid.toLowerCase();
      if (some.size < AT_ONCE && !some.has(uid)) some.set(uid, one);
    }
    const taken = new Set(some.values());
    waiting = waiting.filter((one) => !taken.has(one));
    return [...taken];
  };
  const store = async (): Promise<void> => {
    while (waiting.length > 0) {
      const some = next();
      try {
        const counted = await storeAcks(db, some);
        for (const [index, one] of some.entries()) one.done(counted[index] ?? null);
      } catch (error) {
        for (const one of some) one.failed(error);
      }
    }
    isStoring = false;
  };
  return (answer) =>
    new Promise((done, failed) => {
      waiting.push({ ...answer, done, failed });
      if (isStoring) return;
      isStoring = true;
      void store();
    });
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
