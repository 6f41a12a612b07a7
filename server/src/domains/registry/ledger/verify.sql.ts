// The checker of the certificate ledger: does the whole journal over again, and looks whether it leads where the database says.
import { grown, headText, leafHash, NO_PEAKS, rootOf } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { isSignedBy } from "../../../platform/documents/signing-key.ts";
import { certificateTotals, ledgerAudit, type JournalFault } from "./audit.ts";
import { isWhatTheRowsSay } from "./entry-text.ts";
import { areSameHoldings, type PostedEntry } from "./journal.ts";
import {
  readBatches,
  readEntries,
  readHashes,
  readHeads,
  readHoldings,
  readLogSize,
  readLots,
  type HashedEntry,
  type Stretch,
} from "./read-journal.sql.ts";
import { sha256 } from "./seal.sql.ts";

/** Entries that are looked at together. */
const AT_ONCE = 5000;
/** Entries are sealed within this, s (rule R40). */
const SEALED_WITHIN_S = 60;

/** A head that somebody has kept outside the database. */
export interface KeptHead {
  readonly size: number;
  /** Hexadecimal. */
  readonly root: string;
}

interface LedgerReport {
  readonly entries: number;
  /** Certificates by registry and by where they are. */
  readonly totals: ReturnType<typeof certificateTotals>;
  /** The heads that were checked, as they can be kept. */
  readonly heads: readonly KeptHead[];
  /** Nothing: all that is checked holds. */
  readonly faults: readonly JournalFault[];
  /** Time that rebuilding all holdings took, and that of hashes and signatures, ms. */
  readonly replay_ms: number;
  readonly hashes_ms: number;
}

/**
 * Checks the ledger as it is at one instant, while it goes on being written: the invariants of every entry, that replaying them
 * gives the holdings, that texts say what rows say, hashes, chain, heads and their signatures; and the heads in `kept`, which whoever can
 * rewrite the database could not.
 */
export function verifyLedger(db: Db, kept: readonly KeptHead[] = []): Promise<LedgerReport> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      const begun = performance.now();
      const replay = await replayed(tx);
      const hashing = performance.now();
      const heads = await hashFaults(tx, kept);
      return {
        entries: replay.entries,
        totals: replay.totals,
        heads: heads.heads,
        faults: [...replay.faults, ...heads.faults],
        replay_ms: hashing - begun,
        hashes_ms: performance.now() - hashing,
      };
    });
}

async function* stretches(tx: Tx): AsyncGenerator<Stretch> {
  const { last } = await readLogSize(tx);
  for (let from = 1; from <= last; from += AT_ONCE) yield { from, to: from + AT_ONCE - 1 };
  yield "unsealed";
}

const fault = (invariant: string, message: string): JournalFault => ({ invariant, message });

/** Does all entries over again; what does not hold of them, or of where they lead. */
async function replayed(tx: Tx): Promise<Pick<LedgerReport, "entries" | "totals" | "faults">> {
  const batches = await readBatches(tx);
  const audit = ledgerAudit({ batches, lots: await readLots(tx) });
  let entries = 0;
  for await (const stretch of stretches(tx)) {
    const read = await readEntries(tx, stretch);
    for (const entry of read) audit.take(entry);
    entries += read.length;
  }
  const faults = audit.faults();
  const stored = await readHoldings(tx);
  for (const batch_id of new Set([...stored.keys(), ...audit.holdings.keys()])) {
    if (areSameHoldings(stored.get(batch_id), audit.holdings.get(batch_id))) continue;
    faults.push(fault("I13", `batch ${batch_id}: its holdings are not what the journal leads to`));
  }
  return { entries, totals: certificateTotals(batches, audit.holdings), faults };
}

interface Chain {
  hash: Uint8Array;
  log: typeof NO_PEAKS;
  /** Public keys by their id, of the entries so far. */
  readonly keys: Map<string, string>;
  readonly faults: JournalFault[];
}

/** Checks texts, leaves, the chain, and every head at its size. */
async function hashFaults(
  tx: Tx,
  kept: readonly KeptHead[],
): Promise<{ heads: KeptHead[]; faults: JournalFault[] }> {
  const chain: Chain = { hash: new Uint8Array(32), log: NO_PEAKS, keys: new Map(), faults: [] };
  const [batches, lots, heads, size] = [
    await readBatches(tx),
    await readLots(tx),
    await readHeads(tx),
    await readLogSize(tx),
  ];
  const names = {
    batch: (id: number) => batches.get(id)?.facts ?? {},
    lot: (id: number) => lots.get(id)?.facts ?? {},
  };
  const note = (invariant: string, message: string) => void chain.faults.push(fault(invariant, message));
  if (size.entries !== size.sealed + size.unsealed || size.sealed !== size.last) {
    note(
      "I13",
      `${size.entries} entries, of which ${size.sealed} are sealed up to ${size.last} and ${size.unsealed} wait`,
    );
  }
  if (size.waits_s > SEALED_WITHIN_S) {
    note("I13", `an entry has not been sealed for ${Math.round(size.waits_s)} s`);
  }
  const checks = new Map<number, HeadCheck[]>();
  for (const check of [...heads.map(ownHead), ...kept.map(keptHead)]) {
    checks.set(check.size, [...(checks.get(check.size) ?? []), check]);
    if (check.size > size.last) note("I26", `${check.name}: the log has only ${size.last} entries`);
  }
  for await (const stretch of stretches(tx)) {
    const [entries, texts] = [await readEntries(tx, stretch), await readHashes(tx, stretch)];
    texts.forEach((text, i) => {
      const entry = entries[i];
      if (entry === undefined || !isWhatTheRowsSay(entry, text, names) || !isLeafOf(text)) {
        note("I13", `entry ${text.entry_id}: its rows are not what was hashed`);
      }
      if (text.seq === null) return;
      link(chain, text, entry);
      for (const check of checks.get(text.seq) ?? []) check.look(chain);
    });
  }
  return { heads: heads.map(({ size: of, root }) => ({ size: of, root: hex(root) })), faults: chain.faults };
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const isSame = (a: Uint8Array | null, b: Uint8Array): boolean => a !== null && Buffer.compare(a, b) === 0;

/** Whether the leaf is that of the entry's texts. */
function isLeafOf({ public_part, private_part, salt, leaf }: HashedEntry): boolean {
  const salted = sha256(Buffer.concat([salt, Buffer.from(private_part)]));
  const input = Buffer.concat([sha256(Buffer.from(public_part)), salted]);
  return isSame(leaf, leafHash(sha256, input));
}

/** Goes one entry on in chain and tree; a key that the entry makes known counts from here on. */
function link(chain: Chain, text: HashedEntry, entry: PostedEntry | undefined): void {
  const hash = sha256(Buffer.concat([chain.hash, text.leaf]));
  if (text.seq !== chain.log.size + 1 || !isSame(text.prev_hash, chain.hash) || !isSame(text.hash, hash)) {
    chain.faults.push(fault("I13", `entry ${text.entry_id}: the chain breaks at place ${text.seq}`));
  }
  chain.hash = hash;
  chain.log = grown(sha256, chain.log, [text.leaf]);
  if (entry?.type !== "key") return;
  const { record } = JSON.parse(text.public_part) as { record: Readonly<Record<string, string>> };
  // Those of demonstrations sign no heads.
  if (record["use"] !== undefined) return;
  chain.keys.set(record["key_id"] ?? "", record["public_key"] ?? "");
}

/** What is looked at when the log has a head's size. */
interface HeadCheck {
  readonly size: number;
  readonly name: string;
  readonly look: (chain: Chain) => void;
}

type StoredHead = Awaited<ReturnType<typeof readHeads>>[number];

function ownHead(head: StoredHead, i: number, all: readonly StoredHead[]): HeadCheck {
  const name = `head of ${head.size}`;
  const before = all[i - 1];
  return {
    size: head.size,
    name,
    look: ({ log, keys, faults }) => {
      const root = hex(head.root);
      if (root !== hex(rootOf(sha256, log)) || hex(head.peaks) !== log.hashes.map(hex).join("")) {
        faults.push(fault("I26", `${name}: its root is not that of the log`));
      }
      const said = headText({
        size: head.size,
        root,
        previous: before === undefined ? "" : hex(before.root),
        at: head.at.getTime(),
        key_id: head.key_id,
      });
      const key = keys.get(head.key_id);
      if (key === undefined) faults.push(fault("R43", `${name}: the journal does not know its key`));
      else if (said !== head.signed || !isSignedBy(key, head.signed, head.signature)) {
        faults.push(fault("I26", `${name}: it is not what was signed`));
      }
      if (before !== undefined && before.at > head.at) {
        faults.push(fault("R24", `${name}: it is older than the head before`));
      }
    },
  };
}

function keptHead({ size, root }: KeptHead): HeadCheck {
  const name = `kept head of ${size}`;
  return {
    size,
    name,
    look: ({ log, faults }) => {
      if (root === hex(rootOf(sha256, log))) return;
      faults.push(fault("I26", `${name}: the log was another when it was kept`));
    },
  };
}
