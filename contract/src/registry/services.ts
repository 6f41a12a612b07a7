// Kinds of records that the registry keeps, each with its tab under Register services (C58), and which of them wait for whom.
import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { actingFor, nextStep, RECORD_READ_REFUSALS } from "../parties/records.ts";

/** Devices to be registered, certificates to be issued, brought in from another registry, and redeemed. */
export const SERVICES = ["devices", "issuance", "imports", "redemption"] as const;
export type Service = (typeof SERVICES)[number];

/** Kinds of records that wait: those of the registry, and what platform operators decide of business accounts (accounts, their banks, selling of GECs). */
export const WAITING_KINDS = [...SERVICES, "accounts"] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** A record that somebody must act on. */
const waitingRecord = z.object({
  service: z.enum(WAITING_KINDS),
  record_uid: z.uuid(),
  /** "IS-2026-000001". */
  number: z.string(),
  /** What it is about: a device, a beneficiary, a company. */
  title: z.string(),
  /** Of kind `accounts`: the business account that it belongs to, on whose page it is found; null of the others. */
  account: z.uuid().nullable(),
  status: z.string(),
  next: nextStep,
});
export type WaitingRecord = z.output<typeof waitingRecord>;

export const listWaiting = endpoint({
  name: "listWaiting",
  method: "GET",
  path: "rehash/waiting",
  keyRight: "none",
  summary: "Records that wait for the person, and those that wait for others, the nearest date first",
  query: actingFor,
  answer: z.object({
    services: z.array(
      z.object({
        service: z.enum(WAITING_KINDS),
        /** How many wait for the person. */
        waiting: z.int(),
        /** States in which somebody must act, and how many records are in each. */
        states: z.array(z.object({ status: z.string(), count: z.int(), is_you: z.boolean() })),
      }),
    ),
    /** At most 50. */
    yours: z.array(waitingRecord),
    /** At most 10. */
    others: z.array(waitingRecord),
  }),
  refusals: [...RECORD_READ_REFUSALS],
});
