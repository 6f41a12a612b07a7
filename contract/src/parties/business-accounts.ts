// Business accounts: companies that hold certificates, their life cycle and their company information.
import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { recordLife } from "../kernel/life-cycle.ts";
import { guardError } from "../kernel/problem.ts";
import { line, someLine } from "../kernel/text.ts";
import { companyAnswer, companyMark, companyVersion, heldCompanyDocument } from "./company-review.ts";
import {
  actingFor,
  commandAnswer,
  RECORD_READ_REFUSALS,
  RECORD_REFUSALS,
  recordCommand,
  recordFrame,
  recordListQuery,
  tabCounts,
} from "./records.ts";

/** How long a platform operator has for a company. */
const REVIEW = { count: 5, unit: "business_days" } as const;

export const businessAccountLife = recordLife({
  entity: "business_account",
  noun: "Business account",
  begins: ["account_manager"],
  state: {
    draft: { label: "Draft", next: { by: "account_manager", deed: "profile" } },
    under_review: { label: "Under Review", next: { by: "platform_operator", within: REVIEW } },
    active: { label: "Active" },
    /** A new name or registration number is reviewed; what was approved before holds until then. */
    amendment_review: {
      label: "Under Review",
      tab: "under_review",
      next: { by: "platform_operator", within: REVIEW },
    },
    suspended: { label: "Suspended", next: { by: "platform_operator" } },
    closed: { label: "Closed" },
    deleted: { label: "Deleted", tab: null },
  },
  actions: {
    submit: {
      from: ["draft"],
      to: "under_review",
      by: ["account_manager"],
      done: "Submitted for review",
      confirmed: true,
    },
    delete: {
      from: ["draft"],
      to: "deleted",
      by: ["account_manager"],
      done: "Deleted",
      confirmed: true,
    },
    return: { from: ["under_review"], to: "draft", by: ["platform_operator"], done: "Returned", reason: 10 },
    activate: {
      from: ["under_review"],
      to: "active",
      by: ["platform_operator"],
      done: "Activated",
      confirmed: true,
    },
    amend: {
      from: ["active"],
      to: "amendment_review",
      by: ["account_manager"],
      done: "Change sent for review",
      confirmed: true,
    },
    approve_amendment: {
      from: ["amendment_review"],
      to: "active",
      by: ["platform_operator"],
      done: "Change approved",
      confirmed: true,
    },
    return_amendment: {
      from: ["amendment_review"],
      to: "active",
      by: ["platform_operator"],
      done: "Change returned",
      reason: 10,
    },
    suspend: {
      from: ["active", "amendment_review"],
      to: "suspended",
      by: ["platform_operator"],
      done: "Suspended",
      reason: 10,
      confirmed: true,
    },
    resume: {
      from: ["suspended"],
      to: "active",
      by: ["platform_operator"],
      done: "Resumed",
      reason: 10,
      confirmed: true,
    },
    close: {
      from: ["active", "amendment_review", "suspended"],
      to: "closed",
      by: ["account_manager", "platform_operator"],
      done: "Closed",
      confirmed: true,
    },
  },
});
export type BusinessAccountStatus = (typeof businessAccountLife.states)[number];

/** Account types of each registry (RED-007: a TIGR end user redeems for itself alone). */
export const ACCOUNT_TYPES = {
  IREC: ["registrant", "participant", "registrant_and_participant"],
  TIGR: ["general", "project_developer", "end_user"],
  GEC: ["trader", "end_user"],
} as const;

/** ISO 3166-1 alpha-2. */
export const countryCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, "Must be a country of two letters, such as VN");

const company = {
  company_name: someLine(200),
  english_name: line(200),
  registration_number: line(60),
  address: line(300),
  country: countryCode.nullable(),
  province: line(100),
  email: z.union([z.literal(""), z.email().max(254)]),
  contact_number: line(40),
};

/** What kind of participant an account is at each registry; null: none. */
export const accountTypes = z.object({
  IREC: z.enum(ACCOUNT_TYPES.IREC).nullable(),
  TIGR: z.enum(ACCOUNT_TYPES.TIGR).nullable(),
  GEC: z.enum(ACCOUNT_TYPES.GEC).nullable(),
});

/** Roles in a business account. */
export const businessRole = z.enum(["trader", "account_manager", "viewer"]);

export const getSeats = endpoint({
  name: "getSeats",
  method: "GET",
  path: "rehash/seats",
  keyRight: "none",
  summary: "In what roles the person takes part in the certificate workspace; empty: in none",
  answer: z.object({
    accounts: z.array(
      z.object({
        account: z.uuid(),
        company_name: z.string(),
        status: z.enum(businessAccountLife.states as [BusinessAccountStatus, ...BusinessAccountStatus[]]),
        trade_account_id: z.string().nullable(),
        role: businessRole,
        demonstration: z.boolean(),
      }),
    ),
    /** Registries and countries that the person decides for as an issuer. */
    issuer_of: z.array(z.object({ registry: z.string(), country: z.string() })),
    is_platform_operator: z.boolean(),
  }),
});

export const createBusinessAccount = endpoint({
  name: "createBusinessAccount",
  method: "POST",
  path: "rehash/business-accounts",
  keyRight: "none",
  summary: "Begins a business account, a draft, of which the person becomes an account manager",
  body: z.strictObject({ company_name: company.company_name, key: z.uuid() }),
  answer: z.object({ account: z.uuid(), number: z.string() }),
  refusals: ["AUTH-003", "AUTH-004", "ACC-002", "GEN-410"],
});

export const getBusinessAccount = endpoint({
  name: "getBusinessAccount",
  method: "GET",
  path: "rehash/business-account",
  keyRight: "none",
  summary: "Company information; platform operators name the account by record_uid",
  query: actingFor.extend({ record_uid: z.uuid().optional() }),
  answer: recordFrame.extend({
    account: z.uuid(),
    trade_account_id: z.string().nullable(),
    demonstration: z.boolean(),
    account_types: accountTypes,
    ...company,
    country: z.string().nullable(),
    email: z.string(),
    documents: z.array(heldCompanyDocument),
    /** The last submissions, the oldest first: at most two, of which the later says what was changed, or what is asked to be. */
    versions: z.array(companyVersion),
    /** What speaks against submitting a draft, for its account managers; else empty. */
    faults: z.array(guardError),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const saveBusinessAccount = endpoint({
  name: "saveBusinessAccount",
  method: "PUT",
  path: "rehash/business-account",
  keyRight: "none",
  summary:
    "Changes what is named of the company information; name and registration number of an active account only by its action amend",
  query: z.object({ account: z.uuid() }),
  body: z.strictObject({
    expected_version: z.int().min(1).max(1_000_000_000),
    ...z.object(company).partial().shape,
    account_types: z.strictObject(accountTypes.partial().shape).optional(),
  }),
  answer: z.object({ version: z.int() }),
  refusals: [
    ...RECORD_READ_REFUSALS,
    "GEN-403",
    "ACC-001",
    "ACC-013",
    "GEN-409",
    "GEN-422",
    "confirmation.required",
  ],
});

export const moveBusinessAccount = endpoint({
  name: "moveBusinessAccount",
  method: "POST",
  path: "rehash/business-account/actions",
  keyRight: "none",
  summary:
    "Takes an action of the account's life cycle; amend carries the new name and registration number, return and return_amendment the marked items, submit and amend the answers to them",
  query: actingFor,
  body: recordCommand(businessAccountLife).extend({
    company_name: company.company_name.optional(),
    registration_number: company.registration_number.optional(),
    marks: z.array(companyMark).max(50).optional(),
    answers: z.array(companyAnswer).max(50).optional(),
  }),
  answer: commandAnswer,
  refusals: [...RECORD_REFUSALS, "ACC-001", "ACC-003", "ACC-010", "ACC-011", "ACC-012", "ACC-014"],
});

/** By what business accounts can be put in order. */
export const BUSINESS_ACCOUNT_ORDERS = [
  "company",
  "number",
  "status",
  "country",
  "trade",
  "changed",
] as const;

export const listBusinessAccounts = endpoint({
  name: "listBusinessAccounts",
  method: "GET",
  path: "rehash/business-accounts",
  keyRight: "none",
  summary: "Business accounts that were submitted, for platform operators",
  query: z.object({
    tab: z.enum(["all", "under_review", "active", "suspended", "closed"]).default("all"),
    ...recordListQuery(z.enum(BUSINESS_ACCOUNT_ORDERS).default("changed")),
  }),
  answer: z.object({
    items: z.array(
      z.object({
        record_uid: z.uuid(),
        number: z.string(),
        company_name: z.string(),
        country: z.string().nullable(),
        trade_account_id: z.string().nullable(),
        status: z.string(),
        version: z.int(),
        changed_at: z.iso.datetime(),
      }),
    ),
    total_items: z.int(),
    tab_counts: tabCounts,
  }),
  refusals: [...RECORD_READ_REFUSALS],
});
