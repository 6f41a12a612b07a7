import type { Load } from "../../../platform/loading.ts";
import { inventoryQuery, transactionsQuery } from "./inventory-queries.ts";
import { historyViewIn, inventoryViewIn, registryOf } from "./inventory-view.ts";

/** Starts what the tab of the address shows, where the address names the account. */
export const load: Load = (start, { search }) => {
  const account = search.get("account");
  if (account === null) return undefined;
  const view = inventoryViewIn(search);
  const registry = registryOf(view.tab);
  if (registry === null) return start(transactionsQuery(account, historyViewIn(search)));
  return start(inventoryQuery(account, registry, view));
};
