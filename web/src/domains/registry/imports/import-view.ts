import { IMPORT_TABS } from "@heliograph/contract/registry/imports/imports";
import { useRecView } from "../../../platform/rec/acting.ts";

export type ImportTab = (typeof IMPORT_TABS)[number];

/** What the address chooses of the list of imports, and how to change it; another tab begins with its first page. */
export function useImportView() {
  const { search, change } = useRecView();
  const page = Number.parseInt(search.get("page") ?? "1", 10);
  return {
    tab: IMPORT_TABS.find((one) => one === search.get("status")) ?? ("all" as const),
    search: (search.get("q") ?? "").slice(0, 100),
    page: page >= 1 && page <= 1_000_000 ? page : 1,
    showTab: (next: ImportTab) => change({ status: next === "all" ? undefined : next, page: undefined }),
    searchFor: (words: string) => change({ q: words === "" ? undefined : words, page: undefined }),
    showPage: (next: number) => change({ page: next === 1 ? undefined : String(next) }),
  };
}
