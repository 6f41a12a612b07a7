// The certificate journal as rules see it: entries whose legs each move a range of serial numbers from one place to another, and
// the holdings that follow from them.
import type {
  CertificateRegistry,
  EntryType,
  LotChannel,
  SerialRange,
  SubAccount,
} from "@heliograph/contract";
import { intersection, splitRange } from "./ranges.ts";

/** A block of certificates that was issued or imported at once: serial numbers 1 to `quantity`. */
export interface Batch {
  readonly batch_id: number;
  readonly registry: CertificateRegistry;
  readonly quantity: number;
}

/** How certificates came to their holder; what has the same lot is alike in all that fees and cost depend on. */
export interface Lot {
  readonly lot_id: number;
  readonly channel: LotChannel;
  /** What one cost, a decimal, with its currency; null: nothing is known. */
  readonly unit_cost: string | null;
  readonly currency: string | null;
}

/** Where certificates are: with a business account (null: with nobody), for what record (null: for none), as what lot. */
export interface CertificatePlace {
  readonly account_id: number | null;
  readonly sub_account: SubAccount;
  readonly reference: string | null;
  readonly lot_id: number;
}

/** Debit and credit of one range at once: what leaves `from` (null: what has not been before) comes to `to`. */
export interface Leg extends SerialRange {
  readonly batch_id: number;
  readonly from: CertificatePlace | null;
  readonly to: CertificatePlace;
}

export interface PostedEntry {
  readonly entry_id: number;
  readonly type: EntryType;
  /** The person; null: the system. */
  readonly actor_id: number | null;
  /** Idempotency key: once for an actor and type. */
  readonly key: string;
  /** ms since 1970. */
  readonly at: number;
  /** The record that the entry is about; null: none. */
  readonly reference: string | null;
  /** The entry that this one takes back; null: none. */
  readonly reverses: number | null;
  readonly legs: readonly Leg[];
}

/** A range of a batch that lies in one place. */
export interface Holding extends SerialRange {
  readonly place: CertificatePlace;
}

/** All holdings by batch, in order; what is alike and adjacent is one. */
export type Holdings = Map<number, Holding[]>;

/** Whether two places, and the lots there, are the same. */
export const isSamePlace = (a: CertificatePlace, b: CertificatePlace): boolean =>
  a.account_id === b.account_id &&
  a.sub_account === b.sub_account &&
  a.reference === b.reference &&
  a.lot_id === b.lot_id;

/** Whether both are the same pieces in the same places, in order; a batch that neither knows is the same too. */
export function areSameHoldings(
  a: readonly Holding[] | undefined,
  b: readonly Holding[] | undefined,
): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.length === b.length &&
    a.every((one, i) => {
      const other = b[i];
      return (
        other !== undefined &&
        one.first === other.first &&
        one.until === other.until &&
        isSamePlace(one.place, other.place)
      );
    })
  );
}

/**
 * Moves the leg's range in `holdings`, which is changed. Returns false, and changes nothing, when the range does not lie where
 * the leg takes it from: not whole, in another place or as another lot, or at all when it should not have been before.
 */
export function applyLeg(holdings: Holdings, leg: Leg): boolean {
  const pieces = holdings.get(leg.batch_id) ?? [];
  const put: Holding = { first: leg.first, until: leg.until, place: leg.to };
  const at = lastAtOrBefore(pieces, leg.first);
  if (leg.from === null) {
    if ([at, at + 1].some((i) => shares(pieces[i], leg))) return false;
    pieces.splice(at + 1, 0, put);
    holdings.set(leg.batch_id, pieces);
    mergeAround(pieces, at + 1);
    return true;
  }
  const piece = pieces[at];
  if (piece === undefined || leg.until > piece.until || !isSamePlace(piece.place, leg.from)) return false;
  const parts: Holding[] = [put];
  if (piece.first < leg.first) {
    const [left] = splitRange(piece, leg.first - piece.first);
    parts.unshift({ ...left, place: piece.place });
  }
  if (leg.until < piece.until) {
    const [, right] = splitRange(piece, leg.until - piece.first);
    parts.push({ ...right, place: piece.place });
  }
  pieces.splice(at, 1, ...parts);
  mergeAround(pieces, at + parts.indexOf(put));
  return true;
}

const shares = (piece: Holding | undefined, range: SerialRange): boolean =>
  piece !== undefined && intersection(piece, range) !== null;

/** Index of the last piece that begins at or before `first`; -1: there is none. */
function lastAtOrBefore(pieces: readonly Holding[], first: number): number {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pieces[middle]?.first ?? Number.POSITIVE_INFINITY) <= first) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Makes one of the piece at `at` and its neighbours where they are adjacent and alike. */
function mergeAround(pieces: Holding[], at: number): void {
  for (const left of [at, at - 1]) {
    const [a, b] = [pieces[left], pieces[left + 1]];
    if (a === undefined || b === undefined || a.until !== b.first || !isSamePlace(a.place, b.place)) continue;
    pieces.splice(left, 2, { first: a.first, until: b.until, place: a.place });
  }
}
