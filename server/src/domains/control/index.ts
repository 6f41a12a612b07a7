// What others may use of control: giving commands, watching them, its calls and what it does by itself.
import type { Db } from "../../platform/db.ts";
import type { Serve } from "../../platform/http.ts";
import type { Work } from "../../platform/jobs/jobs.ts";
import { commandRoutes } from "./commands/command.routes.ts";
import { controlProjectRoutes } from "./projects/control-projects.routes.ts";
import { rollOutRoutes } from "./roll-outs/roll-out.routes.ts";
import { scheduleRoutes } from "./schedules/schedule.routes.ts";
import { nzeDayWork } from "./zero-export/nze-days.jobs.ts";
import { nzeDrillWork } from "./zero-export/nze-drills.jobs.ts";
import { zeroExportRoutes } from "./zero-export/zero-export.routes.ts";

export { orderCommands, type CommandOrder } from "./commands/order.sql.ts";
export { relaySchedules, type RelayRun } from "./schedules/relay-schedules.sql.ts";
export { rollOutWork, type RollOutSettings } from "./roll-outs/roll-outs.jobs.ts";
export { complianceRoutes } from "./compliance/compliance.routes.ts";
export { gatewayShown, type ShownGateway } from "./zero-export/gateway-shown.ts";
export { nzeOfProject } from "./compliance/project-proof.sql.ts";
export { proofWork } from "./compliance/proof.jobs.ts";
export { scheduleWork } from "./schedules/schedules.jobs.ts";

export { sweepCommandsWork } from "./commands/sweep-commands.jobs.ts";
export { startCommandWatch } from "./commands/watch.jobs.ts";

/** The days and drills of zero export. */
export const zeroExportWork: readonly Work[] = [...nzeDayWork, nzeDrillWork];

/** Serves every call of control. `now` gives ms since 1970. */
export function controlRoutes(serve: Serve, db: Db, now: () => number = Date.now): void {
  controlProjectRoutes(serve, db, now);
  scheduleRoutes(serve, db, now);
  zeroExportRoutes(serve, db, now);
  commandRoutes(serve, db, now);
  rollOutRoutes(serve, db);
}
