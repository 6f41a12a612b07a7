import type { Db } from "../../platform/db.ts";
import { keyOfCall } from "../../platform/limits/key-reach.ts";
import { auditValues, type AuditValues } from "./audit-values.ts";

/** Something an account did, or that was tried on it. Never put a password, token or credential in here. */
interface AuditEntry {
  /** Who did it; null: nobody signed in. */
  readonly account_id: number | null;
  /** Where it came from; null: from the machine itself. */
  readonly address: string | null;
  /** What was done: `<noun>.<past participle>`. */
  readonly action: string;
  /** What it was done to: an e-mail, a uid, a serial. */
  readonly subject?: string;
  /** The API key it was done with; left out: that of the call, if it came with one. */
  readonly api_key_id?: number;
  /** The project it was done in: its owners see the entry. */
  readonly project_id?: number;
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
  /** Values before, by field, of a thing that was changed or removed; what is alike in both is left out. */
  readonly before?: AuditValues | null | undefined;
  /** Values after, of a thing that was added or changed. */
  readonly after?: AuditValues | null | undefined;
}

/** Adds the entry to the audit log. Pass the transaction of the change, so that both happen or neither. */
export async function audit(db: Db, entry: AuditEntry): Promise<void> {
  const { before, after } = auditValues(entry.before, entry.after);
  await db
    .insertInto("audit_event")
    .values({
      account_id: entry.account_id,
      address: entry.address?.slice(0, 64) ?? null,
      action: entry.action,
      subject: entry.subject?.slice(0, 200) ?? null,
      api_key_id: entry.api_key_id ?? keyOfCall()?.api_key_id ?? null,
      project_id: entry.project_id ?? null,
      detail: JSON.stringify(entry.detail ?? {}),
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
    })
    .execute();
}
