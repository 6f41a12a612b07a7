// What a reviewer marks of a redemption that goes back, and what its account changes or answers (ui-certificates §6).
import { z } from "zod";
import { calendarDay } from "../../kernel/calendar-day.ts";
import { unansweredItems } from "../../kernel/marks.ts";
import type { GuardError } from "../../kernel/problem.ts";
import { line, paragraphs } from "../../kernel/text.ts";

/** What can be marked: what is said of whom it is for and what for. Its certificates stay as they are. */
export const REDEMPTION_ITEMS = [
  "beneficiary_name",
  "beneficiary_registration_number",
  "is_natural_person",
  "beneficiary_country",
  "beneficiary_address",
  "redeems_for",
  "period",
  "purpose",
] as const;
const redemptionItem = z.enum(REDEMPTION_ITEMS);
export type RedemptionItem = z.output<typeof redemptionItem>;

/** Characters of why an item is marked, and of the answer to it. */
export const REDEMPTION_MARK_MAX = 2000;

export const redemptionMark = z.strictObject({
  item: redemptionItem,
  reason: paragraphs(REDEMPTION_MARK_MAX),
});
export type RedemptionMark = z.output<typeof redemptionMark>;
export const redemptionAnswer = z.strictObject({
  item: redemptionItem,
  answer: paragraphs(REDEMPTION_MARK_MAX),
});
export type RedemptionAnswer = z.output<typeof redemptionAnswer>;

/** What a redemption said when it went back. */
const redemptionWords = z.object({
  beneficiary_name: line(200),
  beneficiary_registration_number: line(60),
  is_natural_person: z.boolean(),
  beneficiary_country: z.string(),
  beneficiary_address: line(300),
  redeems_for: z.enum(["own_consumption", "third_party", ""]),
  period_from: z.union([z.literal(""), calendarDay]),
  period_to: z.union([z.literal(""), calendarDay]),
  purpose: line(300),
});
export type RedemptionWordsSaid = z.output<typeof redemptionWords>;

/** A time that a redemption went back: what it said then, what was marked of that, and what its account answered. */
export const redemptionReturn = z.object({
  returned_at: z.iso.datetime(),
  words: redemptionWords,
  marks: z.array(redemptionMark),
  /** Empty until it is submitted again. */
  answers: z.array(redemptionAnswer),
});
export type RedemptionReturn = z.output<typeof redemptionReturn>;

/** What the words say of an item, as text that is equal exactly where the item is. */
function itemText(words: RedemptionWordsSaid, item: RedemptionItem): string {
  if (item === "period") return `${words.period_from} – ${words.period_to}`;
  return String(words[item]).normalize("NFC");
}

/** Items in which the words differ, in the order of the form. */
export const redemptionChanges = (before: RedemptionWordsSaid, now: RedemptionWordsSaid): RedemptionItem[] =>
  REDEMPTION_ITEMS.filter((item) => itemText(before, item) !== itemText(now, item));

/** What speaks against returning a redemption with these marks: RED-015. */
export const redemptionReturnFaults = (marks: readonly RedemptionMark[]): GuardError[] =>
  marks.length > 0 ? [] : [{ code: "RED-015", message: "Mark at least one item.", field: "body.marks" }];

/** Marked items that were neither changed since nor answered. */
export const openRedemptionMarks = (
  { words, marks }: Pick<RedemptionReturn, "words" | "marks">,
  now: RedemptionWordsSaid,
  answers: readonly RedemptionAnswer[],
): RedemptionItem[] => unansweredItems(marks, redemptionChanges(words, now), answers);

/** What speaks against submitting again: nothing was changed and nothing answered (RED-011), or marked items stay as they were without an answer (RED-016). */
export function redemptionAnswerFaults(
  last: Pick<RedemptionReturn, "words" | "marks">,
  now: RedemptionWordsSaid,
  answers: readonly RedemptionAnswer[],
): GuardError[] {
  if (redemptionChanges(last.words, now).length === 0 && answers.length === 0) {
    return [{ code: "RED-011", message: "Change what was asked for before you submit again." }];
  }
  const open = openRedemptionMarks(last, now, answers);
  if (open.length === 0) return [];
  const message = "Change or answer the marked items before you submit again.";
  return [{ code: "RED-016", message, params: { items: open.join(", ") } }];
}
