// What a project list asks the server, how its answers and live values become rows, and which of them are chosen.
import type { projectList, ProjectListItem } from "@heliograph/contract/monitoring/portfolio";
import type { LiveSummary } from "@heliograph/contract/telemetry/live";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useAppConfig } from "../../../platform/app-config.ts";
import { useLive } from "../../../platform/live.ts";
import type { LiveState } from "../../../platform/live-stream.ts";
import { liveGain, rowOf, type ListRow } from "./list-row.ts";
import { listQueries } from "./list-queries.ts";
import type { ListType, ListView } from "./list-view.ts";

/** Live values are shown together this often, so that a page of projects is not drawn anew for each, ms. */
const LIVE_TICK_MS = 1000;

/** The list, its dashboard and the live values of the rows on screen; both are asked again at a fixed interval (M39). */
export function useListData(type: ListType, view: ListView) {
  const again = {
    refetchInterval: useAppConfig().list_refresh_s * 1000,
    refetchOnWindowFocus: "always" as const,
  };
  const queries = listQueries(type, view);
  const list = useQuery({
    ...queries.list,
    ...again,
    placeholderData: keepPreviousData,
  });
  const dashboard = useQuery({ ...queries.dashboard, ...again });
  useLastPage(list, view);
  const { items, listedMs } = useListed(list.data);
  const { live, state } = useLiveRows(items);
  const listed = useMemo(() => items.map((item) => rowOf(item, undefined, listedMs)), [items, listedMs]);
  const rows = useMemo(
    () => items.map((item) => sameRowOf(item, live.get(item.project_info.project_uid), listedMs)),
    [items, live, listedMs],
  );
  const gain = useMemo(() => liveGain(listed, rows), [listed, rows]);
  // True when both were answered: what fails stays as it was on screen.
  const refresh = useCallback(async () => {
    const answers = await Promise.all([list.refetch(), dashboard.refetch()]);
    return answers.every((answer) => answer.isSuccess);
  }, [list, dashboard]);
  return { list, dashboard, rows, gain, live: state, refresh };
}

/** What a list is made of, and how to ask for it again. */
export type ListData = ReturnType<typeof useListData>;

/** A page kept from before there were fewer projects gives way to the last one there is. */
function useLastPage(
  list: UseQueryResult<Answer<typeof projectList>>,
  { page, goTo }: Pick<ListView, "page" | "goTo">,
): void {
  const pages = list.isPlaceholderData ? undefined : list.data?.paginate_data.total_pages;
  useEffect(() => {
    if (pages !== undefined && pages > 0 && page > pages) goTo(pages);
  }, [pages, page, goTo]);
}

const rowOfItem = new WeakMap<
  ProjectListItem,
  { live: LiveSummary | undefined; listedMs: number; row: ListRow }
>();

/** As rowOf; of an item that has heard nothing new it is the same row again, which is then not drawn anew. */
function sameRowOf(item: ProjectListItem, live: LiveSummary | undefined, listedMs: number): ListRow {
  const before = rowOfItem.get(item);
  if (before !== undefined && before.live === live && before.listedMs === listedMs) return before.row;
  const row = rowOf(item, live, listedMs);
  rowOfItem.set(item, { live, listedMs, row });
  return row;
}

const NO_ITEMS: readonly ProjectListItem[] = [];

function useListed(
  data: { paginate_data: { items: readonly ProjectListItem[] }; current_time: string } | undefined,
) {
  const items = data?.paginate_data.items ?? NO_ITEMS;
  return { items, listedMs: data === undefined ? 0 : Date.parse(data.current_time) };
}

/** The newest live summary of each item, by project uid. */
function useLiveRows(items: readonly ProjectListItem[]): {
  live: ReadonlyMap<string, LiveSummary>;
  state: LiveState;
} {
  const [live, setLive] = useState<ReadonlyMap<string, LiveSummary>>(new Map());
  const waiting = useRef(new Map<string, LiveSummary>());
  useEffect(() => {
    const timer = setInterval(() => {
      if (waiting.current.size === 0) return;
      const news = waiting.current;
      waiting.current = new Map();
      setLive((now) => new Map([...now, ...news]));
    }, LIVE_TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const uids = useMemo(() => items.map((item) => item.project_info.project_uid), [items]);
  const state = useLive(uids, (summary) => waiting.current.set(summary.project_uid, summary));
  return { live, state };
}

/** What is chosen, and how it is changed. */
export interface ChosenProjects {
  /** Whether rows can be chosen: from `begin` to `end`, which forgets what was chosen. */
  readonly choosing: boolean;
  readonly begin: () => void;
  readonly end: () => void;
  readonly ids: ReadonlySet<string>;
  /** In the order in which they were chosen. */
  readonly projects: readonly { readonly project_uid: string; readonly name: string }[];
  readonly choose: (ids: ReadonlySet<string>) => void;
}

/** The names of what is chosen by its uid; null: nothing can be chosen. */
type Names = ReadonlyMap<string, string> | null;

/** Minds which projects are chosen; `rows` are those of the page, which are called as they are there. */
export function useChosenProjects(rows: readonly ListRow[]): ChosenProjects {
  const [names, setNames] = useState<Names>(null);
  return useMemo(
    () => ({
      choosing: names !== null,
      begin: () => setNames((before) => before ?? new Map()),
      end: () => setNames(null),
      ids: new Set(names?.keys()),
      projects: [...(names ?? [])].map(([project_uid, name]) => ({ project_uid, name })),
      choose: (ids) => {
        const here = new Map(rows.map(({ uid, name }) => [uid, name]));
        setNames(new Map([...ids].map((uid) => [uid, here.get(uid) ?? names?.get(uid) ?? ""])));
      },
    }),
    [names, rows],
  );
}
