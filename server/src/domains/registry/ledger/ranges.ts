// Half-open ranges of serial numbers: the arithmetic in which a block of 100 split at 25 is 25 and 75.
import type { SerialRange } from "@heliograph/contract";

/** How many serial numbers a range has. */
export const countOf = ({ first, until }: SerialRange): number => until - first;

/** What both have; null when they share nothing. */
export function intersection(a: SerialRange, b: SerialRange): SerialRange | null {
  const first = Math.max(a.first, b.first);
  const until = Math.min(a.until, b.until);
  return first < until ? { first, until } : null;
}

/**
 * The first `count` serial numbers of the range, and the rest. Throws RangeError unless both have some.
 */
export function splitRange(
  { first, until }: SerialRange,
  count: number,
): readonly [SerialRange, SerialRange] {
  const middle = first + count;
  if (!Number.isSafeInteger(count) || middle <= first || middle >= until) {
    throw new RangeError(`A range of ${until - first} cannot be split at ${count}`);
  }
  return [
    { first, until: middle },
    { first: middle, until },
  ];
}

/** The same serial numbers as the fewest ranges, in order. Throws RangeError when two ranges share a number. */
export function joinedRanges(ranges: readonly SerialRange[]): SerialRange[] {
  const joined: SerialRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const last = joined.at(-1);
    if (last !== undefined && range.first < last.until) {
      throw new RangeError(`${range.first} is in two ranges`);
    }
    if (last?.until === range.first) joined[joined.length - 1] = { first: last.first, until: range.until };
    else joined.push(range);
  }
  return joined;
}
