import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { projectInfoOnly } from "@heliograph/contract/monitoring/portfolio";
import { ask } from "../../../platform/api.ts";

export type ProjectInfo = Answer<typeof projectInfoOnly>["project_info"];

/** What every page of a project says of it. */
export const projectInfoQuery = (uid: string) => ask(projectInfoOnly, { query: { project_uid: uid } });
