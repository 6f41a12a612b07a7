// What waits for a gateway to be told. Whoever has something to say puts it here; the process that holds the gateway's connection,
// or answers its call, hands it over once (docs/decisions/0096-one-life-for-all-commands.md).
import { commandMessage, type CommandMessage } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";

/** Announced with the id of a gateway for which something waits. */
export const GATEWAY_MESSAGE = "gateway_message";

/** A command for a gateway, as it travels. */
export interface Downlink {
  readonly gateway_id: number;
  readonly project_id: number;
  readonly message: CommandMessage;
}

/** Puts commands before their gateways in the caller's transaction; they are handed over once that has committed. */
export async function putMessages(tx: Tx, downlinks: readonly Downlink[]): Promise<void> {
  if (downlinks.length === 0) return;
  const rows = downlinks.map(({ gateway_id, project_id, message }) => ({
    gateway_id,
    project_id,
    message_uid: message.command_uid,
    payload: commandMessage.parse(message),
    expires_at: new Date(message.expires_at).toISOString(),
  }));
  await sql`
    with put as (
      insert into gateway_message (message_uid, gateway_id, project_id, payload, expires_at)
      select message_uid, gateway_id, project_id, payload, expires_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given(message_uid uuid, gateway_id int4, project_id int4, payload jsonb, expires_at timestamptz)
      returning gateway_id
    )
    select pg_notify(${GATEWAY_MESSAGE}, gateway_id::text) from (select distinct gateway_id from put) told`.execute(
    tx,
  );
}

/** Takes back what was not handed over yet, and returns the uids of those that were in time. */
export async function withdrawMessages(tx: Tx, uids: readonly string[]): Promise<ReadonlySet<string>> {
  if (uids.length === 0) return new Set();
  const rows = await tx
    .updateTable("gateway_message")
    .set({ withdrawn: true })
    .where("message_uid", "in", uids)
    .where("sent_at", "is", null)
    .where("withdrawn", "=", false)
    .returning("message_uid")
    .execute();
  return new Set(rows.map(({ message_uid }) => message_uid));
}

/** Forgets messages of which nothing more is expected, whatever became of them; returns how many there were. */
export async function forgetMessages(tx: Tx, uids: readonly string[]): Promise<number> {
  if (uids.length === 0) return 0;
  const { numAffectedRows = 0n } = await sql`
    delete from gateway_message where message_uid = any(${[...uids]}::uuid[])`.execute(tx);
  return Number(numAffectedRows);
}
