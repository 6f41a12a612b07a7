// The rows of the table of inverters, and which inverter stands out.
import { WATERFALL_ROWS } from "./losses-view.ts";

/** In order: after the steps what the inverters gave, and from there to the meter. */
export const MATRIX_ROWS = [
  "base",
  ...WATERFALL_ROWS.filter((step) => step !== "residual"),
  "usual",
  "unexplained",
  "given",
  "wiring",
  "measured",
] as const;
export type MatrixRow = (typeof MATRIX_ROWS)[number];

/** A share of the light that a device loses beyond its siblings' median from which it stands out: 1 %. */
const STANDS_OUT = 0.01;

/** The device whose share lies farthest above the median of all, from 1 % of the light on; −1: none, or too few to compare. */
export function outlierOf(shares: readonly number[]): number {
  if (shares.length < 3) return -1;
  const ordered = shares.toSorted((a, b) => a - b);
  const median = ordered[Math.floor(ordered.length / 2)] ?? 0;
  const most = Math.max(...shares);
  return most - median >= STANDS_OUT ? shares.indexOf(most) : -1;
}
