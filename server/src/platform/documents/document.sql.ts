// Documents that the product made and keeps: a row and a file under the same uid.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Db, Tx } from "../db.ts";
import type { FileStore } from "../files.ts";

/** A document as it is kept. */
export interface KeptDocument {
  readonly document_uid: string;
  readonly kind: string;
  /** What it is saved as. */
  readonly name: string;
  readonly mime: string;
  readonly size_bytes: number;
  /** Of its bytes, hexadecimal. */
  readonly sha256: string;
  readonly facts: unknown;
  readonly created_at: Date;
}

/** What is to be kept. `kind` is the domain's word for it ("nze.proof"), `facts` what it says, to be read again. */
interface NewDocument {
  readonly project_id: number;
  readonly kind: string;
  readonly name: string;
  readonly mime: string;
  readonly content: Uint8Array;
  readonly facts: object;
  /** Null: nobody asked, it was due. */
  readonly created_by: number | null;
  /** Null: it is kept. */
  readonly expires_at: Date | null;
}

/** The longest that is kept, bytes. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Keeps the document; its bytes are durable before the row can be committed. */
export async function keepDocument(tx: Tx, store: FileStore, given: NewDocument): Promise<KeptDocument> {
  const { content, facts, ...row } = given;
  const received = await store.receive(Readable.from([content]), MOST_BYTES);
  try {
    await received.keep();
    const kept = await tx
      .insertInto("document")
      .values({
        ...row,
        document_uid: received.file_uid,
        size_bytes: content.length,
        sha256: createHash("sha256").update(content).digest("hex"),
        facts: JSON.stringify(facts),
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    return asKept(kept);
  } catch (error) {
    await received.drop();
    throw error;
  }
}

/** The newest documents of a kind, newest first, at most `limit`; `db` sees those of projects that were proven. */
export async function newestDocuments(
  db: Db,
  { project_id, kind, limit }: { project_id: number; kind: string; limit: number },
): Promise<KeptDocument[]> {
  const rows = await db
    .selectFrom("document")
    .select(COLUMNS)
    .where("project_id", "=", project_id)
    .where("kind", "=", kind)
    .orderBy("created_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(asKept);
}

/** The document of the project; undefined where there is none of that uid. */
export async function documentOf(
  db: Db,
  { project_id, document_uid }: { project_id: number; document_uid: string },
): Promise<KeptDocument | undefined> {
  const row = await db
    .selectFrom("document")
    .select(COLUMNS)
    .where("project_id", "=", project_id)
    .where("document_uid", "=", document_uid)
    .executeTakeFirst();
  return row === undefined ? undefined : asKept(row);
}

const COLUMNS = [
  "document_uid",
  "kind",
  "name",
  "mime",
  "size_bytes",
  "sha256",
  "facts",
  "created_at",
] as const;

const asKept = (row: Omit<KeptDocument, "size_bytes"> & { size_bytes: unknown }): KeptDocument => ({
  ...row,
  size_bytes: Number(row.size_bytes),
});
