// What the page of a request is made of: its days, checks and balance, and what was asked for.
import { z } from "zod";
import { CHECK_OUTCOMES, EVIDENCE_CLASSES, ISSUANCE_GUARDS } from "./issuance-guards.ts";
import { issuanceAnswer, issuanceMark, ISSUANCE_ITEMS } from "./issuance-review.ts";

export const issuanceDay = z.object({
  day: z.string(),
  /** What counts, Wh; null: nothing is known. */
  wh: z.int().nullable(),
  meter_wh: z.int().nullable(),
  inverter_wh: z.int().nullable(),
  /** What was exported, and what was taken off as station supply, Wh; null: not measured, or not known. */
  exported_wh: z.int().nullable(),
  supply_wh: z.int().nullable(),
  maximum_wh: z.int(),
  source: z.enum(["meter", "gap", "inverters", "power", "import", "file", "none"]),
  evidence: z.enum(EVIDENCE_CLASSES).nullable(),
  /** Of the day's time, tenths of a percent. */
  complete_permille: z.int(),
  is_settled: z.boolean(),
});

export const issuanceCheck = z.object({
  code: z.enum(ISSUANCE_GUARDS),
  outcome: z.enum(CHECK_OUTCOMES),
  message: z.string(),
  params: z.record(z.string(), z.string()),
});

/** The arithmetic of what is made: carried in − debt + counted = balance; balance − made = carried out, Wh. */
export const issuanceBalance = z.object({
  carry_wh: z.int(),
  debt_wh: z.int(),
  counted_wh: z.int(),
  balance_wh: z.int(),
  quantity: z.int(),
  carry_out_wh: z.int(),
});
export type IssuanceBalance = z.output<typeof issuanceBalance>;

/** What would become of the request if it ended before the first day that stops it. */
export const shorterPeriod = z.object({
  to_day: z.string(),
  quantity: z.int(),
  /** The rest as a second draft; null: nothing is left after the days that stop it. */
  rest_from_day: z.string().nullable(),
  rest_quantity: z.int(),
});

/** What was asked for when a request went back last, and what differs from what was submitted before that. */
export const issuanceReview = z.object({
  marks: z.array(issuanceMark),
  /** Given when it was submitted again; empty until then. */
  answers: z.array(issuanceAnswer),
  changed: z.array(z.enum(ISSUANCE_ITEMS)),
  /** As it was submitted before. */
  from_day: z.string(),
  to_day: z.string(),
});
