// What a project list shows: the search in the address (M39), page, filter and order kept for the session.
import { shownStatus, type ShownStatus } from "@heliograph/contract/kernel/plant-status";
import { projectSort, type ProjectSort } from "@heliograph/contract/monitoring/portfolio";
import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { z } from "zod";

/** M39, M270. */
export const ITEMS_PER_PAGE = 10;
const SEARCH_DEBOUNCE_MS = 1000;
const SEARCH_PARAMETER = "searchProject";

export type ListType = "pv" | "swh";

const kept = z.object({
  page: z.int().min(1).catch(1),
  status: shownStatus.nullable().catch(null),
  sort: projectSort.catch("name"),
  order: z.enum(["asc", "desc"]).catch("asc"),
});
type Kept = z.output<typeof kept>;

export interface ListView extends Kept {
  /** Text in the search field. */
  readonly typed: string;
  /** What is searched for: the field's text a second after the last key, at once on Enter. */
  readonly keyword: string;
  readonly type: (text: string) => void;
  readonly searchNow: () => void;
  readonly goTo: (page: number) => void;
  readonly filter: (status: ShownStatus | null) => void;
  readonly sortBy: (sort: ProjectSort, order: "asc" | "desc") => void;
  readonly clear: () => void;
}

/** What an earlier visit in this tab left; broken or missing parts are the defaults. */
function restored(key: string): Kept {
  try {
    return kept.parse(JSON.parse(sessionStorage.getItem(key) ?? "{}"));
  } catch {
    return kept.parse({});
  }
}

const keyOf = (type: ListType) => `list_view:${type}`;

/** What a list of the type shows when it is opened at the address; `segment` is a search written as its last part. */
export function listViewAt(type: ListType, search: URLSearchParams, segment: string) {
  const keyword = segment === "" ? (search.get(SEARCH_PARAMETER) ?? "") : searchInPath(segment);
  return { ...restored(keyOf(type)), keyword };
}

/** The view of a list and the ways to change it. */
export function useListView(type: ListType): ListView {
  const key = keyOf(type);
  const [view, setView] = useState(() => restored(key));
  useEffect(() => sessionStorage.setItem(key, JSON.stringify(view)), [key, view]);
  const change = useCallback((part: Partial<Kept>) => setView((now) => ({ ...now, page: 1, ...part })), []);
  const search = useSearch(useCallback(() => change({}), [change]));
  return {
    ...view,
    ...search,
    goTo: useCallback((page: number) => change({ page }), [change]),
    filter: (status) => change({ status }),
    sortBy: (sort, order) => change({ sort, order }),
    clear: () => {
      change({ status: null });
      search.type("");
    },
  };
}

/** The search: typed at once, in the address a second later. `changed` is called when the address has changed. */
function useSearch(changed: () => void): Pick<ListView, "typed" | "keyword" | "type" | "searchNow"> {
  const [parameters, setParameters] = useSearchParams();
  const keyword = parameters.get(SEARCH_PARAMETER) ?? "";
  const [typed, setTyped] = useState(keyword);
  const [addressed, setAddressed] = useState(keyword);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Back and forward change the address: the field follows.
  if (addressed !== keyword) {
    setAddressed(keyword);
    setTyped(keyword);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const rewrite = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() === keyword) return;
    changed();
    setParameters(
      (now) => {
        const next = new URLSearchParams(now);
        if (text.trim() === "") next.delete(SEARCH_PARAMETER);
        else next.set(SEARCH_PARAMETER, text.trim());
        return next;
      },
      { replace: true },
    );
  };
  return {
    typed,
    keyword,
    type: (text) => {
      setTyped(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => rewrite(text), text === "" ? 0 : SEARCH_DEBOUNCE_MS);
    },
    searchNow: () => rewrite(typed),
  };
}

/**
 * The search that a path like /list-project/abc carries (M9): its last segment, or the value of searchProject when
 * the segment is written like a query.
 */
export function searchInPath(segment: string): string {
  const asQuery = new URLSearchParams(segment.replace(/^\?/, "")).get(SEARCH_PARAMETER);
  return asQuery ?? segment;
}

/** The query string of a search; "" for none. */
export const searchQuery = (keyword: string): string =>
  keyword === "" ? "" : `?${new URLSearchParams({ [SEARCH_PARAMETER]: keyword }).toString()}`;
