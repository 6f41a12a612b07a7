// What people have had made, as screens ask for it: again and again while something is being made.
import { isOpenRun, listRuns, type ReportRun } from "@heliograph/contract/reports/runs";
import { ask } from "../../../platform/api.ts";

/** Rows of a page of the list. */
export const RUNS_PER_PAGE = 5;

const SOON_MS = 1000;

/** A page of what the person has had made. */
export const runsQuery = (page: number) => ask(listRuns, { query: { page, page_size: RUNS_PER_PAGE } });

/** How soon to ask again, ms; false: not by itself. */
export const pollMs = (runs: readonly ReportRun[] | undefined): number | false =>
  runs?.some(isOpenRun) === true ? SOON_MS : false;
