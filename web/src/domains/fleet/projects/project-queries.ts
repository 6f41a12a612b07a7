import { projectInfoOnly } from "@heliograph/contract/monitoring/portfolio";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { ask } from "../../../platform/api.ts";

/** What every page of a project says of it. */
export const projectInfoQuery = (uid: string) => ask(projectInfoOnly, { query: { project_uid: uid } });

/** True for those who may change the project; others look, and see no buttons. */
export const mayChange = (project: Pick<ProjectInfo, "project_role_to_user"> | undefined): boolean =>
  project !== undefined && project.project_role_to_user !== "read_only";
