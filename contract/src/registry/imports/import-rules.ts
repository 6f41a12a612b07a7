// Rules of imports (design 2.8, rule R13), for the form and the server alike.
import type { GuardError } from "../../kernel/problem.ts";
import type { SerialRange } from "../ledger.ts";

/**
 * Registries that certificates are brought in from, by the letters that codes of batches have: the certificates that each keeps. One name for each, so
 * that nobody brings the same certificates in under another.
 */
export const IMPORT_ORIGINS = {
  EVIDENT: { registry: "IREC", name: "Evident I-REC Registry" },
  APX: { registry: "TIGR", name: "APX TIGR Registry" },
} as const;
export type ImportOrigin = keyof typeof IMPORT_ORIGINS;

/** The letters of all of them. */
// oxlint-disable-next-line no-unsafe-type-assertion -- keys of the table above, of which there are some
export const IMPORT_ORIGIN_CODES = Object.keys(IMPORT_ORIGINS) as [ImportOrigin, ...ImportOrigin[]];

/** Certificates that an import may have, and the highest serial number. */
export const IMPORT_QUANTITY_MAX = 100_000_000;
export const FOREIGN_SERIAL_MAX = 999_999_999_999;

/** Ranges that one reception names at most. */
export const RECEIVED_RANGES_MAX = 50;

/** A series of serial numbers in one spelling: capitals of the usual width, every dash a hyphen, without spaces and characters that nobody sees. */
export const foreignSeries = (typed: string): string =>
  typed
    .normalize("NFKC")
    .replaceAll(/[\s\p{Cf}]/gu, "")
    .replaceAll(/[\p{Pd}\u2212]/gu, "-")
    .toUpperCase();

interface Declared {
  readonly transaction_number: string;
  readonly series: string;
  /** Serial numbers at the other registry, both ends included; null: not typed. */
  readonly first: number | null;
  readonly last: number | null;
  /** MWh, one certificate each; null: not typed. */
  readonly quantity: number | null;
  /** Local days of production, YYYY-MM-DD, both included. */
  readonly period_from: string;
  readonly period_to: string;
}

/** All rules that a declaration breaks by itself: IMP-001, IMP-002, IMP-009. `today`: YYYY-MM-DD. Empty: none. */
export function importFaults(declared: Declared, today: string): GuardError[] {
  return [...serialFaults(declared), ...periodFaults(declared, today)];
}

function periodFaults({ period_from, period_to }: Declared, today: string): GuardError[] {
  const year = period_from.slice(0, 4);
  if (year !== "" && period_from <= period_to && period_to.startsWith(year) && period_to <= today) return [];
  const message = "The period of production must lie in one year and be over.";
  return [{ code: "IMP-009", message, field: "body.period_to" }];
}

function serialFaults({ transaction_number, series, first, last, quantity }: Declared): GuardError[] {
  if (transaction_number === "" || series === "" || first === null || last === null || last < first) {
    const message = "Enter the registry transaction number and the serial range.";
    const missing = transaction_number === "" ? "transaction_number" : series === "" ? "series" : "last";
    return [{ code: "IMP-001", message, field: `body.${missing}` }];
  }
  const n = last - first + 1;
  if (quantity === n) return [];
  const params = { n, q: quantity ?? 0 };
  const serials = n === 1 ? "1 certificate" : `${n} certificates`;
  const message = `The serial range has ${serials}; ${params.q} ${params.q === 1 ? "is" : "are"} declared.`;
  return [{ code: "IMP-002", message, params, field: "body.quantity" }];
}

/** The refusal of serial numbers that are here already, or in another open import (IMP-003). Both ends included. */
export function alreadyHere({ first, last }: { first: number; last: number }): GuardError {
  const message = `Certificates ${first}–${last} are already registered here.`;
  return { code: "IMP-003", message, params: { from: first, to: last }, field: "body.first" };
}

/** How many certificates the ranges are. */
export const amountOf = (ranges: readonly SerialRange[]): number =>
  ranges.reduce((sum, { first, until }) => sum + until - first, 0);

/** The ranges in serial order, those that touch as one. Null: two of them overlap. */
export function joined(ranges: readonly SerialRange[]): SerialRange[] | null {
  const whole: SerialRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = whole.at(-1);
    if (before !== undefined && range.first < before.until) return null;
    if (before?.until === range.first) whole[whole.length - 1] = { first: before.first, until: range.until };
    else whole.push({ first: range.first, until: range.until });
  }
  return whole;
}

/** What is left of the open ranges (in serial order, none touching) when these are received; null: one of them is not open. */
export function withoutRanges(
  open: readonly SerialRange[],
  received: readonly SerialRange[],
): SerialRange[] | null {
  let left = [...open];
  for (const { first, until } of received) {
    const around = left.find((one) => one.first <= first && until <= one.until);
    if (around === undefined) return null;
    const rest = [
      { first: around.first, until: first },
      { first: until, until: around.until },
    ];
    left = left.flatMap((one) => (one === around ? rest.filter((part) => part.first < part.until) : [one]));
  }
  return left;
}

/** The rules that a reception breaks: IMP-004 for how many there are, IMP-007 for which. `open`: what has not come yet, in serial order. */
export function receptionFaults(
  open: readonly SerialRange[],
  received: readonly SerialRange[],
): GuardError[] {
  const q = amountOf(open);
  const r = amountOf(received);
  const field = "body.received";
  if (r < 1 || r > q) {
    const message = `Received must be a whole number from 1 to ${q}.`;
    return [{ code: "IMP-004", message, params: { q }, field }];
  }
  const whole = joined(received);
  if (whole !== null && withoutRanges(open, whole) !== null) return [];
  return [
    {
      code: "IMP-007",
      message: "The received serial numbers are not those that are still to come.",
      field,
    },
  ];
}
