import type { Load } from "../../../platform/loading.ts";
import { reportsQuery } from "./report-queries.ts";

/** Starts the reports of the project. */
export const load: Load = async (start, { id }) => {
  await start(reportsQuery(id, 1));
};
