// All rows of a view, page after page, for a file.
import { listInventory } from "@heliograph/contract/registry/inventory/inventory";
import {
  listTransactions,
  TRANSACTION_TYPES,
  type InventoryTransaction,
} from "@heliograph/contract/registry/inventory/transactions";
import type { CertificateRegistry } from "@heliograph/contract/registry/ledger";
import { orderOf } from "../../../platform/rec/lists/sort-in.ts";
import type { call } from "../../../platform/call.ts";
import type { BalanceRow } from "./balance-columns.tsx";
import { balancesAsked } from "./inventory-queries.ts";
import type { HistoryView, InventoryView } from "./inventory-view.ts";

/** Rows that a call gives at once, and pages that a file has at most. */
const AT_ONCE = 100;
const PAGES_MAX = 500;

/** The items of all pages. */
async function allPages<T>(
  page: (page: number) => Promise<{ items: readonly T[]; total_items: number }>,
): Promise<T[]> {
  const all: T[] = [];
  for (let nth = 1; nth <= PAGES_MAX; nth += 1) {
    const { items, total_items } = await page(nth);
    all.push(...items);
    if (items.length === 0 || all.length >= total_items) return all;
  }
  return all;
}

/** The balances of all pages. */
export const allBalances = (
  ask: typeof call,
  account: string,
  { registry, view }: { registry: CertificateRegistry; view: InventoryView },
): Promise<BalanceRow[]> =>
  allPages((page) =>
    ask(listInventory, {
      query: { ...balancesAsked(account, registry, view), page, items_page: AT_ONCE },
    }),
  );

/** The transactions of all pages. */
export function allTransactions(
  ask: typeof call,
  account: string,
  view: HistoryView,
): Promise<InventoryTransaction[]> {
  const type = TRANSACTION_TYPES.find((one) => one === view.type);
  return allPages((page) =>
    ask(listTransactions, {
      query: {
        account,
        of: view.of,
        search: view.search,
        ...orderOf(view.sort),
        page,
        items_page: AT_ONCE,
        ...(type === undefined ? {} : { type }),
      },
    }),
  );
}
