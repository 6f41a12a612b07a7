import { localDay } from "@heliograph/contract/kernel/time";
import { lossWaterfall } from "@heliograph/contract/monitoring/losses";
import { ask } from "../../../platform/api.ts";
import type { Load } from "../../../platform/loading.ts";
import { projectInfoQuery } from "../../fleet/projects/project-queries.ts";
import { lossViewIn, type LossView } from "./losses-view.ts";

/** The waterfall of a project, or of a part of it, over the days of the view. */
export const lossQuery = (uid: string, { from_date, to_date, scope }: Omit<LossView, "step" | "period">) =>
  ask(lossWaterfall, {
    query: {
      project_uid: uid,
      from_date,
      to_date,
      ...(scope.of === "gateway" ? { gateway_uid: scope.uid } : {}),
      ...(scope.of === "device" ? { device_uid: scope.uid } : {}),
    },
  });

/** Starts what the address asks for, once the project has said its zone. */
export const load: Load = async (start, { id, search }) => {
  const project = (await start(projectInfoQuery(id)))?.project_info;
  if (project === undefined || project.project_type === "swh") return;
  void start(lossQuery(id, lossViewIn(search, localDay(project.timezone, Date.now()))));
};
