import type { Load } from "../../../platform/loading.ts";
import { mayChange, projectInfoQuery } from "../projects/project-queries.ts";
import { setUpQuery } from "./set-up-queries.ts";

/** Starts the project, and for those who may change it what it still needs. */
export const load: Load = async (start, { id }) => {
  const project = (await start(projectInfoQuery(id)))?.project_info;
  if (mayChange(project)) void start(setUpQuery(id));
};
