// What others may use of control: giving commands, watching them, and its calls.
import type { Db } from "../../platform/db.ts";
import type { Serve } from "../../platform/http.ts";
import { controlProjectRoutes } from "./projects/control-projects.routes.ts";
import { scheduleRoutes } from "./schedules/schedule.routes.ts";

export { orderCommands, type GivenCommand, type CommandOrder } from "./commands/order.sql.ts";
export { scheduleWork } from "./schedules/schedules.jobs.ts";

export { startCommandWatch } from "./commands/watch.jobs.ts";

/** Serves every call of control. `now` gives ms since 1970. */
export function controlRoutes(serve: Serve, db: Db, now: () => number = Date.now): void {
  controlProjectRoutes(serve, db, now);
  scheduleRoutes(serve, db, now);
}
