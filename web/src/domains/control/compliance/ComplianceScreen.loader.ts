import { zeroExportGateways } from "@heliograph/contract/control/zero-export";
import { localDay } from "@heliograph/contract/kernel/time";
import { ask } from "../../../platform/api.ts";
import type { Load } from "../../../platform/loading.ts";
import { projectInfoQuery } from "../../fleet/projects/project-queries.ts";
import { complianceQuery } from "./compliance-queries.ts";
import { complianceViewIn, shownMonth } from "./compliance-view.ts";

/** Starts the project's gateways, and the month of the one that the address names. */
export const load: Load = async (start, { search }) => {
  const view = complianceViewIn(search);
  if (view.project === null) return;
  void start(ask(zeroExportGateways, { query: { project_uid: view.project } }));
  const project = (await start(projectInfoQuery(view.project)))?.project_info;
  if (project === undefined || view.gateway === null) return;
  void start(complianceQuery(view.gateway, shownMonth(view, localDay(project.timezone, Date.now()))));
};
