// Versions of an application: frozen as they were submitted, with what the issuer said of each.
import { createHash } from "node:crypto";
import {
  canonicalText,
  type DeviceAnswer,
  type DeviceMark,
  type DeviceVersion,
  type DeviceVersionContent,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { storedContent } from "./stored-form.ts";

const nfc = (text: string) => text.normalize("NFC");

/** The text that a version is frozen as: RFC 8785, numbers as text (rule R42). */
function contentText({ fields, meters, members, documents }: DeviceVersionContent): string {
  return canonicalText({
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, nfc(value)])),
    meters: meters.map(({ device_uid, role }) => ({ device_uid, role })),
    members: [...members],
    documents: documents.map(({ document_uid, kind, name, size_bytes, sha256 }) => ({
      document_uid,
      kind,
      name: nfc(name),
      size_bytes: String(size_bytes),
      sha256,
    })),
  });
}

/** The versions of the application that were submitted, the oldest first. */
export async function versionsOf(db: Db, application_id: number): Promise<DeviceVersion[]> {
  const rows = await db
    .selectFrom("device_version")
    .select(["submission", "content", "submitted_at", "note", "reason", "owner_named"])
    .select([
      sql<string>`encode(hash, 'hex')`.as("hash"),
      sql<DeviceVersion["answers"]>`answers`.as("answers"),
      sql<DeviceVersion["marks"]>`marks`.as("marks"),
      sql<DeviceVersion["overrides"]>`overrides`.as("overrides"),
    ])
    .where("application_id", "=", application_id)
    .orderBy("submission")
    .execute();
  return rows.map(({ submitted_at, content, ...row }) => ({
    ...row,
    submitted_at: submitted_at.toISOString(),
    content: storedContent(content),
  }));
}

/** Freezes what the application says as its next version. */
export async function freezeVersion(
  tx: Tx,
  application_id: number,
  version: {
    submission: number;
    content: DeviceVersionContent;
    answers: readonly DeviceAnswer[];
    note: string;
    submitted_by: number | null;
    registration_date: string;
  },
): Promise<void> {
  const { submission, content, answers, note, submitted_by, registration_date } = version;
  const text = contentText(content);
  await tx
    .insertInto("device_version")
    .values({
      application_id,
      submission,
      content: text,
      hash: createHash("sha256").update(text).digest(),
      answers: JSON.stringify(answers),
      note,
      submitted_by,
    })
    .execute();
  await tx
    .updateTable("device_application")
    .set({ submission, registration_date, opened_at: null, opened_by: null, answers: "[]", note: "" })
    .where("application_id", "=", application_id)
    .execute();
}

/** Writes down that an issuer looks at the newest version; who was first stays. */
export async function noteReviewBegan(
  tx: Tx,
  application_id: number,
  account_id: number | null,
): Promise<void> {
  await tx
    .updateTable("device_application")
    .set({ opened_at: sql<Date>`now()`, opened_by: account_id })
    .where("application_id", "=", application_id)
    .where("opened_at", "is", null)
    .execute();
}

/** Writes down what the issuer decided about the newest version. */
export async function noteDecision(
  tx: Tx,
  { application_id, submission }: { application_id: number; submission: number },
  decision: {
    marks?: readonly DeviceMark[];
    overrides?: Readonly<Record<string, string>>;
    owner_named?: boolean;
    reason: string | null;
    decided_by: number | null;
  },
): Promise<void> {
  const { marks = [], overrides = {}, owner_named = false, reason, decided_by } = decision;
  await tx
    .updateTable("device_version")
    .set({
      marks: JSON.stringify(marks),
      overrides: JSON.stringify(overrides),
      owner_named,
      reason,
      decided_by,
      decided_at: sql<Date>`now()`,
    })
    .where("application_id", "=", application_id)
    .where("submission", "=", submission)
    .execute();
}
