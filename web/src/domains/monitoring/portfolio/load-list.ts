import type { Load } from "../../../platform/loading.ts";
import { listQueries } from "./list-queries.ts";
import { listViewAt, type ListType } from "./list-view.ts";

/** Returns the loader of a list: its page as it is shown at the address, and its totals. */
export const loadList =
  (type: ListType): Load =>
  (start, { id, search }) => {
    const queries = listQueries(type, listViewAt(type, search, id));
    void start(queries.list);
    void start(queries.dashboard);
  };
