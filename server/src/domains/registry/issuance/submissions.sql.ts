// What a request was submitted as, each time, and what the issuer asked for then.
import type { Day, IssuanceAnswer, IssuanceMark } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { evidenceOf } from "../evidence/evidence.sql.ts";
import type { IssuanceRow } from "./issuance.sql.ts";

export interface Submission {
  readonly submission: number;
  readonly submitted_at: Date;
  readonly from_day: Day;
  readonly to_day: Day;
  readonly statement_version: number;
  readonly evidence: readonly string[];
  readonly answers: readonly IssuanceAnswer[];
  readonly marks: readonly IssuanceMark[];
}

type Of = Pick<IssuanceRow, "issuance_id">;

/** The submissions of the request, the oldest first. */
export async function submissionsOf(db: Db, { issuance_id }: Of): Promise<Submission[]> {
  const { rows } = await sql<Submission>`
    select submission, submitted_at, from_day, to_day, statement_version, evidence, answers, marks from issuance_submission
    where issuance_id = ${issuance_id} order by submission`.execute(db);
  return rows;
}

/** When the request was handed in first, and for which days; undefined: it never was. */
export async function firstSubmission(
  db: Db,
  { issuance_id }: Of,
): Promise<Pick<Submission, "submitted_at" | "from_day" | "to_day"> | undefined> {
  return db
    .selectFrom("issuance_submission")
    .select(["submitted_at", "from_day", "to_day"])
    .where("issuance_id", "=", issuance_id)
    .orderBy("submission")
    .limit(1)
    .executeTakeFirst();
}

/** The documents of the request by their SHA-256, hexadecimal. */
export const documentHashes = async (db: Db, { record_uid }: IssuanceRow): Promise<string[]> =>
  (await evidenceOf(db, record_uid)).map(({ sha256 }) => sha256);

/** Writes down what is submitted, with the answers to what was asked for. */
export async function freezeSubmission(
  tx: Tx,
  row: IssuanceRow,
  {
    submitted_by,
    pack,
    answers = [],
  }: { submitted_by: number | null; pack: string; answers?: readonly IssuanceAnswer[] },
): Promise<void> {
  const { issuance_id, from_day, to_day, statement_version } = row;
  const evidence = await documentHashes(tx, row);
  await sql`
    insert into issuance_submission (issuance_id, submission, submitted_by, from_day, to_day, statement_version, evidence, answers, pack)
    select ${issuance_id}, coalesce(max(submission), 0) + 1, ${submitted_by}::int4, ${from_day}, ${to_day}, ${statement_version},
      ${evidence}::text[], ${JSON.stringify(answers)}::jsonb, ${pack}
    from issuance_submission where issuance_id = ${issuance_id}`.execute(tx);
}

/** The evidence of the request as it was submitted last; null: it was not, or there is none. */
export async function submittedPack(db: Db, { issuance_id }: Of): Promise<string | null> {
  const { rows } = await sql<{ pack: string | null }>`
    select pack from issuance_submission where issuance_id = ${issuance_id} order by submission desc limit 1`.execute(
    db,
  );
  return rows[0]?.pack ?? null;
}

/** Writes down what the issuer asks for of the last submission. */
export async function markSubmission(
  tx: Tx,
  { issuance_id }: Of,
  marks: readonly IssuanceMark[],
): Promise<void> {
  await sql`
    update issuance_submission set marks = ${JSON.stringify(marks)}::jsonb where issuance_id = ${issuance_id}
      and submission = (select max(submission) from issuance_submission where issuance_id = ${issuance_id})`.execute(
    tx,
  );
}
