import type { Load } from "../../platform/loading.ts";
import { projectInfoQuery } from "../fleet/projects/project-queries.ts";
import { controlViewIn } from "./control-view.ts";
import { controlProjectsQuery } from "./projects/control-projects.ts";

/** Starts the list of projects, and the one that the address names. */
export const load: Load = (start, { search }) => {
  const { project } = controlViewIn(search);
  if (project !== null) void start(projectInfoQuery(project));
  void start(controlProjectsQuery("", 1));
};
