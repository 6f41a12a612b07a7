import { localDay } from "@heliograph/contract/kernel/time";
import { dataQuality } from "@heliograph/contract/monitoring/data-quality/data-quality";
import { ask } from "../../../platform/api.ts";
import type { Load } from "../../../platform/loading.ts";
import { projectInfoQuery } from "../../fleet/projects/project-queries.ts";
import { qualityViewIn, type QualityView } from "./quality-view.ts";

/** The quality of a project's data over the days of the view. */
export const qualityQuery = (uid: string, { from_date, to_date }: QualityView) =>
  ask(dataQuality, { query: { project_uid: uid, from_date, to_date } });

/** Starts what the address asks for, once the project has said its zone. */
export const load: Load = async (start, { id, search }) => {
  const project = (await start(projectInfoQuery(id)))?.project_info;
  if (project === undefined) return;
  void start(qualityQuery(id, qualityViewIn(search, localDay(project.timezone, Date.now()))));
};
