import { chartToolDevices } from "@heliograph/contract/monitoring/chart-tool";
import { ask } from "../../../platform/api.ts";
import type { Load } from "../../../platform/loading.ts";

/** The devices of the project and what can be drawn of each. */
export const chartToolDevicesQuery = (uid: string) => ask(chartToolDevices, { query: { project_uid: uid } });

/** Starts the devices to choose from. */
export const load: Load = (start, { id }) => start(chartToolDevicesQuery(id));
