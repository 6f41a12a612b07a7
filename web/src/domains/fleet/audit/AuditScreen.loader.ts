import type { Load } from "../../../platform/loading.ts";
import { projectInfoQuery } from "../projects/project-queries.ts";

/** Starts the project: whether the log is for this account is known by its role. */
export const load: Load = (start, { id }) => start(projectInfoQuery(id));
