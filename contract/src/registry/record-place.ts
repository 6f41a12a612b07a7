// Where the page of a record stands: the pages link to it, and mails of the server name it.
import type { WaitingKind } from "./services.ts";

/** Addresses of the certificate pages on which records, and what happened to them, are found. */
export const RECORD_PAGES = {
  services: "/rehash/register-services",
  profile: "/rehash/business-account-profile",
  notices: "/rehash/notices",
} as const;

/** What of a record says where it is found. */
export interface PlacedRecord {
  readonly service: WaitingKind;
  readonly record_uid: string;
  /** "IS-2026-000001". */
  readonly number: string;
  /** Of kind `accounts`: uid of the business account that it belongs to; null of the others. */
  readonly account: string | null;
}

/** A page and what its address says beside the acting account. */
interface RecordPlace {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Tabs of an account's profile by what the numbers of their records begin with; those of the account itself stand on its first. */
const TAB_OF_PREFIX: Readonly<Record<string, string>> = { "BK-": "fees", "GS-": "features" };

/** Sub-tabs of Register services by the number: green certificates have one of their own, and calls to other registries. */
const SUB_OF_PREFIX: Readonly<Record<string, string>> = { "GR-": "gec", "RC-": "calls" };

/** Where a record is found by people of a business account, or by those who act for none (`decides`): issuers and platform operators. */
export function recordPlace(record: PlacedRecord, decides: boolean): RecordPlace {
  const { service, record_uid, number, account } = record;
  const prefix = number.slice(0, 3);
  if (service !== "accounts") {
    const sub = SUB_OF_PREFIX[prefix];
    const query = { tab: service, record: record_uid, ...(sub === undefined ? {} : { sub }) };
    return { path: RECORD_PAGES.services, query };
  }
  const tab = TAB_OF_PREFIX[prefix];
  if (decides && tab === "fees") return { path: RECORD_PAGES.profile, query: { tab: "banks" } };
  if (decides) return { path: RECORD_PAGES.profile, query: account === null ? {} : { record: account } };
  return { path: RECORD_PAGES.profile, query: tab === undefined ? {} : { tab } };
}
