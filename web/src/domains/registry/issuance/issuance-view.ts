import { ISSUANCE_TABS } from "@heliograph/contract/registry/issuance/issuance";
import { ISSUANCE_ORDERS, type IssuanceView } from "./issuance-queries.ts";

/** The part of the list that an address names: `status`, `q`, `page` and `sort`, where - stands for from the greatest. */
export function issuanceViewIn(search: URLSearchParams): IssuanceView {
  const tab = ISSUANCE_TABS.find((one) => one === search.get("status")) ?? "all";
  const page = Number(search.get("page") ?? "1");
  const sort = search.get("sort") ?? "-number";
  const by = ISSUANCE_ORDERS.find((one) => one === sort.replace(/^-/, "")) ?? "number";
  return {
    tab,
    search: (search.get("q") ?? "").slice(0, 100),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    by,
    down: sort.startsWith("-"),
  };
}
