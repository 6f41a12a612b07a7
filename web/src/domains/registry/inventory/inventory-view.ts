// What an address of the inventory shows.
import { BALANCE_ORDERS, TRANSACTION_ORDERS } from "@heliograph/contract/registry/inventory/inventory-orders";
import { sortIn } from "../../../platform/rec/lists/sort-in.ts";
import type { ListPart } from "../../../platform/rec/lists/use-list-view.ts";
import { CERTIFICATE_REGISTRIES, type CertificateRegistry } from "@heliograph/contract/registry/ledger";
import { FUEL_GROUPS, type FuelGroup } from "@heliograph/contract/registry/inventory/tickers";

/** Tabs of C65, in the order of the specification. */
const INVENTORY_TABS = [...CERTIFICATE_REGISTRIES, "history"] as const;
export type InventoryTab = (typeof INVENTORY_TABS)[number];

/** A row of the table: a device's certificates of a vintage. */
export interface BalanceKey {
  readonly country: string;
  readonly device: string;
  readonly vintage: number;
  readonly fuel: string;
}

export interface InventoryView {
  readonly tab: InventoryTab;
  readonly search: string;
  readonly fuel: FuelGroup | null;
  readonly vintage: number | null;
  readonly page: number;
  /** Null: the newest vintage first, by ticker and device. */
  readonly sort: ListPart<(typeof BALANCE_ORDERS)[number]>["sort"];
  /** The instant of the balances, UTC; null: now. */
  readonly asOf: string | null;
  /** The row whose ranges are shown, as `rowId` writes it. */
  readonly open: string | null;
  /** Ranges that are no longer held are shown too. */
  readonly withGone: boolean;
}

/** A row as an address names it. */
export const rowId = ({ country, device, vintage, fuel }: BalanceKey): string =>
  [country, device, vintage, fuel].join(".");

const pageIn = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;

/** The view that a query names; what it states wrongly is left out. */
export function inventoryViewIn(search: URLSearchParams): InventoryView {
  const tab = INVENTORY_TABS.find((one) => one === search.get("tab")) ?? "IREC";
  const vintage = search.get("vintage") ?? "";
  const asOf = search.get("as_of") ?? "";
  return {
    tab,
    search: (search.get("q") ?? "").slice(0, 100),
    fuel: FUEL_GROUPS.find((one) => one === search.get("fuel")) ?? null,
    vintage: /^20\d\d$/.test(vintage) ? Number(vintage) : null,
    page: pageIn(search.get("page")),
    sort: sortIn(search, BALANCE_ORDERS),
    asOf:
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(asOf) && !Number.isNaN(Date.parse(asOf))
        ? asOf
        : null,
    open: search.get("open"),
    withGone: search.get("gone") === "1",
  };
}

/** A range as an address names it, and back. */
export const rangeText = ({ code, first, until }: { code: string; first: number; until: number }): string =>
  `${code}:${first}-${until - 1}`;

export function serialRangeIn(text: string | null): { code: string; first: number; until: number } | null {
  const found = /^([A-Z0-9-]{1,80}):([1-9]\d{0,9})-([1-9]\d{0,9})$/.exec(text ?? "");
  if (found === null) return null;
  const [, code = "", first, last] = found;
  return Number(last) < Number(first) ? null : { code, first: Number(first), until: Number(last) + 1 };
}

/** The history that a query names (C66). */
export interface HistoryView {
  readonly of: "irec_tigr" | "gec";
  readonly search: string;
  readonly type: string | null;
  /** Null: the newest first. */
  readonly sort: ListPart<(typeof TRANSACTION_ORDERS)[number]>["sort"];
  readonly page: number;
}

/** The view of the transaction history that a query names. */
export function historyViewIn(search: URLSearchParams): HistoryView {
  return {
    of: search.get("sub") === "gec" ? "gec" : "irec_tigr",
    search: (search.get("q") ?? "").slice(0, 100),
    type: search.get("type"),
    sort: sortIn(search, TRANSACTION_ORDERS),
    page: pageIn(search.get("page")),
  };
}

/** The registry whose balances a tab shows; null: none, it is the history. */
export const registryOf = (tab: InventoryTab): CertificateRegistry | null => (tab === "history" ? null : tab);
