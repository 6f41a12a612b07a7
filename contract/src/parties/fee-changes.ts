// Changes of what the workspace costs: new rates and the next version of the agreement from one day on, published by two platform operators (rule R23).
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { calendarDay } from "../kernel/calendar-day.ts";
import { endpoint } from "../kernel/endpoint.ts";
import type { GuardError } from "../kernel/problem.ts";
import { SIGNED_LANGUAGES, signedTexts, type SignedLanguage } from "../kernel/text.ts";
import { addDays, type Day } from "../kernel/time.ts";
import { RECORD_READ_REFUSALS } from "./records.ts";

/** The agreement: "A change of the schedule or of this agreement is announced 30 days before it takes effect and is accepted anew." */
const FEE_NOTICE_DAYS = 30;
const AGREEMENT_MAX = 20_000;
/** Highest rate, in 1/10,000 of the currency for each MWh: 10,000 of it. */
const RATE_MAX = 100_000_000;

const newRate = z.strictObject({
  /** "RF-EX-IREC-OTH". */
  code: z.string().regex(/^[A-Z0-9-]{3,40}$/, "Must be the code of a rate"),
  rate: z.int().min(0).max(RATE_MAX),
});

/** What is asked for: rates that change, and the text of the next version of the agreement in each language. */
const feeChange = z.object({
  effective_from: calendarDay,
  rates: z.array(newRate).max(50),
  agreement_texts: signedTexts(AGREEMENT_MAX),
});
export type FeeChange = z.output<typeof feeChange>;

/** What a change is held to. */
interface FeeFacts {
  /** Today in GMT+8. */
  readonly today: Day;
  /** Rates as they are by code, those that were published for later included. */
  readonly rates: ReadonlyMap<string, { readonly rate: number; readonly is_configured: boolean }>;
  /** What was published last, in the languages in which it was. */
  readonly agreement_texts: Readonly<Partial<Record<SignedLanguage, string>>>;
  /** The last day on which something that was published takes effect. */
  readonly last_effective: Day;
}

/** The first day on which a change may take effect. */
export function earliestChange({ today, last_effective }: Pick<FeeFacts, "today" | "last_effective">): Day {
  const [noticed, next] = [addDays(today, FEE_NOTICE_DAYS), addDays(last_effective, 1)];
  return noticed > next ? noticed : next;
}

/** What speaks against the change: FEE-003, FEE-004 and FEE-005. */
export function feeChangeFaults(change: FeeChange, facts: FeeFacts): GuardError[] {
  const faults: GuardError[] = [];
  const isNew = ({ code, rate }: FeeChange["rates"][number]) => {
    const now = facts.rates.get(code);
    return now !== undefined && (now.rate !== rate || !now.is_configured);
  };
  const isSameText = SIGNED_LANGUAGES.every(
    (language) => change.agreement_texts[language] === facts.agreement_texts[language],
  );
  if (!change.rates.some(isNew) && isSameText) {
    faults.push({ code: "FEE-003", message: "Change a rate or the text of the agreement." });
  }
  const date = earliestChange(facts);
  if (change.effective_from < date) {
    const message = `A change takes effect on ${date} at the earliest.`;
    faults.push({ code: "FEE-004", message, params: { date }, field: "body.effective_from" });
  }
  const unknown = change.rates.find(({ code }) => !facts.rates.has(code));
  if (unknown !== undefined) {
    const message = `There is no rate ${unknown.code}.`;
    faults.push({ code: "FEE-005", message, params: { code: unknown.code }, field: "body.rates" });
  }
  return faults;
}

const FEE_GUARDS = ["FEE-003", "FEE-004", "FEE-005"] as const;

export const getFeeChange = endpoint({
  name: "getFeeChange",
  method: "GET",
  path: "rehash/fee-change",
  keyRight: "none",
  summary: "For platform operators: what was published last, and the change that waits for a second of them",
  answer: z.object({
    /** The newest version of the agreement, also one that is not in force yet. */
    agreement: z.object({
      version: z.int(),
      /** By language, of those in which it was published. */
      texts: z.object({ vi: z.string(), en: z.string(), zh: z.string() }).partial(),
      effective_from: z.iso.date(),
    }),
    /** The first day on which a change may take effect. */
    earliest: z.iso.date(),
    asked: feeChange
      .extend({
        change_uid: z.uuid(),
        effective_from: z.iso.date(),
        asked_at: z.iso.datetime(),
        by_you: z.boolean(),
      })
      .nullable(),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const askFeeChange = endpoint({
  name: "askFeeChange",
  method: "POST",
  path: "rehash/fee-change",
  keyRight: "none",
  summary:
    "A first platform operator asks for new rates and the next version of the agreement in each language; it takes the place of what was asked for before, and lapses after 72 hours",
  body: z.strictObject(feeChange.shape),
  answer: z.object({ change_uid: z.uuid() }),
  refusals: [...RECORD_READ_REFUSALS, ...FEE_GUARDS, "confirmation.required"],
});

export const confirmFeeChange = endpoint({
  name: "confirmFeeChange",
  method: "POST",
  path: "rehash/fee-change/confirmed",
  keyRight: "none",
  summary: "A second platform operator confirms the change as it was asked for: it is published",
  body: z.strictObject({ change_uid: z.uuid() }),
  answer: done,
  refusals: [...RECORD_READ_REFUSALS, ...FEE_GUARDS, "AUTH-006", "confirmation.required"],
});

export const setAsideFeeChange = endpoint({
  name: "setAsideFeeChange",
  method: "DELETE",
  path: "rehash/fee-change",
  keyRight: "none",
  summary: "A platform operator sets aside a change that waits",
  query: z.object({ change_uid: z.uuid() }),
  answer: done,
  refusals: [...RECORD_READ_REFUSALS],
});
