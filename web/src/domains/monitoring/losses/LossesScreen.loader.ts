import { localDay } from "@heliograph/contract/kernel/time";
import type { Load } from "../../../platform/loading.ts";
import { projectInfoQuery } from "../../fleet/projects/project-queries.ts";
import { lossQuery } from "./loss-queries.ts";
import { lossViewIn } from "./losses-view.ts";

/** Starts what the address asks for, once the project has said its zone. */
export const load: Load = async (start, { id, search }) => {
  const project = (await start(projectInfoQuery(id)))?.project_info;
  if (project === undefined || project.project_type === "swh") return;
  void start(lossQuery(id, lossViewIn(search, localDay(project.timezone, Date.now()))));
};
