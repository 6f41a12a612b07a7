import type { Load } from "../../../platform/loading.ts";
import { runsQuery } from "../runs/run-queries.ts";
import { reportProjectsQuery } from "./report-queries.ts";

/** Starts the projects that a report may be of, and what was made already. */
export const load: Load = async (start) => {
  void start(runsQuery(1));
  await start(reportProjectsQuery());
};
