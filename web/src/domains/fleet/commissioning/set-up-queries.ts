import { projectSetUp } from "@heliograph/contract/fleet/commissioning";
import { ask } from "../../../platform/api.ts";

/** The project as its form shows it, and what it still needs. */
export const setUpQuery = (uid: string) => ask(projectSetUp, { query: { project_uid: uid } });
