import { REDEMPTION_ORDERS, REDEMPTION_TABS } from "@heliograph/contract/registry/redemption/redemptions";
import { useRecView } from "../../../platform/rec/acting.ts";
import type { Sort } from "../../../ui/data-table/columns.ts";

type RedemptionTab = (typeof REDEMPTION_TABS)[number];

/** Which part of the list is shown. */
export interface RedemptionView {
  readonly tab: RedemptionTab;
  readonly search: string;
  readonly by: (typeof REDEMPTION_ORDERS)[number];
  readonly down: boolean;
  readonly page: number;
}

/** The part of the list that an address names: `status`, `q`, `page` and `sort`, where - stands for from the greatest. */
function redemptionViewIn(search: URLSearchParams): RedemptionView {
  const page = Number(search.get("page") ?? "1");
  const sort = search.get("sort") ?? "-number";
  return {
    tab: REDEMPTION_TABS.find((one) => one === search.get("status")) ?? "all",
    search: (search.get("q") ?? "").slice(0, 100),
    by: REDEMPTION_ORDERS.find((one) => one === sort.replace(/^-/, "")) ?? "number",
    down: sort.startsWith("-"),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** What the address chooses of the list, and how to change it; another tab, search or sort begins with its first page. */
export function useRedemptionView() {
  const { search, change } = useRecView();
  return {
    view: redemptionViewIn(search),
    showTab: (tab: RedemptionTab) => change({ status: tab === "all" ? undefined : tab, page: undefined }),
    searchFor: (words: string) => change({ q: words === "" ? undefined : words, page: undefined }),
    showPage: (page: number) => change({ page: page === 1 ? undefined : String(page) }),
    sortBy: (sort: Sort) => {
      const by = REDEMPTION_ORDERS.find((one) => one === sort?.by);
      const next = by === undefined ? undefined : `${sort?.down === true ? "-" : ""}${by}`;
      change({ sort: next, page: undefined });
    },
  };
}
