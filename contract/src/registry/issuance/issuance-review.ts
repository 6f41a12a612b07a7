// What an issuer asks for when a request goes back, and what an applicant changes or answers before it is submitted again.
import { z } from "zod";
import type { GuardError } from "../../kernel/problem.ts";
import { paragraphs } from "../../kernel/text.ts";

export const ISSUANCE_REVIEW_LIMITS = {
  /** Characters of why something is asked for, and of the answer to it. */
  reason: 2000,
  answer: 2000,
} as const;

/** What can be asked for: other days, what the meters say of them, or documents. */
export const ISSUANCE_ITEMS = ["period", "readings", "evidence"] as const;
const issuanceItem = z.enum(ISSUANCE_ITEMS);
export type IssuanceItem = z.output<typeof issuanceItem>;

export const issuanceMark = z.strictObject({
  item: issuanceItem,
  reason: paragraphs(ISSUANCE_REVIEW_LIMITS.reason),
});
export type IssuanceMark = z.output<typeof issuanceMark>;

export const issuanceAnswer = z.strictObject({
  item: issuanceItem,
  answer: paragraphs(ISSUANCE_REVIEW_LIMITS.answer),
});
export type IssuanceAnswer = z.output<typeof issuanceAnswer>;

/** What speaks against referring a request back with these marks: ISS-019. */
export const issuanceReferFaults = (marks: readonly IssuanceMark[]): GuardError[] =>
  marks.length > 0 ? [] : [{ code: "ISS-019", message: "Mark what is asked for." }];

/** What speaks against submitting again: ISS-020, naming what was marked and is neither changed nor answered. */
export function issuanceResubmitFaults(
  marks: readonly IssuanceMark[],
  changed: readonly IssuanceItem[],
  answers: readonly IssuanceAnswer[],
): GuardError[] {
  const open = marks
    .map(({ item }) => item)
    .filter((item) => !changed.includes(item) && !answers.some((one) => one.item === item));
  if (open.length === 0) return [];
  const message = "Change or answer what was asked for before you submit again.";
  return [{ code: "ISS-020", message, params: { items: open.join(", ") } }];
}
