// What must hold of a journal, checked entry by entry in the order of the log: the invariants of certificates.md §3.5 that are
// about certificates, each fault under its number.
import {
  CHANNELS_OF,
  POSTING_RULES,
  type OwnerChange,
  type SerialRange,
  type SubAccount,
} from "@heliograph/contract";
import {
  applyLeg,
  type Batch,
  type Holding,
  type Holdings,
  type PostedEntry,
  type Leg,
  type Lot,
} from "./journal.ts";
import { countOf, intersection, joinedRanges } from "./ranges.ts";

/** Something that does not hold, and the number of what should. */
export interface JournalFault {
  readonly invariant: string;
  readonly message: string;
}

/** What the audit knows beside the entries; both may grow while it goes on. */
interface Known {
  readonly batches: ReadonlyMap<number, Batch>;
  readonly lots: ReadonlyMap<number, Lot>;
}

/** Certificates of a registry by where they are. */
type Totals = Readonly<Partial<Record<SubAccount, number>>>;

interface LedgerAudit {
  /** Takes the next entry of the log in; what does not hold of it is noted. */
  readonly take: (entry: PostedEntry) => void;
  /** Everything that does not hold, of the entries and of what they lead to. */
  readonly faults: () => JournalFault[];
  /** Where every certificate is after the entries. */
  readonly holdings: Holdings;
}

/** The places that no certificate leaves. */
const FINAL: ReadonlySet<SubAccount> = new Set(["retired", "withdrawn"]);
const ruleKey = (type: string, from: string, to: string, owner: OwnerChange) =>
  `${type} ${from} ${to} ${owner}`;
const ALLOWED = new Set(POSTING_RULES.map(({ type, from, to, owner }) => ruleKey(type, from, to, owner)));

/** What the leg does to the holder; from an account to nobody it ends, from nobody to an account it begins. */
function ownerChange({ from, to }: Leg): OwnerChange {
  const before = from?.account_id ?? null;
  if (before === to.account_id) return "same";
  if (before === null) return "begins";
  return to.account_id === null ? "ends" : "other";
}

interface State extends Known {
  readonly holdings: Holdings;
  readonly noted: JournalFault[];
  readonly keys: Set<string>;
  readonly retired: Set<string>;
  /** Redemptions whose words were corrected. */
  readonly corrected: Set<string>;
  /** Entries that were taken back. */
  readonly reversed: Set<number>;
  /** Legs of transfers, which alone can be taken back. */
  readonly transfers: Map<number, readonly Leg[]>;
  readonly lastAt: Map<number, number>;
  /** Green certificates that changed their owner, by batch. */
  readonly sold: Map<number, SerialRange[]>;
}

/** Begins an audit of an empty ledger. */
export function ledgerAudit(known: Known): LedgerAudit {
  const state: State = {
    ...known,
    holdings: new Map(),
    noted: [],
    keys: new Set(),
    retired: new Set(),
    corrected: new Set(),
    reversed: new Set(),
    transfers: new Map(),
    lastAt: new Map(),
    sold: new Map(),
  };
  return {
    take: (entry) => takeEntry(state, entry),
    faults: () => [...state.noted, ...tilingFaults(state)],
    holdings: state.holdings,
  };
}

function takeEntry(state: State, entry: PostedEntry): void {
  const note = (invariant: string, what: string) =>
    void state.noted.push({ invariant, message: `entry ${entry.entry_id}: ${what}` });
  const key = `${entry.actor_id ?? ""} ${entry.type} ${entry.key}`;
  if (state.keys.has(key)) note("I14", `its key "${entry.key}" was used before`);
  state.keys.add(key);
  if (entry.type === "retire") {
    if (entry.reference === null || state.retired.has(entry.reference)) {
      note("R19", `redemption ${entry.reference ?? "without a name"} is completed twice`);
    }
    state.retired.add(entry.reference ?? "");
  }
  if (entry.type === "correction") correctionFaults(state, entry, note);
  if (repeatsSerials(entry.legs)) note("I1", "it moves a certificate twice");
  reversalFaults(state, entry, note);
  for (const leg of entry.legs) legFaults(state, { entry, leg }, note);
}

/** A correction is of the words of one retirement, once, and moves nothing (rule R44). */
function correctionFaults({ retired, corrected }: State, { reference, legs }: PostedEntry, note: Note): void {
  const of = reference ?? "";
  if (!retired.has(of)) note("R44", `it corrects ${of}, by which nothing was retired`);
  if (corrected.has(of)) note("R44", `${of} is corrected twice`);
  if (legs.length > 0) note("R44", "a correction moves certificates");
  corrected.add(of);
}

type Note = (invariant: string, what: string) => void;

function repeatsSerials(legs: readonly Leg[]): boolean {
  if (legs.length < 2) return false;
  const byBatch = Map.groupBy(legs, ({ batch_id }) => batch_id);
  try {
    for (const of of byBatch.values()) joinedRanges(of);
    return false;
  } catch {
    return true;
  }
}

function legFaults(state: State, { entry, leg }: { entry: PostedEntry; leg: Leg }, note: Note): void {
  const { batch_id, first, until, from, to } = leg;
  const where = `${first}–${until - 1} of batch ${batch_id}`;
  const batch = state.batches.get(batch_id);
  if (batch === undefined || first < 1 || until > batch.quantity + 1 || first >= until) {
    return note("I2", `${where} does not exist`);
  }
  if (from !== null && FINAL.has(from.sub_account)) note("I9", `${where} leaves ${from.sub_account}`);
  const owner = ownerChange(leg);
  if (!ALLOWED.has(ruleKey(entry.type, from?.sub_account ?? "issue", to.sub_account, owner))) {
    note(
      "I22",
      `${entry.type} does not move ${where} from ${from?.sub_account ?? "issue"} to ${to.sub_account}`,
    );
  }
  if ((to.sub_account === "available") !== (to.reference === null)) {
    note("I19", `${where} is reserved for no record`);
  }
  if (!isLotOfItsKind(state, { entry, leg }, owner)) note("R25", `${where} becomes a lot that it cannot`);
  if (batch.registry === "GEC" && owner === "other" && isSoldAgain(state, { entry, leg })) {
    note("I15", `${where}, green certificates, change their owner a second time`);
  }
  if ((state.lastAt.get(batch_id) ?? 0) > entry.at) note("R24", `${where} was moved later before`);
  state.lastAt.set(batch_id, entry.at);
  if (!applyLeg(state.holdings, leg)) note("I8", `${where} is not where it is taken from`);
}

/** A lot has a channel of its entry's kind, differs by its label alone after a split, and stays where the holder does. */
function isLotOfItsKind(
  { lots }: State,
  { entry: { type }, leg: { from, to } }: { entry: PostedEntry; leg: Leg },
  owner: OwnerChange,
): boolean {
  // The mirror of a transfer is looked at whole.
  if (type === "reversal") return true;
  const [before, after] = [lots.get(from?.lot_id ?? 0), lots.get(to.lot_id)];
  if (after === undefined) return false;
  if (type === "split") {
    return (
      before?.channel === after.channel &&
      before.unit_cost === after.unit_cost &&
      before.currency === after.currency
    );
  }
  if (owner === "same" || owner === "ends") return before?.lot_id === after.lot_id;
  return CHANNELS_OF[type]?.includes(after.channel) === true;
}

/** Whether some of the certificates changed their owner before, which is noted of them; what is taken back has not. */
function isSoldAgain({ sold }: State, { entry: { type }, leg }: { entry: PostedEntry; leg: Leg }): boolean {
  const { batch_id, first, until } = leg;
  const before = sold.get(batch_id) ?? [];
  if (type === "reversal") {
    const rest = before.filter((one) => one.first !== first || one.until !== until);
    sold.set(batch_id, rest);
    return false;
  }
  const again = before.some((one) => intersection(one, leg) !== null);
  before.push({ first, until });
  sold.set(batch_id, before);
  return again;
}

/** A reversal is the mirror of one transfer, once; nothing else names an entry that it takes back. */
function reversalFaults(state: State, entry: PostedEntry, note: Note): void {
  const { type, reverses, legs } = entry;
  if (type === "transfer") state.transfers.set(entry.entry_id, legs);
  if (type !== "reversal" && reverses === null) return;
  const mirrored = state.transfers.get(reverses ?? 0);
  if (type !== "reversal" || mirrored === undefined) return note("I1", "it takes back what cannot be");
  if (state.reversed.has(reverses ?? 0)) note("I1", `entry ${reverses} is taken back twice`);
  state.reversed.add(reverses ?? 0);
  if (legsText(legs, true) !== legsText(mirrored, false)) {
    note("I1", `it is not the mirror of entry ${reverses}`);
  }
}

/** The legs in serial order, as text, so that they can be compared; `isBack`: as if they went the other way. */
function legsText(legs: readonly Leg[], isBack: boolean): string {
  const moves = legs.map(({ batch_id, first, until, from, to }) => {
    const [a, b] = isBack ? [to, from] : [from, to];
    return { batch_id, first, until, out: [a?.account_id, a?.lot_id], into: [b?.account_id, b?.lot_id] };
  });
  return JSON.stringify(moves.toSorted((a, b) => a.batch_id - b.batch_id || a.first - b.first));
}

/** Every batch lies whole in its holdings: from 1 to its quantity, nothing twice. */
function tilingFaults({ batches, holdings }: State): JournalFault[] {
  return [...batches.values()].flatMap(({ batch_id, quantity }) => {
    const whole = joinedRanges(holdings.get(batch_id) ?? []);
    const [only] = whole;
    if (whole.length === 1 && only?.first === 1 && only.until === quantity + 1) return [];
    return [{ invariant: "I2", message: `batch ${batch_id}: its holdings are not 1–${quantity}` }];
  });
}

/** Certificates of each registry by where they are: their sum is what was ever issued and imported (I3). */
export function certificateTotals(
  batches: ReadonlyMap<number, Pick<Batch, "registry">>,
  holdings: ReadonlyMap<number, readonly Holding[]>,
): ReadonlyMap<string, Totals> {
  const totals = new Map<string, Partial<Record<SubAccount, number>>>();
  for (const [batch_id, pieces] of holdings) {
    const registry = batches.get(batch_id)?.registry ?? "";
    const of = totals.get(registry) ?? {};
    totals.set(registry, of);
    for (const { place, ...range } of pieces) {
      of[place.sub_account] = (of[place.sub_account] ?? 0) + countOf(range);
    }
  }
  return totals;
}
