// How a record begins.
import type { RecordRole } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import type { Actor } from "./actor.sql.ts";
import type { RecordKind, RecordRow } from "./record-kind.ts";
import { moveRecord } from "./record.sql.ts";

/** Notes that a record, whose row was just written in its first state, began, and sets its time limit. `action`: "create" unless it came otherwise; `due_at`: instead of the limit of that state. */
export async function recordBegan<S extends string, N extends string, Row extends RecordRow, P>(
  tx: Tx,
  kind: RecordKind<S, N, Row, P>,
  row: Pick<RecordRow, "record_uid" | "business_account_id" | "status">,
  {
    actor,
    action = "create",
    payload = null,
    due_at = null,
  }: { actor: Actor; action?: string; payload?: unknown; due_at?: Date | null },
): Promise<void> {
  const role: RecordRole = actor.roles[0] ?? "system";
  await moveRecord(tx, kind, {
    row,
    actor,
    from: null,
    to: row.status,
    action,
    role,
    reason: null,
    payload,
    entry_id: null,
    due_at,
  });
}

/** What a command answers that began the record: it needs nobody else for that. */
export const createdAnswer = <S extends string>({
  record_uid,
  number,
  status,
  version,
}: Pick<RecordRow, "record_uid" | "number" | "version"> & { status: S }) => ({
  record_uid,
  number,
  status,
  version,
  needs_second_person: false,
});
