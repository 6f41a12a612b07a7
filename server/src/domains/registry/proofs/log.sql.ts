// Heads and proofs of the log, from what the sealer stored.
import {
  consistencyPath,
  inclusionPath,
  subtreeRoot,
  type LogHead,
  type LogKey,
  type SubtreeRoot,
} from "@heliograph/contract";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/db.ts";
import { keyIn } from "../ledger/key-text.ts";
import { sha256 } from "../ledger/seal.sql.ts";

/** Leaves of a block: what a proof needs of the log but for a few blocks are roots of whole ones, which never change. */
const BLOCK = 1024;

const signedText = z.object({ previous: z.string(), at: z.iso.datetime() });
/** Signed heads, the newest first; those below a size where one is given. */
export async function headsBelow(
  db: Db,
  { below, limit }: { below: number | undefined; limit: number },
): Promise<LogHead[]> {
  const rows = await headRows(db)
    .$if(below !== undefined, (query) => query.where("size", "<", below ?? 0))
    .orderBy("size", "desc")
    .limit(limit)
    .execute();
  return rows.map(headOf);
}

/** The signed head of the size, without one the newest; undefined: there is none. */
export async function headAt(db: Db, size?: number): Promise<LogHead | undefined> {
  const row = await headRows(db)
    .$if(size !== undefined, (query) => query.where("size", "=", size ?? 0))
    .orderBy("size", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : headOf(row);
}

/** The keys that the log made known, in its order, and which of them it revoked; what is not sealed is not known yet. */
export async function logKeys(db: Db): Promise<LogKey[]> {
  const rows = await db
    .selectFrom("journal_entry as e")
    .innerJoin("journal_seal as s", "s.entry_id", "e.entry_id")
    .select("e.public_part")
    .where("e.type", "=", "key")
    .orderBy("s.seq")
    .execute();
  const said = rows.flatMap(({ public_part }) => keyIn(public_part) ?? []);
  const revoked = new Map(
    said.flatMap((one) =>
      one.kind === "revoked" ? [[one.key_id, { at: one.at, size: one.last_size }] as const] : [],
    ),
  );
  return said.flatMap((one): LogKey[] => {
    if (one.kind === "revoked") return [];
    const { key_id, algorithm, public_key, use, at: since } = one;
    return [{ key_id, algorithm, public_key, use, since, revoked: revoked.get(key_id) ?? null }];
  });
}

/** The place of the entry with that leaf hash in the log, from 0; undefined: it has none. */
export async function indexOfLeaf(db: Db, leaf: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("journal_entry as e")
    .innerJoin("journal_seal as s", "s.entry_id", "e.entry_id")
    .select("s.seq")
    .where("e.leaf", "=", Buffer.from(leaf, "hex"))
    .executeTakeFirst();
  return row === undefined ? undefined : row.seq - 1;
}

/** The audit path of the entry `index` in the log of `size` entries, hexadecimal, from the leaf up. */
export async function pathOf(db: Db, at: { index: number; size: number }): Promise<string[]> {
  return inclusionPath(at, await rootsFor(db, at.size, [at.index])).map(hex);
}

/** The path that proves that the log of `to` entries begins with that of `from`, hexadecimal. */
export async function pathBetween(db: Db, sizes: { from: number; to: number }): Promise<string[]> {
  return consistencyPath(sizes, await rootsFor(db, sizes.to, [sizes.from - 1, sizes.from])).map(hex);
}

/** The root of the log when it had `size` entries, hexadecimal. Throws RangeError where it has fewer. */
export async function rootAt(db: Db, size: number): Promise<string> {
  const rootOf = await rootsFor(db, size, []);
  return hex(rootOf(0, size));
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

const headRows = (db: Db) =>
  db.selectFrom("journal_head").select(["size", "root", "at", "key_id", "signed", "signature"]);

type HeadRow = Awaited<ReturnType<ReturnType<typeof headRows>["execute"]>>[number];

function headOf({ size, root, key_id, signed, signature }: HeadRow): LogHead {
  const { previous, at } = signedText.parse(JSON.parse(signed));
  return { size, root: hex(root), previous, at, key_id, signature: hex(signature) };
}

/** Roots of whole blocks of a log by its database: what is sealed stays. */
const blocksOf = new WeakMap<Db, Uint8Array[]>();

/**
 * Roots of the subtrees of the log of `size` entries that proofs about the entries `near` are made of. Each of them is made of
 * whole blocks, or lies in the block of one of those entries or in the last one.
 */
async function rootsFor(db: Db, size: number, near: readonly number[]): Promise<SubtreeRoot> {
  const whole = Math.floor(size / BLOCK);
  const roots = await wholeBlocks(db, whole);
  const opened = new Map<number, Uint8Array[]>();
  for (const index of [...near, size - 1]) {
    const block = Math.floor(Math.max(index, 0) / BLOCK);
    if (block * BLOCK >= size || opened.has(block)) continue;
    opened.set(block, await leavesOf(db, block * BLOCK, Math.min((block + 1) * BLOCK, size)));
  }
  return (from, until) => {
    const block = Math.floor(from / BLOCK);
    const leaves = opened.get(block);
    if (leaves !== undefined && until <= (block + 1) * BLOCK) {
      return subtreeRoot(sha256, leaves.slice(from - block * BLOCK, until - block * BLOCK));
    }
    const last = Math.floor(until / BLOCK);
    const rest = until % BLOCK === 0 ? [] : (opened.get(last)?.slice(0, until - last * BLOCK) ?? []);
    if (from % BLOCK !== 0 || rest.length !== until % BLOCK) {
      throw new RangeError(`The entries ${from} to ${until} were not read`);
    }
    return overBlocks(roots.slice(block, last), rest);
  };
}

/** The root over whole blocks and what follows them: blocks are complete subtrees, so that they count as leaves do. */
function overBlocks(blocks: readonly Uint8Array[], rest: readonly Uint8Array[]): Uint8Array {
  if (rest.length === 0) return subtreeRoot(sha256, blocks);
  const tail = subtreeRoot(sha256, rest);
  return subtreeRoot(sha256, [...blocks, tail]);
}

/** The roots of the first `count` blocks, of which those that are not known yet are read. */
async function wholeBlocks(db: Db, count: number): Promise<readonly Uint8Array[]> {
  const known = blocksOf.get(db) ?? [];
  for (let block = known.length; block < count; block += 1) {
    known[block] = subtreeRoot(sha256, await leavesOf(db, block * BLOCK, (block + 1) * BLOCK));
  }
  blocksOf.set(db, known);
  return known;
}

/** Leaf hashes of the entries `from` up to but not including `until`, from 0. */
async function leavesOf(db: Db, from: number, until: number): Promise<Uint8Array[]> {
  const { rows } = await sql<{ leaf: Buffer }>`
    select e.leaf from journal_seal s join journal_entry e using (entry_id)
    where s.seq > ${from} and s.seq <= ${until} order by s.seq`.execute(db);
  if (rows.length !== until - from) throw new RangeError(`The log has no entries ${from} to ${until}`);
  return rows.map(({ leaf }) => leaf);
}
