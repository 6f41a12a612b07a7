// Files of records as they are stored. A file lies in the store under its uid.
import type { EvidenceKind, HeldEvidence } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

interface EvidenceRow extends Omit<HeldEvidence, "at"> {
  readonly record_uid: string;
  readonly mime: string;
  readonly at: Date;
}

const COLUMNS = sql`evidence_uid, record_uid, kind, name, mime, size_bytes, encode(sha256, 'hex') as sha256, at`;

const shown = ({ at, record_uid: _record, mime: _mime, ...file }: EvidenceRow): HeldEvidence => ({
  ...file,
  at: at.toISOString(),
});

/** The record's files, in the order in which they came. */
export async function evidenceOf(db: Db, record_uid: string): Promise<HeldEvidence[]> {
  const { rows } = await sql<EvidenceRow>`
    select ${COLUMNS} from record_evidence where record_uid = ${record_uid} order by at, evidence_uid`.execute(
    db,
  );
  return rows.map(shown);
}

/** A file by its uid; undefined: there is none. */
export async function evidenceByUid(db: Db, evidence_uid: string): Promise<EvidenceRow | undefined> {
  const { rows } = await sql<EvidenceRow>`
    select ${COLUMNS} from record_evidence where evidence_uid = ${evidence_uid}`.execute(db);
  return rows[0];
}

/** Whether the record has a file of the kind with this content. `sha256`: hexadecimal. */
export async function evidenceByHash(
  db: Db,
  { record_uid, kind, sha256 }: { record_uid: string; kind: EvidenceKind; sha256: string },
): Promise<boolean> {
  return (await evidenceOf(db, record_uid)).some((file) => file.kind === kind && file.sha256 === sha256);
}

interface NewEvidence {
  readonly evidence_uid: string;
  readonly record_uid: string;
  readonly kind: EvidenceKind;
  readonly name: string;
  readonly mime: string;
  readonly size_bytes: number;
  readonly sha256: Buffer;
  readonly uploaded_by: number;
}

/** Adds the file to its record, and returns it as answers have it. */
export async function insertEvidence(tx: Tx, file: NewEvidence): Promise<HeldEvidence> {
  const { at } = await tx
    .insertInto("record_evidence")
    .values(file)
    .returning("at")
    .executeTakeFirstOrThrow();
  const { evidence_uid, kind, name, size_bytes, sha256 } = file;
  return { evidence_uid, kind, name, size_bytes, sha256: sha256.toString("hex"), at: at.toISOString() };
}
