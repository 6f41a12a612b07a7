import type { Answer } from "@heliograph/contract/kernel/endpoint";
import {
  GEC_REDEMPTION_ORDERS,
  GEC_REDEMPTION_TABS,
  listGecRedemptions,
  readGecRedemption,
} from "@heliograph/contract/registry/gec/gec-redemptions";
import { ask } from "../../../platform/api.ts";
import { useRecView } from "../../../platform/rec/acting.ts";
import type { Sort } from "../../../ui/data-table/columns.ts";
import { orderOf, sortIn, sortText } from "../../../platform/rec/lists/sort-in.ts";

/** Rows on a page of the list. */
export const GEC_PER_PAGE = 20;

type GecTab = (typeof GEC_REDEMPTION_TABS)[number];

/** The part of a query that says for whom the person acts; platform operators act for nobody. */
export const gecActorOf = (account: string | undefined) => (account === undefined ? {} : { account });

/** A page of redemptions of green certificates. */
export const gecRedemptionsQuery = (
  account: string | undefined,
  { tab, search, page, sort }: Pick<ReturnType<typeof useGecView>, "tab" | "search" | "page" | "sort">,
  items_page = GEC_PER_PAGE,
) =>
  ask(listGecRedemptions, {
    query: { ...gecActorOf(account), tab, search, page, items_page, ...orderOf(sort) },
  });

/** One redemption. */
export const gecRedemptionQuery = (account: string | undefined, record_uid: string) =>
  ask(readGecRedemption, { query: { ...gecActorOf(account), record_uid } });

/** A redemption as its page has it. */
export type GecRedemption = Answer<typeof readGecRedemption>;

/** What the address chooses of the list, and how to change it; another tab begins with its first page. */
export function useGecView() {
  const { search, change } = useRecView();
  const page = Number.parseInt(search.get("page") ?? "1", 10);
  return {
    tab: GEC_REDEMPTION_TABS.find((one) => one === search.get("status")) ?? ("all" as const),
    search: (search.get("q") ?? "").slice(0, 100),
    page: page >= 1 && page <= 1_000_000 ? page : 1,
    sort: sortIn(search, GEC_REDEMPTION_ORDERS),
    sortBy: (sort: Sort) => change({ sort: sortText(sort), page: undefined }),
    showTab: (next: GecTab) => change({ status: next === "all" ? undefined : next, page: undefined }),
    searchFor: (words: string) => change({ q: words === "" ? undefined : words, page: undefined }),
    showPage: (next: number) => change({ page: next === 1 ? undefined : String(next) }),
  };
}
