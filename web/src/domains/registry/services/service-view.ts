import type { RecordBehind } from "@heliograph/contract/registry/inventory/record-behind";
import {
  recordPlace,
  SERVICES,
  type PlacedRecord,
  type Service,
} from "@heliograph/contract/registry/services";
import { patterns } from "../../../app/paths.ts";
import { addressFor, useActing, useRecAddress } from "../../../platform/rec/acting.ts";

/** What an address of Register services shows: a tab, and in its place one record. */
interface ServiceView {
  readonly tab: Service;
  /** Uid of the record, or "new"; null: the tab's table. */
  readonly record: string | null;
}

/** The view that a query names; Device Registration where it names none (C80). */
export function serviceViewIn(search: URLSearchParams): ServiceView {
  const named = search.get("tab");
  return { tab: SERVICES.find((tab) => tab === named) ?? "devices", record: search.get("record") };
}

/** Returns the function that writes the address of a tab of Register services, or of one of its records, for the acting account. */
export function useServiceAddress() {
  const address = useRecAddress();
  return (tab: Service, query: Readonly<Record<string, string | undefined>> = {}) =>
    address(patterns.recServices, { tab, ...query });
}

/** Returns the function that writes where a record is found: under Register services, or on the page of its business account. */
export function useRecordAddress() {
  const account = useActing();
  return (record: PlacedRecord) => {
    const { path, query } = recordPlace(record, account === undefined);
    return addressFor(account, path, query);
  };
}

/** Returns the function that writes where the record behind certificates stands under Register services, for the acting account. */
export function useBehindAddress() {
  const address = useServiceAddress();
  return ({ kind, record_uid }: Pick<RecordBehind, "kind" | "record_uid">) =>
    address(SERVICE_OF[kind], { record: record_uid, sub: kind === "gec_redemption" ? "gec" : undefined });
}

const SERVICE_OF = {
  issuance: "issuance",
  import: "imports",
  redemption: "redemption",
  gec_redemption: "redemption",
} as const satisfies Readonly<Record<RecordBehind["kind"], Service>>;

/** Whether the address is of redemptions of green certificates, and not of I-REC or TIGR. */
export const isGec = (search: URLSearchParams): boolean => search.get("sub") === "gec";

/** Whether the address is of calls to other registries, which redemptions of imported certificates need. */
export const isOfCalls = (search: URLSearchParams): boolean => search.get("sub") === "calls";
