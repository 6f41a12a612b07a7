import { listRecordNotices, RECORD_NOTICE_TABS } from "@heliograph/contract/notices/records";
import { WAITING_KINDS, type WaitingKind } from "@heliograph/contract/registry/services";
import { ask } from "../../../platform/api.ts";
import { actingAs, useRecView } from "../../../platform/rec/acting.ts";
import { queryOf, useRecordListView, type StatePart } from "../../../platform/rec/lists/use-list-view.ts";
import type { Lang } from "../../../ui/tokens/tokens.ts";

/** Notices that the bell shows. */
const IN_THE_BELL = 6;
/** They are asked for again on the stream; without one after this long, ms. */
const AGAIN_MS = 60_000;

/** What the bell shows: those that are not read in front, and how many these are. */
export const newsQuery = (account: string | undefined, language: Lang) => ({
  ...ask(listRecordNotices, {
    query: { ...actingAs(account), order: "unread", items_page: IN_THE_BELL, language },
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
  { service, ...view }: StatePart<never, (typeof TABS)[number]> & { readonly service: WaitingKind | null },
  items_page: number,
) =>
  ask(listRecordNotices, {
    query: {
      ...actingAs(account),
      ...(service === null ? {} : { service }),
      ...queryOf(view, items_page),
      language,
    },
  });
