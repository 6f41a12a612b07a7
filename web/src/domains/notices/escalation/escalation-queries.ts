import { getEscalation } from "@heliograph/contract/notices/escalation";
import { ask } from "../../../platform/api.ts";

/** Who is told of the project's alarms that nobody has taken. */
export const escalationQuery = (project_uid: string) => ask(getEscalation, { query: { project_uid } });
