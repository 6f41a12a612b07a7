// Rounding of parts so that they still sum to their whole.

/**
 * The parts as whole numbers that sum to `total`, itself whole: each rounded down, and what is left given to those that lost most
 * (largest remainder; of equal ones the first). Parts may be negative. Where they do not sum to about `total`, the difference is spread
 * one by one over all of them.
 */
export function roundedParts(parts: readonly number[], total: number): number[] {
  const rounded = parts.map((part) => Math.floor(part));
  if (parts.length === 0) return rounded;
  const left = total - rounded.reduce((sum, part) => sum + part, 0);
  const order = parts
    .map((part, index) => ({ index, rest: part - Math.floor(part) }))
    .toSorted((a, b) => b.rest - a.rest || a.index - b.index);
  const each = Math.floor(left / parts.length);
  const more = left - each * parts.length;
  for (const [place, { index }] of order.entries()) {
    rounded[index] = (rounded[index] ?? 0) + each + (place < more ? 1 : 0);
  }
  return rounded;
}
