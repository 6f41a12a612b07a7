// What somebody asks to redeem, as a form sends it.
import { z } from "zod";
import { calendarDay } from "../../kernel/calendar-day.ts";
import { line, someLine } from "../../kernel/text.ts";
import { REDEMPTION_MAX, REDEMPTION_WARNINGS } from "./redemption-rules.ts";

/** Ranges that a redemption takes at most by hand, and that a form lists. */
export const RANGES_MAX = 200;

const REDEEMABLE = ["IREC", "TIGR"] as const;

const country = z.string().regex(/^[A-Z]{2}$/, "Must be a country of two letters, such as VN");
const serial = z
  .int()
  .min(1)
  .max(REDEMPTION_MAX + 1);

/** A ticker's certificates: registry, country, fuel and year of production. */
const product = {
  registry: z.enum(REDEEMABLE),
  country,
  fuel: z.string().regex(/^[A-Z]{2}\d{3}$/, "Must be a fuel code, such as ES100"),
  vintage: z.int().min(2000).max(2199),
};

/** What a form holds. Texts may be empty: the rules of redemptions say what is missing. */
const claimFields = {
  ...product,
  amount: z
    .number()
    .min(-REDEMPTION_MAX)
    .max(REDEMPTION_MAX * 10),
  beneficiary_name: line(200),
  beneficiary_registration_number: line(60),
  /** A person: public statements show a hash of the name alone. */
  is_natural_person: z.boolean(),
  beneficiary_country: z.union([z.literal(""), country]),
  beneficiary_address: line(300),
  redeems_for: z.enum(["own_consumption", "third_party", ""]),
  period_from: z.union([z.literal(""), calendarDay]),
  period_to: z.union([z.literal(""), calendarDay]),
  purpose: line(300),
  acknowledged: z.array(z.enum(REDEMPTION_WARNINGS)).max(REDEMPTION_WARNINGS.length),
  /** Ranges that were chosen by hand, half-open; null: those that the policy of allocation takes. */
  ranges: z
    .array(z.strictObject({ code: someLine(80), first: serial, until: serial }))
    .max(RANGES_MAX)
    .nullable(),
};
/** What a form holds, as it is sent. */
export const redemptionClaim = z.strictObject(claimFields);
export type RedemptionClaimBody = z.output<typeof redemptionClaim>;
