import type { Load } from "../../../platform/loading.ts";
import { projectInfoQuery } from "../projects/project-queries.ts";
import { setUpQuery } from "./set-up-queries.ts";

/** Starts the project and what it still needs. */
export const load: Load = (start, { id }) => {
  void start(projectInfoQuery(id));
  void start(setUpQuery(id));
};
