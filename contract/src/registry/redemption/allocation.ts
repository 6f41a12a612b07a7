// Which certificates are taken when an amount is asked for: always the same ones, so that what a form shows is what is reserved.
import type { LotChannel, SerialRange } from "../ledger.ts";

/** A range of certificates that may be taken. */
export interface RedeemableRange extends SerialRange {
  readonly batch_id: number;
  readonly channel: LotChannel;
  /** First local day of production of the batch, YYYY-MM-DD. */
  readonly from_day: string;
}

const countOf = ({ first, until }: SerialRange): number => until - first;
const sum = (ranges: readonly SerialRange[]): number => ranges.reduce((all, one) => all + countOf(one), 0);
const bySerial = (a: RedeemableRange, b: RedeemableRange): number =>
  a.batch_id - b.batch_id || a.first - b.first;

/**
 * Takes `amount` certificates; null: there are fewer. Of one channel where one suffices, that of the oldest certificates first; the oldest period of
 * production first; within one, a range that fits exactly, then whole ranges that fit, the largest first, then the largest one that is left, cut once from its
 * first serial. Equal ones go by batch and serial. The answer is in serial order and does not depend on the order of `ranges`.
 */
export function allocate<R extends RedeemableRange>(ranges: readonly R[], amount: number): R[] | null {
  if (sum(ranges) < amount) return null;
  const taken: R[] = [];
  let left = amount;
  for (const period of periodsOf(ofOneChannel(ranges, amount))) {
    const open = [...period];
    while (left > 0 && open.length > 0) {
      const next = nextOf(open, left);
      open.splice(open.indexOf(next), 1);
      const count = Math.min(countOf(next), left);
      taken.push({ ...next, until: next.first + count });
      left -= count;
    }
  }
  return taken.toSorted(bySerial);
}

/** Those of the one channel that is enough and has the oldest certificate; all of them where none is. */
function ofOneChannel<R extends RedeemableRange>(ranges: readonly R[], amount: number): readonly R[] {
  for (const { channel } of ranges.toSorted(byAge)) {
    const own = ranges.filter((one) => one.channel === channel);
    if (sum(own) >= amount) return own;
  }
  return ranges;
}

const byAge = (a: RedeemableRange, b: RedeemableRange): number =>
  a.from_day < b.from_day ? -1 : a.from_day > b.from_day ? 1 : bySerial(a, b);

/** The ranges by the first day of their production, the oldest first, each in serial order. */
function periodsOf<R extends RedeemableRange>(ranges: readonly R[]): R[][] {
  const periods = new Map<string, R[]>();
  for (const one of ranges.toSorted(byAge)) {
    const same = periods.get(one.from_day);
    if (same === undefined) periods.set(one.from_day, [one]);
    else same.push(one);
  }
  return [...periods.values()];
}

/** The one that is taken next of ranges in serial order, of which there is one at least. */
function nextOf<R extends RedeemableRange>(open: readonly R[], left: number): R {
  const exact = open.find((one) => countOf(one) === left);
  if (exact !== undefined) return exact;
  const fitting = open.filter((one) => countOf(one) < left);
  const of = fitting.length > 0 ? fitting : open;
  return of.reduce((largest, one) => (countOf(one) > countOf(largest) ? one : largest));
}
