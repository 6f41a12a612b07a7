// Calls to other registries (rule R21): the register of them, one call, and what people record of it.
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { someLine } from "../../kernel/text.ts";
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
} from "../../parties/records.ts";
import { callLife } from "./call-life.ts";

/** Which calls a list shows: all, those that a person must look at, those that are under way, those that are over. */
export const CALL_TABS = ["all", "waiting", "under_way", "over"] as const;

/** By what calls can be put in order. */
export const CALL_ORDERS = [
  "number",
  "status",
  "origin",
  "redemption",
  "company",
  "quantity",
  "transaction",
  "reference",
  "created",
  /** Until when somebody must act. */
  "next",
] as const;

/** The longest number of a transaction at another registry. */
const REFERENCE_MAX = 80;

const foreignSerials = z.object({
  series: z.string(),
  /** Serial numbers there, half-open. */
  first: z.int(),
  until: z.int(),
});
export type ForeignSerials = z.output<typeof foreignSerials>;

const callRow = z.object({
  record_uid: z.uuid(),
  number: z.string(),
  status: z.string(),
  version: z.int(),
  /** The letters of the other registry, and its name. */
  origin: z.string(),
  origin_name: z.string(),
  /** Ours, made before anything was sent. */
  transaction_number: z.string(),
  /** The other registry's, once it is acknowledged. */
  reference: z.string().nullable(),
  quantity: z.int(),
  /** The redemption that it is for. */
  redemption_uid: z.uuid(),
  redemption_number: z.string(),
  /** The account's name; null where the caller acts for it. */
  company_name: z.string().nullable(),
  sent_at: z.iso.datetime().nullable(),
  /** When the other registry was asked last, and how often. */
  asked_at: z.iso.datetime().nullable(),
  asked: z.int(),
  created_at: z.iso.datetime(),
  next: nextStep.nullable(),
});
export type CallRow = z.output<typeof callRow>;

export const listRegistryCalls = endpoint({
  name: "listRegistryCalls",
  method: "GET",
  path: "rehash/registry-calls",
  keyRight: "none",
  summary: "Calls to other registries: of the business account, or those that the issuer or operator may see",
  query: actingFor.extend({
    /** Of one redemption alone. */
    redemption_uid: z.uuid().optional(),
    tab: z.enum(CALL_TABS).default("all"),
    /** `search`: words in the numbers of the call, its transaction and its redemption, or in the company's name. */
    ...recordListQuery(z.enum(CALL_ORDERS).default("number")),
  }),
  answer: z.object({
    items: z.array(callRow),
    counts: z.record(z.enum(CALL_TABS), z.int()),
    total: z.int(),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const readRegistryCall = endpoint({
  name: "readRegistryCall",
  method: "GET",
  path: "rehash/registry-call",
  keyRight: "none",
  summary: "A call to another registry: what is asked for, what became of it, and who must act",
  query: actingFor.extend({ record_uid: z.uuid() }),
  answer: recordFrame.extend({
    ...callRow.omit({ next: true, created_at: true }).shape,
    serials: z.array(foreignSerials),
    /** SHA-256 of what is sent, hexadecimal. */
    body_sha256: z.string(),
    /** Why the other registry refused it; null: it did not. */
    refusal: z.string().nullable(),
    /** What was heard last that decides nothing; null: nothing, or the caller acts for an account. */
    heard: z.string().nullable(),
    /** When it is asked next by itself; null: it is not. */
    next_at: z.iso.datetime().nullable(),
    second_person: proposal(z.object({ reference: z.string().optional() })),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});

export const moveRegistryCall = endpoint({
  name: "moveRegistryCall",
  method: "POST",
  path: "rehash/registry-calls/actions",
  keyRight: "none",
  summary:
    "Records what was done at the other registry by hand, by two persons, asks it again, or has a new call follow one that it refused",
  query: actingFor,
  body: recordCommand(callLife).extend({
    /** Of acknowledge: the other registry's number of the transaction. */
    reference: someLine(REFERENCE_MAX).optional(),
  }),
  answer: commandAnswer,
  refusals: [...RECORD_REFUSALS, "RED-032"],
});
