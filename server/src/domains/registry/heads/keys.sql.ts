// Keys of the log over time: a new one takes over, one is revoked, and after a loss the log goes on under another key (rules R24, R43).
import type { LogKey } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { documentSigner, replaceDocumentKey } from "../../../platform/documents/sign-pdf.ts";
import {
  publicKeyIn,
  replaceSigningKey,
  signingKeyIn,
  type SigningKey,
} from "../../../platform/documents/signing-key.ts";
import { Problem } from "../../../platform/problem.ts";
import { postEntry } from "../ledger/post.sql.ts";
import { sealEntries, signHead } from "../ledger/seal.sql.ts";
import { headAt, logKeys } from "../proofs/log.sql.ts";
import { keepLastHead, ledgerHold, type LedgerHold } from "./hold.sql.ts";
import { putLastHeadAside } from "./head-files.ts";

/** A new key of the log, and the one that it takes over from; null: there was none. */
interface KeyChange {
  readonly key_id: string;
  readonly before: string | null;
}

/**
 * Makes a new key in the folder and makes it known; the old one signs nothing any more, its private half is gone, and what it signed stays good.
 * A server that runs signs with the new one from its next head on.
 */
export async function rotateKey(db: Db, folder: string): Promise<KeyChange> {
  const before = (await publicKeyIn(folder))?.key_id ?? null;
  const key = await replaceSigningKey(folder);
  await db.transaction().execute((tx) => announce(tx, key, before));
  await sealed(db, folder, key);
  return { key_id: key.key_id, before };
}

/**
 * Makes a new key for PDFs and makes it known; the old one signs nothing any more, and PDFs that it signed stay good. A server that runs signs the
 * next one with it.
 */
export async function rotateDocumentKey(db: Db, folder: string): Promise<KeyChange> {
  const before = (await documentSigner(db)).key_id;
  const key_id = await db.transaction().execute((tx) => newDocumentKey(tx, before));
  await sealed(db, folder, await signingKeyIn(folder));
  return { key_id, before };
}

/** Puts another key for PDFs in the place of that one and returns its id. */
async function newDocumentKey(tx: Tx, before: string): Promise<string> {
  const signer = await replaceDocumentKey(tx);
  await announce(tx, signer, before, "document");
  return signer.key_id;
}

/**
 * Revokes the key: it counts up to the last head that it signed, one of demonstrations or of PDFs up to the newest head. Where it is the one in the
 * folder, or the one that signs PDFs, a new one takes over; printed statements are printed anew when they are asked for then. Throws Problem 404 for a key that the log does not know, 409 for one that is revoked.
 */
export async function revokeKey(
  db: Db,
  folder: string,
  { key_id, reason }: { key_id: string; reason: string },
): Promise<{ readonly last_size: number; readonly next: string | null }> {
  const known = (await logKeys(db)).find((key) => key.key_id === key_id);
  if (known === undefined) throw new Problem(404, "key.not_found", `The log knows no key ${key_id}`);
  if (known.revoked !== null) throw new Problem(409, "key.revoked", `The key ${key_id} is revoked`);
  const isCurrent = (await publicKeyIn(folder))?.key_id === key_id;
  const key = isCurrent ? await replaceSigningKey(folder) : null;
  const signsPdfs = known.use === "document" && (await documentSigner(db)).key_id === key_id;
  const { last_size, next } = await db.transaction().execute(async (tx) => {
    // No head is signed meanwhile.
    await sql`select pg_advisory_xact_lock(71, 2)`.execute(tx);
    const size = await lastSize(tx, known);
    await revoke(tx, { key_id, last_size: size, reason });
    if (key !== null) await announce(tx, key, key_id);
    if (!signsPdfs) return { last_size: size, next: key?.key_id ?? null };
    const other = await newDocumentKey(tx, key_id);
    // Behind the new key: who kept a print by the old one before is waited for.
    await tx.deleteFrom("statement_pdf").execute();
    return { last_size: size, next: other };
  });
  if (next !== null) await sealed(db, folder, key ?? (await signingKeyIn(folder)));
  return { last_size, next };
}

async function lastSize(tx: Tx, { key_id, use }: { key_id: string; use: LogKey["use"] }): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select coalesce(max(size), 0)::int8 as size from journal_head where ${use !== "log"} or key_id = ${key_id}`.execute(
    tx,
  );
  return rows[0]?.size ?? 0;
}

/**
 * Lets the ledger go on as it is in the database, though a longer log was published: the keys of the log so far are revoked as of the newest head
 * that is left, a new one takes over, and the journal names the head that is lost. Throws Problem 409 where the ledger is not held.
 */
export async function goOnWithout(
  db: Db,
  folder: string,
  reason: string,
): Promise<{ readonly key_id: string; readonly lost: LedgerHold }> {
  const lost = await ledgerHold(db);
  if (lost === null) throw new Problem(409, "ledger.not_held", "The ledger is not held");
  await putLastHeadAside(folder);
  const key = await replaceSigningKey(folder);
  const old = (await logKeys(db)).filter(({ use, revoked }) => use === "log" && revoked === null);
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(71, 2)`.execute(tx);
    await sql`select ledger_hold_end()`.execute(tx);
    const last_size = (await headAt(tx))?.size ?? 0;
    const loss = { lost_size: String(lost.size), lost_root: lost.root };
    for (const { key_id } of old) await revoke(tx, { key_id, last_size, reason }, loss);
    await announce(tx, key, old.at(-1)?.key_id ?? null);
  });
  await sealed(db, folder, key);
  return { key_id: key.key_id, lost };
}

async function sealed(db: Db, folder: string, key: SigningKey): Promise<void> {
  while (await sealEntries(db));
  await signHead(db, key, true);
  await keepLastHead(db, folder);
}

const announce = (
  tx: Tx,
  { key_id, public_key }: Pick<SigningKey, "key_id" | "public_key">,
  replaces: string | null,
  use?: "document",
): Promise<unknown> =>
  postKey(tx, key_id, {
    algorithm: use === "document" ? "P-256" : "Ed25519",
    key_id,
    public_key,
    ...(use === undefined ? {} : { use }),
    ...(replaces === null ? {} : { replaces }),
  });

const revoke = (
  tx: Tx,
  { key_id, last_size, reason }: { key_id: string; last_size: number; reason: string },
  more: Readonly<Record<string, string>> = {},
): Promise<unknown> =>
  postKey(tx, `revoke ${key_id}`, {
    revokes: key_id,
    last_size: String(last_size),
    reason: reason.normalize("NFC"),
    ...more,
  });

function postKey(tx: Tx, key: string, record: Readonly<Record<string, string>>): Promise<unknown> {
  const none = { reference: null, note: {}, reverses: null, moves: [], batches: [] };
  return postEntry(tx, { ...none, type: "key", actor_id: null, key, record });
}
