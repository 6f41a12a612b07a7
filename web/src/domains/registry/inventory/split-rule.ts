import type { SerialRange } from "@heliograph/contract/registry/ledger";

/** The two parts of a range split after the number; null where that is none of the range, or leaves a part without certificates. */
export function splitAfter(
  { first, until }: SerialRange,
  after: number | null,
): readonly [SerialRange, SerialRange] | null {
  if (after === null || !Number.isInteger(after) || after < first || after > until - 2) return null;
  return [
    { first, until: after + 1 },
    { first: after + 1, until },
  ];
}
