import { projectDevices } from "@heliograph/contract/monitoring/devices/device-list";
import { ask } from "../../../platform/api.ts";
import type { Load } from "../../../platform/loading.ts";

/** The gateways and devices of the project. */
export const devicesQuery = (uid: string) => ask(projectDevices, { query: { project_uid: uid } });

/** Starts the devices of the project. */
export const load: Load = (start, { id }) => start(devicesQuery(id));
