import type { Sort } from "../../../ui/data-table/columns.ts";
import { useRecView } from "../acting.ts";
import { sortIn, sortText } from "./sort-in.ts";

/** The part of a list that is asked for: words, page and order; null: as it comes. */
export interface ListPart<By extends string> {
  readonly search: string;
  readonly page: number;
  readonly sort: { readonly by: By; readonly down: boolean } | null;
}

/**
 * What the address shows of a list that the server puts in order by `orders` and narrows to `tabs` (`status`, `q`, `page`, `sort`), and how to change it:
 * another tab, search or order begins with its first page.
 */
export function useRecordListView<By extends string, Tab extends string>(
  orders: readonly By[],
  tabs: readonly Tab[],
) {
  const { search, change } = useRecView();
  const page = Number.parseInt(search.get("page") ?? "1", 10);
  const words = (search.get("q") ?? "").slice(0, 100);
  const tab: Tab | null = tabs.find((one) => one === search.get("status")) ?? null;
  const part: ListPart<By> = {
    search: words,
    page: page >= 1 && page <= 1_000_000 ? page : 1,
    sort: sortIn(search, orders),
  };
  return {
    ...part,
    /** Null: all. */
    tab,
    isNarrowed: tab !== null || words !== "",
    showTab: (next: Tab | null) => change({ status: next ?? undefined, page: undefined }),
    searchFor: (text: string) => change({ q: text === "" ? undefined : text, page: undefined }),
    showPage: (next: number) => change({ page: next === 1 ? undefined : String(next) }),
    sortBy: (sort: Sort) => change({ sort: sortText(sort), page: undefined }),
    showAll: () => change({ q: undefined, status: undefined, page: undefined }),
  };
}
