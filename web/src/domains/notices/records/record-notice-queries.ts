import { listRecordNotices, RECORD_NOTICE_TABS } from "@heliograph/contract/notices/records";
import { WAITING_KINDS, type WaitingKind } from "@heliograph/contract/registry/services";
import { ask } from "../../../platform/api.ts";
import { useRecView } from "../../../platform/rec/acting.ts";
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

/** What the address chooses of the list. */
interface NoticeView {
  readonly tab: (typeof RECORD_NOTICE_TABS)[number];
  readonly service: WaitingKind | null;
  readonly search: string;
  readonly page: number;
}

/** The view that a query names; all notices, the newest first, where it names none. */
export function noticeViewIn(search: URLSearchParams): NoticeView {
  const page = Number.parseInt(search.get("page") ?? "1", 10);
  return {
    tab: RECORD_NOTICE_TABS.find((one) => one === search.get("tab")) ?? "all",
    service: WAITING_KINDS.find((one) => one === search.get("kind")) ?? null,
    search: (search.get("q") ?? "").slice(0, 100),
    page: page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** What the address chooses, and how to change it; another choice begins with its first page. */
export function useNoticeView() {
  const { search, change } = useRecView();
  return {
    ...noticeViewIn(search),
    showTab: (tab: NoticeView["tab"]) => change({ tab: tab === "all" ? undefined : tab, page: undefined }),
    showKind: (kind: WaitingKind | null) => change({ kind: kind ?? undefined, page: undefined }),
    searchFor: (words: string) => change({ q: words === "" ? undefined : words, page: undefined }),
    showPage: (page: number) => change({ page: page === 1 ? undefined : String(page) }),
  };
}

/** A page of notices. */
export const noticesQuery = (
  account: string | undefined,
  language: Lang,
  { tab, service, search, page }: NoticeView,
  items_page = NOTICES_PER_PAGE,
) =>
  ask(listRecordNotices, {
    query: {
      ...partOf(account),
      ...(service === null ? {} : { service }),
      tab,
      search,
      page,
      items_page,
      language,
    },
  });
