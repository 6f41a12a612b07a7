// What clients of a ledger do in property tests, drawn beforehand: what it comes to depends on where certificates are then.
import { CHANNELS_OF, POSTING_RULES } from "@heliograph/contract";
import fc from "fast-check";
import type { Holding, Lot } from "../../src/domains/registry/ledger/journal.ts";
import type { LotTerms, Move, Posting } from "../../src/domains/registry/ledger/post.sql.ts";
import { lotOf, posting } from "./ledger-kit.ts";

/** A choice among few or many. */
const choice = fc.nat({ max: 9999 });

/** One thing that a client does. */
export const operation = fc.record({
  /** Posts something; again what it posted last; something else under that key; or takes back a transfer. */
  kind: fc.oneof(
    { weight: 14, arbitrary: fc.constant("post" as const) },
    { weight: 2, arbitrary: fc.constant("again" as const) },
    { weight: 1, arbitrary: fc.constant("other" as const) },
    { weight: 3, arbitrary: fc.constant("reverse" as const) },
  ),
  batch: choice,
  piece: choice,
  rule: choice,
  cut: choice,
  width: choice,
  account: choice,
  /** Ranges that the entry moves. */
  moves: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 4 })),
});
export type LedgerOperation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const pick = <T>(at: number, all: readonly T[]): T | undefined => all[at % all.length];

/** Where certificates are, as a client sees them. */
interface Seen {
  readonly batches: ReadonlyMap<number, readonly Holding[]>;
  readonly lots: ReadonlyMap<number, Lot>;
  readonly accounts: readonly number[];
}

/** The posting that the operation comes to where certificates are so; null: what it hit has nowhere to go. */
export function postingOf(op: LedgerOperation, seen: Seen, key: string): Posting | null {
  const pieces = [...seen.batches].flatMap(([batch_id, all]) => all.map((piece) => ({ ...piece, batch_id })));
  const first = pick(op.piece, pieces);
  if (first === undefined) return null;
  const rule = pick(
    op.rule,
    POSTING_RULES.filter((one) => one.from === first.place.sub_account && one.type !== "reversal"),
  );
  if (rule === undefined) return null;
  const reference = rule.to === "available" ? null : `R-${key}`;
  // Further ranges lie in the same kind of place; each of another piece, so that none is moved twice.
  const others = pieces.filter((piece) => piece !== first && piece.place.sub_account === rule.from);
  const wanted = [first, ...others.slice(op.cut % Math.max(others.length, 1)).slice(0, op.moves - 1)];
  const moves = wanted.map((piece, i): Move => {
    const { lot_id, ...from } = piece.place;
    const count = piece.until - piece.first;
    const begin = piece.first + ((op.cut + i) % count);
    const until = begin + 1 + ((op.width + i) % (piece.until - begin));
    const elsewhere = seen.accounts.filter((one) => one !== from.account_id);
    const account_id = {
      same: from.account_id,
      ends: null,
      other: pick(op.account + i, elsewhere) ?? null,
      begins: pick(op.account + i, seen.accounts) ?? null,
    }[rule.owner];
    const to = { account_id, sub_account: rule.to, reference };
    const keeps = (rule.owner === "same" || rule.owner === "ends") && rule.type !== "split";
    const lot = keeps ? null : madeLot(op, rule.type, seen.lots.get(lot_id));
    return { batch_id: piece.batch_id, first: begin, until, from, to, lot };
  });
  const ordered = moves.toSorted((a, b) => a.batch_id - b.batch_id || a.first - b.first);
  return posting({
    type: rule.type,
    key,
    reference: rule.type === "retire" ? reference : first.place.reference,
    moves: ordered,
  });
}

function madeLot(op: LedgerOperation, type: Posting["type"], before: Lot | undefined): LotTerms {
  const { channel = "issued", unit_cost = null, currency = null } = before ?? {};
  if (type === "split") return { channel, unit_cost, currency, label: `lot ${op.width % 3}` };
  const channels = CHANNELS_OF[type] ?? [channel];
  return lotOf(pick(op.width, channels) ?? channel);
}
