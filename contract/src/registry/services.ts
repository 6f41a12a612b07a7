// Kinds of records that the registry keeps, each with its tab under Register services (C58), which of them wait for whom, and where each is found.
import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { actingFor, nextStep, RECORD_READ_REFUSALS } from "../parties/records.ts";

/** Devices to be registered, certificates to be issued, brought in from another registry, and redeemed. */
export const SERVICES = ["devices", "issuance", "imports", "redemption"] as const;
export type Service = (typeof SERVICES)[number];

/**
 * Kinds of records that wait: those of the registry, registered devices that are suspended, and what platform operators decide of business accounts (accounts,
 * their banks, selling of GECs).
 */
export const WAITING_KINDS = [...SERVICES, "registered", "accounts"] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** A record that somebody must act on. */
const waitingRecord = z.object({
  service: z.enum(WAITING_KINDS),
  record_uid: z.uuid(),
  /** Uid of the record on whose page it is acted on: its own, or of an invoice that of its redemption. */
  page: z.uuid(),
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

/** Addresses of the certificate pages on which records, and what happened to them, are found. */
export const RECORD_PAGES = {
  services: "/rehash/register-services",
  profile: "/rehash/business-account-profile",
  notices: "/rehash/notices",
  devices: "/rehash/devices",
} as const;

/** What of a record says where it is found. */
export interface PlacedRecord {
  readonly service: WaitingKind;
  readonly record_uid: string;
  /** "IS-2026-000001". */
  readonly number: string;
  /** Of kind `accounts`: uid of the business account that it belongs to; null of the others. */
  readonly account: string | null;
  /** Its state; of what waits and is no record, what it is. */
  readonly status?: string;
}

/** A page and what its address says beside the acting account. */
interface RecordPlace {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Tabs of an account's profile by what the numbers of their records begin with; those of the account itself stand on its first. */
const TAB_OF_PREFIX: Readonly<Record<string, string>> = { "BK-": "fees", "GS-": "features" };

/** The same of what waits and is no record, by what it is: for people of an account, and for platform operators (left out: the account's own page). */
const TAB_OF_THING: Readonly<Record<string, { readonly own: string; readonly decides?: string }>> = {
  invitation: { own: "company" },
  fee_agreement: { own: "fees" },
  fee_change: { own: "fees", decides: "rates" },
};

/** Sub-tabs of Register services by the number: green certificates have one of their own, and calls to other registries. */
const SUB_OF_PREFIX: Readonly<Record<string, string>> = { "GR-": "gec", "RC-": "calls" };

/** Where a record is found by people of a business account, or by those who act for none (`decides`): issuers and platform operators. */
export function recordPlace(record: PlacedRecord, decides: boolean): RecordPlace {
  const { service, record_uid, number, account, status = "" } = record;
  const prefix = number.slice(0, 3);
  if (service === "registered") return { path: RECORD_PAGES.devices, query: { device: record_uid } };
  if (service !== "accounts") {
    const sub = SUB_OF_PREFIX[prefix];
    const query = { tab: service, record: record_uid, ...(sub === undefined ? {} : { sub }) };
    return { path: RECORD_PAGES.services, query };
  }
  const thing = TAB_OF_THING[status];
  if (decides && thing?.decides !== undefined) {
    return { path: RECORD_PAGES.profile, query: { tab: thing.decides } };
  }
  const tab = thing?.own ?? TAB_OF_PREFIX[prefix];
  if (decides && thing === undefined && tab === "fees") {
    return { path: RECORD_PAGES.profile, query: { tab: "banks" } };
  }
  if (decides) return { path: RECORD_PAGES.profile, query: account === null ? {} : { record: account } };
  return { path: RECORD_PAGES.profile, query: tab === undefined ? {} : { tab } };
}
