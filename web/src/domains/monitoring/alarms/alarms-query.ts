import { projectAlarms } from "@heliograph/contract/monitoring/alarms";
import { ask } from "../../../platform/api.ts";

/** As many as a compact list holds. */
const SHOWN = 8;

/** The newest alarms of the project. */
export const alarmsQuery = (uid: string) =>
  ask(projectAlarms, { query: { project_uid: uid, items_page: SHOWN } });
