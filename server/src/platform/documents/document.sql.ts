// Documents that the product made and keeps: a row and a file under the same uid.
import { createHash } from "node:crypto";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import type { Db, Tx } from "../db.ts";
import type { FileStore, ReceivedFile } from "../files.ts";

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
  /** Null: it is kept. */
  readonly expires_at: Date | null;
}

/** Whose it is: a project's, for all who may see that, or an account's own. */
type DocumentOwner = { readonly project_id: number } | { readonly account_id: number };

/** What is said of a document. `kind` is the domain's word for it ("nze.proof"), `facts` what it says, to be read again. */
type DocumentRow = DocumentOwner & {
  readonly kind: string;
  readonly name: string;
  readonly mime: string;
  readonly facts: object;
  /** Null: nobody asked, it was due. */
  readonly created_by: number | null;
  /** Null: it is kept. */
  readonly expires_at: Date | null;
};

/** A document whose bytes lie in the store and of which no row says so yet. */
interface DocumentBytes {
  readonly file: ReceivedFile;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The longest that is kept, bytes. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * Takes the bytes of a document in as they are made, before the transaction that keeps it. Rejects with what the content fails
 * with, and with 413 `file.too_large`; nothing is left of it then.
 */
export async function receiveDocument(
  store: FileStore,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<DocumentBytes> {
  const hash = createHash("sha256");
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      done(null, piece);
    },
  });
  const whole = content instanceof Uint8Array ? Readable.from([content]) : Readable.from(content);
  const [file] = await Promise.all([store.receive(counted, MOST_BYTES), pipeline(whole, counted)]);
  return { file, sha256: hash.digest("hex") };
}

/** Keeps a document whose bytes were received; they are durable before the row can be committed. */
export async function keepReceived(
  tx: Tx,
  { file, sha256 }: DocumentBytes,
  { facts, ...row }: DocumentRow,
): Promise<KeptDocument> {
  try {
    await file.keep();
    const kept = await tx
      .insertInto("document")
      .values({
        ...row,
        document_uid: file.file_uid,
        size_bytes: file.size_bytes,
        sha256,
        facts: JSON.stringify(facts),
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    return asKept(kept);
  } catch (error) {
    await file.drop();
    throw error;
  }
}

/** Keeps the document; its bytes are durable before the row can be committed. */
export async function keepDocument(
  tx: Tx,
  store: FileStore,
  { content, ...row }: DocumentRow & { readonly content: Uint8Array },
): Promise<KeptDocument> {
  return keepReceived(tx, await receiveDocument(store, content), row);
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

/** The document of the account; undefined where there is none of that uid. */
export async function documentOfAccount(
  db: Db,
  { account_id, document_uid }: { account_id: number; document_uid: string },
): Promise<KeptDocument | undefined> {
  const row = await db
    .selectFrom("document")
    .select(COLUMNS)
    .where("account_id", "=", account_id)
    .where("document_uid", "=", document_uid)
    .executeTakeFirst();
  return row === undefined ? undefined : asKept(row);
}

/** Takes the rows of documents away whose time is over, the oldest first, at most `limit`; returns their uids. */
export async function deleteExpired(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ document_uid: string }>`
    delete from document where document_uid in (
      select document_uid from document where expires_at <= ${now} order by expires_at limit ${limit} for update skip locked)
    returning document_uid`.execute(tx);
  return rows.map(({ document_uid }) => document_uid);
}

/** Takes the row of a document away; its file is whoever asked's to remove once that is committed. */
export async function deleteDocument(tx: Tx, document_uid: string): Promise<void> {
  await tx.deleteFrom("document").where("document_uid", "=", document_uid).execute();
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
  "expires_at",
] as const;

const asKept = (row: Omit<KeptDocument, "size_bytes"> & { size_bytes: unknown }): KeptDocument => ({
  ...row,
  size_bytes: Number(row.size_bytes),
});
