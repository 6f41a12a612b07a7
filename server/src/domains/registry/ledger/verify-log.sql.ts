// The log of the certificate ledger, done over again: texts, leaf hashes, the chain, and every head with its signature.
import { grown, headText, leafHash, NO_PEAKS, rootOf } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import { isSignedBy } from "../../../platform/documents/signing-key.ts";
import type { JournalFault } from "./audit.ts";
import { isWhatTheRowsSay } from "./entry-text.ts";
import type { PostedEntry } from "./journal.ts";
import { keyIn } from "./key-text.ts";
import {
  readBatches,
  readEntries,
  readForeign,
  readHashes,
  readHeads,
  readLogSize,
  readLots,
  stretchesOf,
  type HashedEntry,
} from "./read-journal.sql.ts";
import { sha256 } from "./seal.sql.ts";

/** Entries are sealed within this, s (rule R40). */
const SEALED_WITHIN_S = 60;

/** A head that somebody has kept outside the database. */
export interface KeptHead {
  readonly size: number;
  /** Hexadecimal. */
  readonly root: string;
}

interface Chain {
  hash: Uint8Array;
  log: typeof NO_PEAKS;
  /** µs since 1970: of the last seal. */
  sealed_us: number;
  /** Whether a seal has named its time: from then on each does. */
  isTimed: boolean;
  /** Public keys by their id, of the entries so far. */
  readonly keys: Map<string, string>;
  /** The sizes of the last heads of those that were revoked. */
  readonly revoked: Map<string, number>;
  readonly faults: JournalFault[];
}

const fault = (invariant: string, message: string): JournalFault => ({ invariant, message });

/** Checks texts, leaves, the chain, and every head at its size; those in `kept` too. */
export async function logFaults(
  tx: Tx,
  kept: readonly KeptHead[],
): Promise<{ heads: KeptHead[]; faults: JournalFault[] }> {
  const chain: Chain = {
    hash: new Uint8Array(32),
    log: NO_PEAKS,
    sealed_us: 0,
    isTimed: false,
    keys: new Map(),
    revoked: new Map(),
    faults: [],
  };
  const names = await namesOf(tx);
  const [heads, size] = [await readHeads(tx), await readLogSize(tx)];
  chain.faults.push(...sizeFaults(size));
  const checks = new Map<number, HeadCheck[]>();
  const sizes = new Set(heads.map((head) => head.size));
  for (const { size: of } of kept) {
    if (of <= size.last && !sizes.has(of)) {
      chain.faults.push(fault("I26", `kept head of ${of}: the log does not know it`));
    }
  }
  for (const check of [...heads.map(ownHead), ...kept.map(keptHead)]) {
    checks.set(check.size, [...(checks.get(check.size) ?? []), check]);
    if (check.size > size.last) {
      chain.faults.push(fault("I26", `${check.name}: the log has only ${size.last} entries`));
    }
  }
  for (const stretch of stretchesOf(size)) {
    const [entries, texts] = [await readEntries(tx, stretch), await readHashes(tx, stretch)];
    texts.forEach((text, i) => {
      const entry = entries[i];
      if (entry === undefined || !text.is_whole || !isWhatTheRowsSay(entry, text, names) || !isLeafOf(text)) {
        chain.faults.push(fault("I13", `entry ${text.entry_id}: its rows are not what was hashed`));
      }
      if (text.seq === null) return;
      link(chain, text, entry);
      for (const check of checks.get(text.seq) ?? []) check.look(chain);
    });
  }
  for (const head of heads) {
    if (head.size > (chain.revoked.get(head.key_id) ?? head.size)) {
      chain.faults.push(fault("R43", `head of ${head.size}: its key was revoked before`));
    }
  }
  return { heads: heads.map(({ size: of, root }) => ({ size: of, root: hex(root) })), faults: chain.faults };
}

/** What texts of entries name by other words than rows do. */
async function namesOf(tx: Tx) {
  const [batches, lots, numbers] = [await readBatches(tx), await readLots(tx), await readForeign(tx)];
  return {
    batch: (id: number) => batches.get(id)?.facts ?? {},
    lot: (id: number) => lots.get(id)?.facts ?? {},
    foreign: (id: number) => numbers.get(id) ?? [],
  };
}

/** Every entry has its place in the log, or waits for it, and not for long. */
function sizeFaults({
  entries,
  sealed,
  unsealed,
  last,
  waits_s,
}: Awaited<ReturnType<typeof readLogSize>>): JournalFault[] {
  const isWhole = entries === sealed + unsealed && sealed === last;
  return [
    ...(isWhole
      ? []
      : [
          fault(
            "I13",
            `${entries} entries, of which ${sealed} are sealed up to ${last} and ${unsealed} wait`,
          ),
        ]),
    ...(waits_s > SEALED_WITHIN_S
      ? [fault("I13", `an entry has not been sealed for ${Math.round(waits_s)} s`)]
      : []),
  ];
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
  const { entry_id, seq, prev_hash, hash, leaf, sealed_us } = text;
  const timed = sha256(Buffer.concat([chain.hash, leaf, timeBytes(sealed_us ?? 0)]));
  const isTimed = isSame(hash, timed) && (sealed_us ?? 0) % 1000 === 0;
  // Seals of before migration 0101 do not bind their time.
  const next = isTimed || chain.isTimed ? timed : sha256(Buffer.concat([chain.hash, leaf]));
  if (
    seq !== chain.log.size + 1 ||
    !isSame(prev_hash, chain.hash) ||
    !isSame(hash, next) ||
    (chain.isTimed && !isTimed)
  ) {
    chain.faults.push(fault("I13", `entry ${entry_id}: the chain breaks at place ${seq}`));
  }
  if ((sealed_us ?? 0) < chain.sealed_us || (sealed_us ?? 0) < (entry?.at ?? 0) * 1000) {
    chain.faults.push(fault("R24", `entry ${entry_id}: it was sealed before what it follows`));
  }
  chain.hash = next;
  chain.isTimed ||= isTimed;
  chain.sealed_us = sealed_us ?? 0;
  chain.log = grown(sha256, chain.log, [leaf]);
  const key = entry?.type === "key" ? keyIn(text.public_part) : null;
  if (key?.kind === "revoked") chain.revoked.set(key.key_id, key.last_size);
  // Those of demonstrations sign no heads.
  else if (key?.use === "log") chain.keys.set(key.key_id, key.public_key);
}

/** Whole ms since 1970 in 8 bytes, the highest first. */
function timeBytes(us: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(Math.floor(us / 1000)));
  return bytes;
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
      else if (!head.is_whole || said !== head.signed || !isSignedBy(key, head.signed, head.signature)) {
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
