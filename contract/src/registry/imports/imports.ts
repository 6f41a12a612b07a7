// Imports of certificates from other registries (C61, C88): the list, the declaration, one record.
import { z } from "zod";
import { calendarDay } from "../../kernel/calendar-day.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { line, someLine } from "../../kernel/text.ts";
import {
  actingFor,
  commandAnswer,
  nextStep,
  RECORD_READ_REFUSALS,
  RECORD_REFUSALS,
  recordCommand,
  proposal,
  recordFrame,
  recordListQuery,
  tabCounts,
} from "../../parties/records.ts";
import { heldEvidence } from "../evidence/evidence.ts";
import { importLife } from "./import-life.ts";
import {
  FOREIGN_SERIAL_MAX,
  IMPORT_ORIGIN_CODES,
  IMPORT_QUANTITY_MAX,
  RECEIVED_RANGES_MAX,
  foreignSeries,
} from "./import-rules.ts";

/** Tabs of the list (C61). */
export const IMPORT_TABS = ["all", "in_progress", "imported", "rejected"] as const;

/** By what imports can be put in order. */
export const IMPORT_ORDERS = [
  "application_id",
  "status",
  "company",
  "device_name",
  "registry",
  "fuel_type",
  "location",
  "province",
  "from",
  "to",
  "rec_quantity",
  "rec_quantity_received",
  "created_date",
  /** Until when somebody must act. */
  "next",
] as const;

const serial = z.int().min(1).max(FOREIGN_SERIAL_MAX);

const importFields = {
  origin: z.enum(IMPORT_ORIGIN_CODES),
  /** Of the transfer at the other registry. */
  transaction_number: line(80),
  /** What stands before the serial numbers there. Spaces are taken out, letters are capitals. */
  series: line(80).refine(
    (typed) => /^[\x21-\x7e]*$/.test(foreignSeries(typed)),
    "Must be Latin letters, digits and signs",
  ),
  /** Serial numbers there, both ends included. */
  first: serial.nullable(),
  last: serial.nullable(),
  /** MWh: one certificate each. */
  quantity: z.int().min(1).max(IMPORT_QUANTITY_MAX).nullable(),
  /** The code of the device: D000001 where it is registered here, or that of the other registry. */
  device_code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{1,20}$/, "Must be at most 20 letters and digits"),
  device_name: someLine(100),
  fuel: z.string().regex(/^[A-Z]{2}\d{3}$/, "Must be a fuel code, such as ES100"),
  country: z.string().regex(/^[A-Z]{2}$/, "Must be a country of two letters, such as VN"),
  location: someLine(200),
  province: someLine(100),
  /** Local days of production, both included. */
  period_from: calendarDay,
  period_to: calendarDay,
};
const importDeclaration = z.strictObject(importFields);
export type ImportDeclaration = z.output<typeof importDeclaration>;

const range = z.strictObject({
  first: serial,
  /** Not included. */
  until: z
    .int()
    .min(2)
    .max(FOREIGN_SERIAL_MAX + 1),
});

const importRow = z.object({
  record_uid: z.uuid(),
  number: z.string(),
  status: z.string(),
  version: z.int(),
  registry: z.string(),
  origin: z.string(),
  device_name: z.string(),
  device_code: z.string(),
  fuel: z.string(),
  country: z.string(),
  location: z.string(),
  province: z.string(),
  period_from: z.iso.date(),
  period_to: z.iso.date(),
  quantity: z.int(),
  quantity_received: z.int(),
  /** The certificates as they are called here; empty: none are here yet. */
  rec_id: z.array(z.string()),
  created_at: z.iso.datetime(),
  /** The account's name; null where the caller acts for it. */
  company_name: z.string().nullable(),
  next: nextStep.nullable(),
});
export type RecImportRow = z.output<typeof importRow>;

export const listRecImports = endpoint({
  name: "listRecImports",
  method: "GET",
  path: "rehash/imports",
  keyRight: "none",
  summary: "Imports of the business account; without one, those of all, for platform operators",
  query: actingFor.extend({
    tab: z.enum(IMPORT_TABS).default("all"),
    ...recordListQuery(z.enum(IMPORT_ORDERS).default("application_id")),
  }),
  answer: z.object({ items: z.array(importRow), counts: tabCounts, total: z.int() }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const readRecImport = endpoint({
  name: "readRecImport",
  method: "GET",
  path: "rehash/import",
  keyRight: "none",
  summary: "An import with the serial numbers that came and those that are still to come",
  query: actingFor.extend({ record_uid: z.uuid() }),
  answer: recordFrame.extend({
    ...importRow.omit({ next: true, created_at: true }).shape,
    transaction_number: z.string(),
    series: z.string(),
    first: z.int(),
    last: z.int(),
    /** What has not come yet, half-open serial numbers of the other registry. */
    open: z.array(range),
    /** Each reception: what came, and as what it is held here. */
    received: z.array(
      z.object({
        at: z.iso.datetime(),
        serials: z.array(range),
        rec_id: z.array(z.string()),
        statement_sha256: z.string(),
        /** They had been exported from here and are the same certificates again. */
        restored: z.boolean(),
      }),
    ),
    /** Statements of the other registry; platform operators alone see them. */
    statements: z.array(heldEvidence),
    second_person: proposal(
      z.object({ received: z.array(range).optional(), statement_sha256: z.string().optional() }),
    ),
    /** The platform's account at the other registry, to which the certificates are to be sent; "": ask the operator. */
    platform_account: z.string(),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});

const DECLARE_GUARDS = ["IMP-001", "IMP-002", "IMP-003", "IMP-005", "IMP-009"] as const;

export const declareImport = endpoint({
  name: "declareImport",
  method: "POST",
  path: "rehash/imports",
  keyRight: "none",
  summary: "Declares certificates that were sent to the platform's account at another registry",
  query: z.object({ account: z.uuid() }),
  body: z.strictObject({ ...importFields, key: z.uuid() }),
  answer: commandAnswer,
  refusals: [...RECORD_READ_REFUSALS, "GEN-403", "ACC-013", "GEN-410", ...DECLARE_GUARDS],
});

export const moveImport = endpoint({
  name: "moveImport",
  method: "POST",
  path: "rehash/imports/actions",
  keyRight: "none",
  summary:
    "Confirms what was received, by two platform operators against one statement of the other registry, or rejects it",
  query: actingFor,
  body: recordCommand(importLife).extend({
    /** Of confirm and confirm_rest: the serial numbers that came, half-open. */
    received: z.array(range).max(RECEIVED_RANGES_MAX).optional(),
    /** SHA-256 of the other registry's statement, which has been uploaded; hexadecimal. */
    statement_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "Must be a SHA-256 in hexadecimal")
      .optional(),
  }),
  answer: commandAnswer,
  refusals: [...RECORD_REFUSALS, "IMP-003", "IMP-004", "IMP-005", "IMP-006", "IMP-007", "IMP-008"],
});

/** What the other registry says that it holds for the platform. */
const originPosition = z.object({
  origin: z.enum(IMPORT_ORIGIN_CODES),
  platform_account: line(60),
  /** Certificates; null: nobody has looked. */
  balance: z.int().min(0).max(1_000_000_000_000).nullable(),
});

export const listImportOrigins = endpoint({
  name: "listImportOrigins",
  method: "GET",
  path: "rehash/import-origins",
  keyRight: "none",
  summary: "Other registries: the platform's account there, what it holds and what of it is held here",
  query: actingFor,
  answer: z.object({
    items: z.array(
      originPosition.extend({
        name: z.string(),
        registry: z.string(),
        balance_at: z.iso.datetime().nullable(),
        /** Certificates from there that accounts hold here. */
        held_here: z.int(),
        /** The other registry holds less: nothing is imported from it. */
        frozen: z.boolean(),
        /** What a first operator states, for a second to confirm within 72 hours; null: nothing waits, or it is not for the caller. */
        asked: originPosition
          .pick({ platform_account: true, balance: true })
          .extend({ record_uid: z.uuid(), by_you: z.boolean(), at: z.iso.datetime() })
          .nullable(),
      }),
    ),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const askImportOrigin = endpoint({
  name: "askImportOrigin",
  method: "POST",
  path: "rehash/import-origins/asked",
  keyRight: "none",
  summary:
    "A platform operator states the platform's account at another registry and what it holds there; it holds once a second one confirms it",
  body: z.strictObject(originPosition.shape),
  answer: z.object({ message: z.string() }),
  refusals: [...RECORD_READ_REFUSALS, "confirmation.required"],
});

export const confirmImportOrigin = endpoint({
  name: "confirmImportOrigin",
  method: "POST",
  path: "rehash/import-origins/confirmed",
  keyRight: "none",
  summary: "A second platform operator confirms what the first stated of another registry",
  body: z.strictObject({ record_uid: z.uuid() }),
  answer: z.object({ message: z.string() }),
  refusals: [...RECORD_READ_REFUSALS, "AUTH-006", "confirmation.required"],
});
