// Sealing: what is committed gets its place in the log, and the log its signed heads.
import { createHash } from "node:crypto";
import { grown, headText, NO_PEAKS, rootOf, type Hash } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { SigningKey } from "../../../platform/documents/signing-key.ts";
import { postEntry } from "./post.sql.ts";

/** So many entries are sealed in one transaction at most. */
const MOST = 5000;
/** Heads are this far apart at least, ms. */
const HEAD_MS = 60_000;
const HASH_BYTES = 32;

export const sha256: Hash = (bytes) => createHash("sha256").update(bytes).digest();

/** Makes the key known in the journal, unless it is (rule R43); `use`: one that signs something else than heads. */
export async function announceKey(
  db: Db,
  { key_id, public_key }: Pick<SigningKey, "key_id" | "public_key">,
  use?: "demonstration" | "document",
): Promise<void> {
  const known = await db
    .selectFrom("journal_entry")
    .select("entry_id")
    .where("type", "=", "key")
    .where("actor_id", "is", null)
    .where("key", "=", key_id)
    .executeTakeFirst();
  if (known !== undefined) return;
  const algorithm = use === "document" ? "P-256" : "Ed25519";
  const record = { algorithm, key_id, public_key, ...(use === undefined ? {} : { use }) };
  await db.transaction().execute((tx) =>
    postEntry(tx, {
      type: "key",
      actor_id: null,
      key: key_id,
      reference: null,
      record,
      note: {},
      reverses: null,
      moves: [],
      batches: [],
    }),
  );
}

/** Seals what is committed. Returns whether there may be more. One process does at a time; others wait for it. */
export async function sealEntries(db: Db): Promise<boolean> {
  const { rows } = await sql`select seq from ledger_seal(${MOST})`.execute(db);
  return rows.length === MOST;
}

/**
 * Signs a head of the log as it is, when it has grown and the last head is a minute old, or at once where `isNow`. Returns its size; null: no
 * head was due, or the key is not known or revoked.
 */
export function signHead(db: Db, key: SigningKey, isNow = false): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(71, 2)`.execute(tx);
    const last = await tx
      .selectFrom("journal_head")
      .select(["size", "root", "peaks", "at"])
      .orderBy("size", "desc")
      .limit(1)
      .executeTakeFirst();
    const { rows } = await sql<{ at: Date; is_known: boolean }>`
      select date_trunc('milliseconds', clock_timestamp()) as at, exists (
        select from journal_entry e join journal_seal s using (entry_id)
        where e.type = 'key' and e.actor_id is null and e.key = ${key.key_id}) and not exists (
        select from journal_entry e where e.type = 'key' and e.actor_id is null and e.key = ${`revoke ${key.key_id}`}) as is_known`.execute(
      tx,
    );
    const [now] = rows;
    if (now === undefined || !now.is_known) return null;
    const at = Math.max(now.at.getTime(), last?.at.getTime() ?? 0);
    if (!isNow && last !== undefined && at - last.at.getTime() < HEAD_MS) return null;
    let log = last === undefined ? NO_PEAKS : { size: last.size, hashes: parted(last.peaks) };
    for (let leaves = await leavesAfter(tx, log.size); leaves.length > 0;) {
      log = grown(sha256, log, leaves);
      leaves = leaves.length < MOST ? [] : await leavesAfter(tx, log.size);
    }
    if (log.size === (last?.size ?? 0)) return null;
    const head = {
      size: log.size,
      root: hex(rootOf(sha256, log)),
      previous: last === undefined ? "" : hex(last.root),
      at,
      key_id: key.key_id,
    };
    const signed = headText(head);
    const stored = {
      ...head,
      at: new Date(at),
      peaks: log.hashes.map(hex).join(""),
      signed,
      signature: hex(key.sign(signed)),
    };
    await sql`select ledger_head(${JSON.stringify(stored)}::jsonb)`.execute(tx);
    return log.size;
  });
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

const parted = (peaks: Uint8Array): Uint8Array[] =>
  Array.from({ length: peaks.length / HASH_BYTES }, (_, i) =>
    peaks.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );

async function leavesAfter(tx: Tx, size: number): Promise<Uint8Array[]> {
  const rows = await tx
    .selectFrom("journal_seal as s")
    .innerJoin("journal_entry as e", "e.entry_id", "s.entry_id")
    .select("e.leaf")
    .where("s.seq", ">", size)
    .orderBy("s.seq")
    .limit(MOST)
    .execute();
  return rows.map(({ leaf }) => leaf);
}
