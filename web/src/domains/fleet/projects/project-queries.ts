import { projectInfoOnly } from "@heliograph/contract/monitoring/portfolio";
import { ask } from "../../../platform/api.ts";

/** What every page of a project says of it. */
export const projectInfoQuery = (uid: string) => ask(projectInfoOnly, { query: { project_uid: uid } });
