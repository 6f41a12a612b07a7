// What a project list asks the server.
import { allProjectList, projectList, projectListDashboard } from "@heliograph/contract/monitoring/portfolio";
import { ask } from "../../../platform/api.ts";
import { ITEMS_PER_PAGE, type ListType, type ListView } from "./list-view.ts";

/** The arguments of the list call for a view. */
export function listArguments(
  type: ListType,
  view: Pick<ListView, "page" | "sort" | "order" | "status" | "keyword">,
) {
  const { page, sort, order, status, keyword } = view;
  return {
    query: {
      page,
      items_page: ITEMS_PER_PAGE,
      sort,
      order,
      // Arrays travel comma-separated (M203).
      ...(status === null ? {} : { status }),
    },
    body: { keyword, project_type: type },
  };
}

/** A page of the list as the view orders and filters it, and the totals above it. */
export const listQueries = (type: ListType, view: Parameters<typeof listArguments>[1]) => ({
  list: ask(projectList, listArguments(type, view)),
  dashboard: ask(projectListDashboard, { query: { project_type: type } }),
});

const FIVE_MINUTES_MS = 5 * 60_000;

/** How many projects of the type the account has: a page of one, whose total counts. */
export const projectCountQuery = (project_type: "pv" | "swh") => ({
  ...ask(allProjectList, { query: { project_type, item_num: 1 } }),
  staleTime: FIVE_MINUTES_MS,
});
