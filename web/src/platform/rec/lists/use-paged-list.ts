import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  type QueryFunction,
  type QueryKey,
} from "@tanstack/react-query";
import { FILE_ROWS } from "./SaveListButton.tsx";
import { useListFailure } from "./use-list-failure.ts";

/** Rows on a page of a list. */
export const PAGE_ROWS = 20;

/** A page of a list as a server answers it: its rows, how many there are in all, and how many in each state; some calls have longer names for these. */
interface ListPage {
  readonly items: readonly object[];
  readonly total?: number;
  readonly total_items?: number;
  readonly counts?: Readonly<Record<string, number>>;
  readonly tab_counts?: Readonly<Record<string, number>>;
}

/** A list of which the server answers a page at a time: the page that the view shows. */
export interface PagedRows<Row extends object, View = unknown> {
  readonly view: View;
  /** Undefined while they are on their way. */
  readonly rows: readonly Row[] | undefined;
  readonly size: number;
  readonly total: number;
  /** How many there are in each state, where the server counts them. */
  readonly counts: Readonly<Record<string, number>> | undefined;
  /** True: rows of the page before stand there until its own come. */
  readonly isRenewing: boolean;
  readonly failed: ReturnType<typeof useListFailure>;
  /** A page of its file. */
  readonly pageOf: (page: number) => Promise<{ items: readonly Row[]; total: number }>;
}

/** Asks for the page of a list that `view` shows. `data`: the page as it was answered. */
export function usePagedList<
  Page extends ListPage,
  Key extends QueryKey,
  View extends { page: number },
>(given: {
  view: View;
  query: (view: View, size: number) => { queryKey: Key; queryFn?: QueryFunction<Page, Key> };
  size?: number;
  /** False: whoever looks sees none of it; null: that is not known yet. */
  isSeen?: boolean | null;
}) {
  const { view, query, size = PAGE_ROWS, isSeen = true } = given;
  const queries = useQueryClient();
  const found = useQuery({
    ...query(view, size),
    enabled: isSeen === true,
    placeholderData: keepPreviousData,
  });
  const { data } = found;
  const list: PagedRows<Page["items"][number], View> = {
    view,
    rows: isSeen === false ? [] : data?.items,
    size,
    total: totalOf(data),
    counts: data?.counts ?? data?.tab_counts,
    isRenewing: found.isPlaceholderData,
    failed: useListFailure(found),
    pageOf: async (page) => {
      const answer = await queries.fetchQuery(query({ ...view, page }, FILE_ROWS));
      return { items: answer.items, total: totalOf(answer) };
    },
  };
  return { list, data };
}

const totalOf = (page: ListPage | undefined): number => page?.total ?? page?.total_items ?? 0;
