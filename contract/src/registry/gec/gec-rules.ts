// Rules of redemptions of green certificates (design 2.10), for forms and the server alike.
import type { GuardError } from "../../kernel/problem.ts";
import { amountOf } from "../imports/import-rules.ts";
import type { SerialRange } from "../ledger.ts";

/** Certificates that one purchase may have, and its highest price: USD 10,000 each, in cents. */
export const GEC_QUANTITY_MAX = 10_000_000;
export const GEC_PRICE_MAX_CENTS = 1_000_000;

/** Lots of certificate numbers that a seller names at most. */
export const GEC_LOTS_MAX = 50;

/** Months for which a certificate holds, from that of its generation. */
const VALID_MONTHS = 24;

/** Characters of unified social credit codes (GB 32100-2015), each by its value: no I, O, S, V, Z. */
const CREDIT_CODE_ALPHABET = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const CREDIT_CODE_LENGTH = 18;

/** A unified social credit code as it is compared: capitals, without spaces. */
export const creditCode = (typed: string): string => typed.replaceAll(/\s/g, "").toUpperCase();

/** The last character of a code by the 17 before it: weights are powers of 3 modulo 31 (GB 32100-2015). Undefined: a character is none of the code's. */
export function creditCheck(first17: string): string | undefined {
  let sum = 0;
  let weight = 1;
  for (const character of first17) {
    const value = CREDIT_CODE_ALPHABET.indexOf(character);
    if (value < 0) return undefined;
    sum += value * weight;
    weight = (weight * 3) % 31;
  }
  return CREDIT_CODE_ALPHABET[(31 - (sum % 31)) % 31];
}

/** Whether the text is a unified social credit code: 18 characters, the last of which follows from the others. */
export function isCreditCode(typed: string): boolean {
  const code = creditCode(typed);
  return code.length === CREDIT_CODE_LENGTH && creditCheck(code.slice(0, -1)) === code.at(-1);
}

/** What the buyer states of the consumer. Days are YYYY-MM-DD. */
interface GecConsumer {
  readonly consumer_code: string;
  readonly period_from: string;
  readonly period_to: string;
}

/** All rules that the consumer's data break: GEC-001, GEC-006. */
export function gecConsumerFaults({ consumer_code, period_from, period_to }: GecConsumer): GuardError[] {
  return [
    ...(isCreditCode(consumer_code)
      ? []
      : [
          {
            code: "GEC-001",
            message: "Enter a valid unified social credit code of 18 characters.",
            field: "body.consumer.consumer_code",
          },
        ]),
    ...(period_from <= period_to
      ? []
      : [
          {
            code: "GEC-006",
            message: "The period must not end before it begins.",
            field: "body.consumer.period_to",
          },
        ]),
  ];
}

/** Certificate numbers of one series and month. */
export interface GecLot extends SerialRange {
  /** Month of generation, YYYY-MM. */
  readonly month: string;
  /** What stands before the numbers, or the code of a batch that is held here. */
  readonly series: string;
}

/** The refusal of numbers that are used already (GEC-003). Both ends included. */
export const gecNumbersUsed = ({ series, first, until }: GecLot): GuardError => {
  const params = { series, from: first, to: until - 1 };
  const message = `Certificate numbers ${series} ${first}–${until - 1} are already registered here.`;
  return { code: "GEC-003", message, params, field: "body.certificates.lots" };
};

/** All rules that named certificates break by themselves: GEC-002, GEC-003 (twice in one list), GEC-004, GEC-007. `today`: YYYY-MM-DD in China. */
export function gecLotFaults(
  lots: readonly GecLot[],
  { quantity, today }: { quantity: number; today: string },
): GuardError[] {
  const faults: GuardError[] = [];
  const n = amountOf(lots);
  const field = "body.certificates.lots";
  if (n !== quantity) {
    const message = `${n} certificate numbers for ${quantity} MWh.`;
    faults.push({ code: "GEC-002", message, params: { n, q: quantity }, field });
  }
  const twice = lots.find((lot, i) => lots.slice(0, i).some((other) => isOverlapping(lot, other)));
  if (twice !== undefined) faults.push(gecNumbersUsed(twice));
  const now = monthNumber(today);
  for (const month of new Set(lots.map((lot) => lot.month))) {
    const age = now - monthNumber(month);
    if (age > VALID_MONTHS) {
      const message = `Generation of ${month} is more than 2 years ago.`;
      faults.push({ code: "GEC-004", message, params: { month }, field });
    }
    if (age < 1) {
      const message = `Generation of ${month} is not over yet.`;
      faults.push({ code: "GEC-007", message, params: { month }, field });
    }
  }
  return faults;
}

const isOverlapping = (a: GecLot, b: GecLot): boolean =>
  a.series === b.series && a.first < b.until && b.first < a.until;

/** Months since the year 0 of a day or month. */
function monthNumber(text: string): number {
  const [year = 0, month = 1] = text.split("-").map(Number);
  return year * 12 + month;
}

/** USD cents of a purchase: exact, prices being whole cents. */
export const gecTotalCents = ({ quantity, price_cents }: { quantity: number; price_cents: number }): number =>
  quantity * price_cents;
