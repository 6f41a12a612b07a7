import {
  listInventory,
  listInventoryRanges,
  readRangeHistory,
} from "@heliograph/contract/registry/inventory/inventory";
import { listTransactions, TRANSACTION_TYPES } from "@heliograph/contract/registry/inventory/transactions";
import type { CertificateRegistry } from "@heliograph/contract/registry/ledger";
import { orderOf } from "../../../platform/rec/lists/sort-in.ts";
import { ask } from "../../../platform/api.ts";
import type { HistoryView, InventoryView, BalanceKey } from "./inventory-view.ts";

export const ROWS_PER_PAGE = 50;
export const RANGES_PER_PAGE = 50;
export const TRANSACTIONS_PER_PAGE = 20;

/** The balances that the view asks for. */
export function inventoryQuery(account: string, registry: CertificateRegistry, view: InventoryView) {
  return ask(listInventory, {
    query: { ...balancesAsked(account, registry, view), page: view.page, items_page: ROWS_PER_PAGE },
  });
}

/** What the view asks of balances, whatever their page. */
export function balancesAsked(account: string, registry: CertificateRegistry, view: InventoryView) {
  const { search, fuel, vintage, asOf, sort } = view;
  return {
    account,
    registry,
    search,
    ...(fuel === null ? {} : { fuel }),
    ...(vintage === null ? {} : { vintage }),
    ...(asOf === null ? {} : { as_of: asOf }),
    // What is held no more is no part of a look at the past.
    ...(view.withGone && asOf === null ? { which: "ever" as const } : {}),
    ...orderOf(sort),
  };
}

/** Which ranges of a row: those held, now or at an instant, or those no longer held. */
export interface RangeChoice {
  readonly which: "held" | "gone";
  readonly asOf: string | null;
  readonly page: number;
}

/** A page of the ranges of a row. */
export const rangesQuery = (
  account: string,
  registry: CertificateRegistry,
  { country, device, vintage }: BalanceKey,
  { which, asOf, page }: RangeChoice,
) =>
  ask(listInventoryRanges, {
    query: {
      account,
      registry,
      country,
      device,
      vintage,
      which,
      page,
      items_page: RANGES_PER_PAGE,
      ...(asOf === null ? {} : { as_of: asOf }),
    },
  });

/** A page of the history. */
export function transactionsQuery(account: string, view: HistoryView) {
  const type = TRANSACTION_TYPES.find((one) => one === view.type);
  return ask(listTransactions, {
    query: {
      account,
      of: view.of,
      search: view.search,
      ...orderOf(view.sort),
      page: view.page,
      items_page: TRANSACTIONS_PER_PAGE,
      ...(type === undefined ? {} : { type }),
    },
  });
}

/** The life of a range. */
export const rangeHistoryQuery = (account: string, range: { code: string; first: number; until: number }) =>
  ask(readRangeHistory, { query: { account, ...range } });
