// The checker of the certificate ledger: does the whole journal over again, and looks whether it leads where the database says.
import { POSTING_RULES } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { certificateTotals, ledgerAudit, type JournalFault } from "./audit.ts";
import { energyFaults } from "./energy-faults.sql.ts";
import { areSameHoldings } from "./journal.ts";
import {
  readBatches,
  readEntries,
  readForeign,
  readHold,
  readHoldings,
  readLogSize,
  readLots,
  readPostingRules,
  readUnlikeHoldings,
  readUnusedLots,
  stretchesOf,
} from "./read-journal.sql.ts";
import { recordFaults } from "./record-faults.sql.ts";
import { logFaults, type KeptHead } from "./verify-log.sql.ts";

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
 * Checks the ledger as it is at one instant, while it goes on being written: what `verifyJournal` checks, and whether certificates are what
 * was generated and lie where records say.
 */
export function verifyLedger(db: Db, kept: readonly KeptHead[] = []): Promise<LedgerReport> {
  return atOneInstant(db, async (tx) => {
    const { faults, ...report } = await journalReport(tx, kept);
    return { ...report, faults: [...faults, ...(await energyFaults(tx)), ...(await recordFaults(tx))] };
  });
}

/**
 * Checks the journal alone, whatever it is about: the invariants of every entry, that replaying them gives the holdings, that texts say what
 * rows say, hashes, chain, heads and their signatures; and the heads in `kept`, which whoever can rewrite the database could not.
 */
export function verifyJournal(db: Db, kept: readonly KeptHead[] = []): Promise<LedgerReport> {
  return atOneInstant(db, (tx) => journalReport(tx, kept));
}

const atOneInstant = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      return work(tx);
    });

async function journalReport(tx: Tx, kept: readonly KeptHead[]): Promise<LedgerReport> {
  const begun = performance.now();
  const replay = await replayed(tx);
  const hashing = performance.now();
  const log = await logFaults(tx, kept);
  const done = performance.now();
  return {
    entries: replay.entries,
    totals: replay.totals,
    heads: log.heads,
    faults: [...replay.faults, ...log.faults, ...(await tableFaults(tx))],
    replay_ms: hashing - begun,
    hashes_ms: done - hashing,
  };
}

const fault = (invariant: string, message: string): JournalFault => ({ invariant, message });

/** Does all entries over again; what does not hold of them, or of where they lead. */
async function replayed(tx: Tx): Promise<Pick<LedgerReport, "entries" | "totals" | "faults">> {
  const batches = await readBatches(tx);
  const audit = ledgerAudit({ batches, lots: await readLots(tx) });
  let entries = 0;
  for (const stretch of stretchesOf(await readLogSize(tx))) {
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

/** What does not hold of rows that follow from entries, or that entries follow. */
async function tableFaults(tx: Tx): Promise<JournalFault[]> {
  const faults: JournalFault[] = [];
  const allowed = new Set(POSTING_RULES.map(({ type, from, to, owner }) => `${type} ${from} ${to} ${owner}`));
  const rules = await readPostingRules(tx);
  if (rules.length !== allowed.size || rules.some((rule) => !allowed.has(rule))) {
    faults.push(fault("R22", "the database lets other moves be posted than there are"));
  }
  for (const batch_id of await readUnlikeHoldings(tx)) {
    faults.push(fault("I2", `batch ${batch_id}: a holding says another size or mark of it`));
  }
  for (const lot_id of await readUnusedLots(tx)) {
    faults.push(fault("I13", `lot ${lot_id}: no entry made it`));
  }
  faults.push(...(await foreignFaults(tx)));
  const hold = await readHold(tx);
  if (hold !== undefined) {
    const root = hold.root.toString("hex");
    faults.push(fault("R24", `a head of ${hold.size} entries was published, ${root}, that the log has not`));
  }
  return faults;
}

/** Each certificate that came from another registry has a number there, and one that was issued here has none. */
async function foreignFaults(tx: Tx): Promise<JournalFault[]> {
  const [batches, numbers] = [await readBatches(tx), await readForeign(tx)];
  const counts = new Map(
    [...numbers].map(([batch_id, all]) => [
      batch_id,
      all.reduce((sum, { first, until }) => sum + Number(until) - Number(first), 0),
    ]),
  );
  return [...new Set([...batches.keys(), ...counts.keys()])].flatMap((batch_id) => {
    const batch = batches.get(batch_id);
    const wanted = batch?.facts["manifest_root"] === "" ? batch.quantity : 0;
    const count = counts.get(batch_id) ?? 0;
    if (count === wanted) return [];
    return [fault("I22", `batch ${batch_id}: ${count} of ${wanted} certificates have numbers elsewhere`)];
  });
}
