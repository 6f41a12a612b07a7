import { IMPORT_ORDERS, IMPORT_TABS } from "@heliograph/contract/registry/imports/imports";
import { useRecView } from "../../../platform/rec/acting.ts";
import type { Sort } from "../../../ui/data-table/columns.ts";
import { sortIn, sortText } from "../../../platform/rec/lists/sort-in.ts";

type ImportTab = (typeof IMPORT_TABS)[number];

/** What the address chooses of the list of imports, and how to change it; another tab begins with its first page. */
export function useImportView() {
  const { search, change } = useRecView();
  const page = Number.parseInt(search.get("page") ?? "1", 10);
  return {
    tab: IMPORT_TABS.find((one) => one === search.get("status")) ?? ("all" as const),
    search: (search.get("q") ?? "").slice(0, 100),
    page: page >= 1 && page <= 1_000_000 ? page : 1,
    sort: sortIn(search, IMPORT_ORDERS),
    sortBy: (sort: Sort) => change({ sort: sortText(sort), page: undefined }),
    showTab: (next: ImportTab) => change({ status: next === "all" ? undefined : next, page: undefined }),
    searchFor: (words: string) => change({ q: words === "" ? undefined : words, page: undefined }),
    showPage: (next: number) => change({ page: next === 1 ? undefined : String(next) }),
  };
}
