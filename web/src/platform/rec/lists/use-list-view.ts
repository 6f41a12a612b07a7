import type { Sort } from "../../../ui/data-table/columns.ts";
import { useRecView } from "../acting.ts";
import { orderOf, sortIn, sortText } from "./sort-in.ts";

/** The part of a list that is asked for: words, page and order; null: as it comes. */
export interface ListPart<By extends string> {
  readonly search: string;
  readonly page: number;
  readonly sort: { readonly by: By; readonly down: boolean } | null;
}

/** The same of the records in a state; null: in any. */
export interface StatePart<By extends string, Tab extends string> extends ListPart<By> {
  readonly tab: Tab | null;
}

/** The query of most calls that list records. */
export const queryOf = <By extends string, Tab extends string>(
  { tab, search, page, sort }: StatePart<By, Tab>,
  items_page: number,
) => ({ tab: tab ?? ("all" as const), search, page, items_page, ...orderOf(sort) });

/** What a list shows of what it holds by words, order and page, and how to change that. */
export interface SearchedView extends ListPart<string> {
  readonly searchFor: (words: string) => void;
  readonly showPage: (page: number) => void;
  readonly sortBy: (sort: Sort) => void;
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
