import { showCase, showCaseTotals } from "@heliograph/contract/monitoring/showcase";
import { ask } from "../../../platform/api.ts";
import type { Load } from "../../../platform/loading.ts";
import { chosenAt } from "./showcase-view.ts";

/** The chosen projects, and their totals. */
export const showcaseQueries = (chosen: readonly string[]) => {
  const project_uid_list = [...chosen];
  return {
    shown: ask(showCase, { body: { project_uid_list } }),
    totals: ask(showCaseTotals, { query: { project_uid_list } }),
  };
};

/** Starts the chosen projects, where any are. */
export const load: Load = (start, { search }) => {
  const chosen = chosenAt(search);
  if (chosen.length === 0) return;
  const queries = showcaseQueries(chosen);
  void start(queries.shown);
  void start(queries.totals);
};
