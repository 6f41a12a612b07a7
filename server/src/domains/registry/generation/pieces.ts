// Which days the certificates of a batch are made of, and which are carried (rules R32, R33 and R35 of the addendum to
// certificates.md).
import { WH_PER_CERTIFICATE, type Day } from "@heliograph/contract";
import { certify } from "./carry.ts";

/** Energy of a local day, whole Wh above 0. */
export interface Piece {
  readonly day: Day;
  readonly wh: number;
}

/** What is over of a line of devices in a registry and year: the days it is made of, first come first, or a debt. */
export interface OverPieces {
  readonly carried: readonly Piece[];
  readonly debt_wh: number;
}

export const NOTHING_OVER: OverPieces = { carried: [], debt_wh: 0 };

/** Energy of the pieces together, Wh. */
export const whOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { wh }) => sum + wh, 0);

/** What is made of energy: certificates, the days in them, and what is over. */
interface Minted extends OverPieces {
  readonly issued: number;
  /** Days of the certificates: their Wh are exactly `issued` · 10⁶. */
  readonly leaves: readonly Piece[];
  /** Of the energy given, what paid a debt, Wh. */
  readonly repaid_wh: number;
}

/**
 * What is made of the days given, in their order, after what was carried: a debt is paid first, then whole certificates are made
 * of the oldest, and what is left of the newest is carried.
 */
export function minted({ carried, debt_wh }: OverPieces, days: readonly Piece[]): Minted {
  const all = [...carried, ...days.filter(({ wh }) => wh > 0)];
  const over = certify({ carry_wh: whOf(carried), debt_wh }, whOf(days));
  const repaid_wh = debt_wh - over.debt_wh;
  const afterDebt = cut(all, repaid_wh).rest;
  const { taken, rest } = cut(afterDebt, over.issued * WH_PER_CERTIFICATE);
  return { issued: over.issued, leaves: taken, carried: rest, debt_wh: over.debt_wh, repaid_wh };
}

/** The first `wh` of the pieces and what is left of them; as much as there is. */
function cut(
  pieces: readonly Piece[],
  wh: number,
): { readonly taken: readonly Piece[]; readonly rest: readonly Piece[] } {
  const taken: Piece[] = [];
  const rest: Piece[] = [];
  let left = wh;
  for (const { day, wh: own } of pieces) {
    const here = Math.min(left, own);
    if (here > 0) taken.push({ day, wh: here });
    if (own > here) rest.push({ day, wh: own - here });
    left -= here;
  }
  return { taken, rest };
}

/** What a correction downwards takes: from what is carried, from certificates that have not moved, and as a debt. */
interface TakenBack extends OverPieces {
  readonly from_carry_wh: number;
  /** Certificates withdrawn. */
  readonly withdrawn: number;
}

/**
 * What becomes of `wh` that were counted and are no longer: the carry pays first, then as few whole certificates as are needed of
 * those that have not moved since their issuance, whose rest is carried; what is left is owed (R8, R33).
 */
export function takenBack({ carried, debt_wh }: OverPieces, { day, wh }: Piece, unmoved: number): TakenBack {
  const carry_wh = whOf(carried);
  const from_carry_wh = Math.min(carry_wh, wh);
  const kept = cut(carried, carry_wh - from_carry_wh).taken;
  const left = wh - from_carry_wh;
  const withdrawn = Math.min(unmoved, Math.ceil(left / WH_PER_CERTIFICATE));
  const rest = withdrawn * WH_PER_CERTIFICATE - left;
  return {
    from_carry_wh,
    withdrawn,
    carried: rest > 0 ? [...kept, { day, wh: rest }] : kept,
    debt_wh: debt_wh + Math.max(0, -rest),
  };
}
