// What the workspace costs: the schedule of fees, the agreement on them, and the advanced features of an account.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { recordLife } from "../kernel/life-cycle.ts";
import { signedLanguage } from "../kernel/text.ts";
import {
  actingFor,
  commandAnswer,
  proposal,
  RECORD_READ_REFUSALS,
  RECORD_REFUSALS,
  recordCommand,
  recordFrame,
} from "./records.ts";

/** Rates are in 1/10,000 of the currency for each MWh: 800 is EUR 0.0800. */
export const RATE_SCALE = 10_000;

export const getFeeSchedule = endpoint({
  name: "getFeeSchedule",
  method: "GET",
  path: "rehash/fee-schedule",
  keyRight: "none",
  summary: "Rates that hold today, and those that were published for later",
  answer: z.object({
    items: z.array(
      z.object({
        code: z.string(),
        version: z.int(),
        fee_type: z.enum(["REDEEM_EXCHANGE", "SELF_REDEEM", "BUYER_PROCESSING", "OTHER"]),
        registry: z.enum(["IREC", "TIGR", "GEC"]),
        fuel_group: z.enum(["hydro", "other"]),
        currency: z.string(),
        /** In 1/10,000 of the currency for each MWh. */
        rate: z.int(),
        /** False: nobody has set it, and nothing is charged. */
        is_configured: z.boolean(),
        effective_from: z.iso.date(),
        /** What was published for later; null: nothing. */
        next: z.object({ rate: z.int(), effective_from: z.iso.date() }).nullable(),
      }),
    ),
  }),
});

/** A version of the agreement on fees, and who accepted it for the account in which language; null: nobody has. */
const agreementVersion = z.object({
  version: z.int(),
  /** The same in each language, of which one is accepted; `text_hash`: SHA-256, hexadecimal. */
  texts: z.array(z.object({ language: signedLanguage, text: z.string(), text_hash: z.string() })),
  effective_from: z.iso.date(),
  accepted: z
    .object({ at: z.iso.datetime(), by: z.string().nullable(), language: signedLanguage })
    .nullable(),
});
export type AgreementVersion = z.output<typeof agreementVersion>;

export const getFeeAgreement = endpoint({
  name: "getFeeAgreement",
  method: "GET",
  path: "rehash/fee-agreement",
  keyRight: "none",
  summary:
    "The agreement on fees that is in force, the one that was published for later, and whether the account has accepted them",
  query: z.object({ account: z.uuid() }),
  answer: agreementVersion.extend({ next: agreementVersion.nullable() }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const acceptFeeAgreement = endpoint({
  name: "acceptFeeAgreement",
  method: "POST",
  path: "rehash/fee-agreement",
  keyRight: "none",
  summary:
    "Accepts the agreement on fees for the account, in the version, language and text that were shown: the one in force, or the one that was published for later",
  query: z.object({ account: z.uuid() }),
  body: z.strictObject({
    version: z.int().min(1).max(100_000),
    /** In which it was read. */
    language: signedLanguage,
    text_hash: z.string().regex(/^[0-9a-f]{64}$/, "Must be 64 hexadecimal digits"),
  }),
  answer: done,
  refusals: [...RECORD_READ_REFUSALS, "GEN-403", "ACC-013", "FEE-001", "confirmation.required"],
});

export const gecSellingLife = recordLife({
  entity: "gec_selling",
  noun: "GEC selling",
  begins: ["system"],
  state: {
    disabled: { label: "Disabled" },
    requested: {
      label: "Disabled",
      next: { by: "platform_operator", within: { count: 5, unit: "business_days" } },
    },
    enabled: { label: "Enabled" },
  },
  actions: {
    request: { from: ["disabled"], to: "requested", by: ["account_manager"], done: "Requested" },
    withdraw: {
      from: ["requested"],
      to: "disabled",
      by: ["account_manager"],
      done: "Request withdrawn",
      deed: "withdraw",
    },
    decline: { from: ["requested"], to: "disabled", by: ["platform_operator"], done: "Declined", reason: 10 },
    grant: {
      from: ["disabled", "requested"],
      to: "enabled",
      by: ["platform_operator"],
      done: "Enabled",
      people: 2,
      confirmed: true,
    },
    change_limit: {
      from: ["enabled"],
      to: "enabled",
      by: ["platform_operator"],
      done: "Limit changed",
      people: 2,
      confirmed: true,
    },
    disable: {
      from: ["enabled"],
      to: "disabled",
      by: ["platform_operator"],
      done: "Disabled",
      reason: 10,
      confirmed: true,
    },
  },
});

/** Highest sell limit, in cents: USD 1 billion. */
const SELL_LIMIT_MAX_CENTS = 100_000_000_000;

export const getAdvancedFeatures = endpoint({
  name: "getAdvancedFeatures",
  method: "GET",
  path: "rehash/advanced-features",
  keyRight: "none",
  summary:
    "Selling of green certificates: whether it is on, up to what limit and how much of that is used; platform operators name the business account by record_uid",
  query: actingFor.extend({ record_uid: z.uuid().optional() }),
  answer: recordFrame.extend({
    second_person: proposal(z.object({ sell_limit_cents: z.int().optional() })),
    is_enabled: z.boolean(),
    /** USD cents. */
    sell_limit_cents: z.int(),
    /** USD cents: open orders and what was sold and is not redeemed yet. */
    credit_usage_cents: z.int(),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const moveAdvancedFeatures = endpoint({
  name: "moveAdvancedFeatures",
  method: "POST",
  path: "rehash/advanced-features/actions",
  keyRight: "none",
  summary: "Takes an action of GEC selling; grant and change_limit carry the limit",
  query: actingFor,
  body: recordCommand(gecSellingLife).extend({
    sell_limit_cents: z.int().min(1).max(SELL_LIMIT_MAX_CENTS).optional(),
  }),
  answer: commandAnswer,
  refusals: [...RECORD_REFUSALS, "GSL-001"],
});
