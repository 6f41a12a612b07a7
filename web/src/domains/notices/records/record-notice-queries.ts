import { listRecordNotices, RECORD_NOTICE_TABS } from "@heliograph/contract/notices/records";
import { WAITING_KINDS, type WaitingKind } from "@heliograph/contract/registry/services";
import { ask } from "../../../platform/api.ts";
import { useRecView } from "../../../platform/rec/acting.ts";
import { useRecordListView } from "../../../platform/rec/lists/use-list-view.ts";
import type { Lang } from "../../../ui/tokens/tokens.ts";

/** Rows on a page of the list, and notices that the bell shows. */
export const NOTICES_PER_PAGE = 20;
const IN_THE_BELL = 6;
/** They are asked for again on the stream; without one after this long, ms. */
const AGAIN_MS = 60_000;

/** The part of a query that says for whom the person acts; issuers and platform operators act for nobody. */
export const partOf = (account: string | undefined) => (account === undefined ? {} : { account });

/** What the bell shows: those that are not read in front, and how many these are. */
export const newsQuery = (account: string | undefined, language: Lang) => ({
  ...ask(listRecordNotices, {
    query: { ...partOf(account), order: "unread", items_page: IN_THE_BELL, language },
  }),
  staleTime: AGAIN_MS / 2,
  refetchInterval: AGAIN_MS,
});

/** Nothing but when it happened puts notices in order; the list can be narrowed to those that are not read. */
const ORDERS: readonly never[] = [];
const TABS = RECORD_NOTICE_TABS.filter((tab) => tab !== "all");

/** What the address chooses of the list (`kind` beside what all lists have), and how to change it. */
export function useNoticeView() {
  const view = useRecordListView(ORDERS, TABS);
  const { search, change } = useRecView();
  const service = WAITING_KINDS.find((one) => one === search.get("kind")) ?? null;
  return {
    ...view,
    service,
    isNarrowed: view.isNarrowed || service !== null,
    showKind: (kind: WaitingKind | null) => change({ kind: kind ?? undefined, page: undefined }),
  };
}

/** A page of notices. */
export const noticesQuery = (
  account: string | undefined,
  language: Lang,
  {
    tab,
    service,
    search,
    page,
  }: Pick<ReturnType<typeof useNoticeView>, "tab" | "service" | "search" | "page">,
  items_page = NOTICES_PER_PAGE,
) =>
  ask(listRecordNotices, {
    query: {
      ...partOf(account),
      ...(service === null ? {} : { service }),
      tab: tab ?? "all",
      search,
      page,
      items_page,
      language,
    },
  });
