// What is done with a request for certificates (C107), apart: the page of a plant sends drafts and shows no requests.
import { z } from "zod";
import { calendarDay } from "../../kernel/calendar-day.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { actingFor, commandAnswer, RECORD_REFUSALS, recordCommand } from "../../parties/records.ts";
import { ISSUANCE_GUARDS } from "./issuance-guards.ts";
import { ISSUANCE_LIFE } from "./issuance-life.ts";
import { issuanceAnswer, issuanceMark, ISSUANCE_ITEMS } from "./issuance-review.ts";

/** Days that a request has at most, and that are declared at a time. */
export const ISSUANCE_DAYS_MAX = 366;
/** Most energy that is declared of a day, Wh. */
const DECLARED_MAX_WH = 1_000_000_000_000;

export const commandIssuance = endpoint({
  name: "commandIssuance",
  method: "POST",
  path: "rehash/issuances/actions",
  summary: "Does one of the actions of a request's life",
  keyRight: "none",
  query: actingFor,
  body: recordCommand(ISSUANCE_LIFE).extend({
    /** `set_period`, `amend_period`: its days; with `rest_from_day` the days from there to its end so far become a draft of their own. */
    from_day: calendarDay.optional(),
    to_day: calendarDay.optional(),
    rest_from_day: calendarDay.optional(),
    /** `declare`, `amend_evidence`: what the document (one of the request's) states of days; null takes a day back. */
    evidence_uid: z.uuid().optional(),
    declared: z
      .array(z.strictObject({ day: calendarDay, wh: z.int().min(0).max(DECLARED_MAX_WH).nullable() }))
      .min(1)
      .max(ISSUANCE_DAYS_MAX)
      .optional(),
    /** `accept_check`: the guard that is accepted. */
    code: z.enum(ISSUANCE_GUARDS).optional(),
    /** `refer`: what is asked for. */
    marks: z.array(issuanceMark).max(ISSUANCE_ITEMS.length).optional(),
    /** `resubmit`: to what was marked and stays as it is. */
    answers: z.array(issuanceAnswer).max(ISSUANCE_ITEMS.length).optional(),
  }),
  answer: commandAnswer,
  refusals: [...RECORD_REFUSALS, ...ISSUANCE_GUARDS, "ISS-017", "ISS-018", "ISS-019", "ISS-020", "ORD-007"],
});
