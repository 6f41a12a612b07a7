// Random postings that the certificate ledger must take, and a plain journal of them: what tests of rules and of the database share.
import { CHANNELS_OF, POSTING_RULES } from "@heliograph/contract";
import {
  applyLeg,
  type Holding,
  type Holdings,
  type PostedEntry,
  type Leg,
  type Lot,
} from "../../src/domains/registry/ledger/journal.ts";
import type { LotTerms, Posting } from "../../src/domains/registry/ledger/post.sql.ts";

/** A number from 0 up to but not including 1, the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <T>(random: () => number, all: readonly T[]): T | undefined =>
  all[Math.floor(random() * all.length)];

export const lotOf = (channel: LotTerms["channel"], label = ""): LotTerms => ({
  channel,
  unit_cost: channel === "exchange" ? "1.5000" : null,
  currency: channel === "exchange" ? "USD" : null,
  label,
});

/** An entry that moves nothing yet. */
export const posting = (stated: Partial<Posting> & Pick<Posting, "type" | "key">): Posting => ({
  actor_id: null,
  reference: null,
  record: {},
  note: {},
  reverses: null,
  moves: [],
  batches: [],
  ...stated,
});

/**
 * A posting that a ledger with these holdings takes: some range of some holding goes where a rule allows it. Returns null where the holding that was hit
 * has nowhere to go.
 */
export function randomPosting(
  random: () => number,
  holdings: ReadonlyMap<number, readonly Holding[]>,
  {
    accounts,
    key,
    lots,
  }: { accounts: readonly number[]; key: string; lots: ReadonlyMap<number, Omit<LotTerms, "label">> },
): Posting | null {
  const batch_id = pick(random, [...holdings.keys()]);
  const piece = pick(random, holdings.get(batch_id ?? 0) ?? []);
  if (batch_id === undefined || piece === undefined) return null;
  const { lot_id, ...from } = piece.place;
  const rule = pick(
    random,
    POSTING_RULES.filter((one) => one.from === from.sub_account && one.type !== "reversal"),
  );
  if (rule === undefined) return null;
  const count = piece.until - piece.first;
  const first = piece.first + Math.floor(random() * random() * count);
  const until = first + 1 + Math.floor(random() * (piece.until - first));
  const others = accounts.filter((one) => one !== from.account_id);
  const account_id = {
    same: from.account_id,
    ends: null,
    other: pick(random, others) ?? null,
    begins: pick(random, accounts) ?? null,
  }[rule.owner];
  const reference = rule.to === "available" ? null : `R-${key}`;
  const keepsLot = (rule.owner === "same" || rule.owner === "ends") && rule.type !== "split";
  const to = { account_id, sub_account: rule.to, reference };
  const before = lots.get(lot_id);
  if (before === undefined) throw new Error(`There is no lot ${lot_id}`);
  const { channel, unit_cost, currency } = before;
  const labelled = { channel, unit_cost, currency, label: `lot ${Math.floor(random() * 3)}` };
  const made = rule.type === "split" ? labelled : lotOf(CHANNELS_OF[rule.type]?.[0] ?? channel);
  const lot = keepsLot ? null : made;
  return posting({
    type: rule.type,
    key,
    reference: rule.type === "retire" ? reference : from.reference,
    moves: [{ batch_id, first, until, from, to, lot }],
  });
}

/** A journal in memory that takes postings of one range each, as the database does. */
export interface PlainJournal {
  readonly holdings: Holdings;
  readonly entries: PostedEntry[];
  readonly lots: ReadonlyMap<number, Lot>;
  /** Takes it in; throws when a range is not where it is taken from. */
  readonly take: (one: Posting) => PostedEntry;
}

export function plainJournal(): PlainJournal {
  const holdings: Holdings = new Map();
  const entries: PostedEntry[] = [];
  const lots = new Map<number, Lot>();
  const ids = new Map<string, number>();
  const lotId = (terms: LotTerms): number => {
    const text = JSON.stringify(terms);
    const lot_id = ids.get(text) ?? ids.size + 1;
    ids.set(text, lot_id);
    const { channel, unit_cost, currency } = terms;
    lots.set(lot_id, { lot_id, channel, unit_cost, currency });
    return lot_id;
  };
  const take = (one: Posting): PostedEntry => {
    const minted = one.batches.map((batch, i): Leg => {
      const to = { ...batch.to, lot_id: lotId(batch.lot) };
      return { batch_id: holdings.size + i + 1, first: 1, until: batch.quantity + 1, from: null, to };
    });
    const moved = one.moves.map(({ batch_id, first, until, to, lot }): Leg => {
      const found = holdings.get(batch_id)?.find((piece) => piece.first <= first && until <= piece.until);
      if (found === undefined) throw new Error(`${first} of batch ${batch_id} lies in no holding`);
      const lot_id = lot === null ? found.place.lot_id : lotId(lot);
      return { batch_id, first, until, from: found.place, to: { ...to, lot_id } };
    });
    const legs = [...minted, ...moved];
    if (!legs.every((leg) => applyLeg(holdings, leg))) throw new Error("A leg could not be applied");
    const { type, actor_id, key, reference } = one;
    const entry_id = entries.length + 1;
    const entry = { entry_id, type, actor_id, key, at: entry_id, reference, reverses: null, legs };
    entries.push(entry);
    return entry;
  };
  return { holdings, entries, lots, take };
}

/** A batch of that many certificates for the account. */
export const newBatch = (
  number: number,
  account_id: number,
  quantity: number,
): Posting["batches"][number] => ({
  code: `IREC-VN-D000123-202510-${String(number).padStart(4, "0")}`,
  registry: "IREC",
  country: "VN",
  device: "D000123",
  fuel: "ES100",
  month: "2025-10",
  from_day: "2025-10-01",
  to_day: "2025-10-31",
  source_reference: `IS-2025-${String(number).padStart(6, "0")}`,
  manifest_root: "ab".repeat(32),
  quantity,
  demonstration: false,
  to: { account_id, sub_account: "available", reference: null },
  lot: lotOf("issued"),
  foreign: [],
});

/** A batch of that many certificates of another registry for the account, which had two ranges of numbers there. */
export const importedBatch = (
  number: number,
  account_id: number,
  quantity: number,
): Posting["batches"][number] => {
  const first = number * 100_000;
  const middle = first + Math.floor(quantity / 2);
  return {
    ...newBatch(number, account_id, quantity),
    code: `IREC-VN-D000123-202510-XEVIDENT${String(number).padStart(4, "0")}`,
    manifest_root: null,
    lot: lotOf("import"),
    foreign: [
      { registry: "EVIDENT", series: "VN-0002", first, until: middle },
      { registry: "EVIDENT", series: "VN-0001", first: middle, until: first + quantity },
    ],
  };
};
