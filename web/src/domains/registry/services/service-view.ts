import { SERVICES, type Service } from "@heliograph/contract/registry/services";
import { patterns } from "../../../app/paths.ts";
import { useRecAddress } from "../../../platform/rec/acting.ts";

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

/** Whether the address is of redemptions of green certificates, and not of I-REC or TIGR. */
export const isGec = (search: URLSearchParams): boolean => search.get("sub") === "gec";

/** The sub-tab of a record by its number: green certificates have one of their own. */
export const subOf = (number: string): "gec" | undefined => (number.startsWith("GR-") ? "gec" : undefined);
