// What others may use of notices: their calls.
import type { Db } from "../../platform/db.ts";
import type { Serve } from "../../platform/http.ts";
import { commentRoutes } from "./comments/comment.routes.ts";
import { eventRoutes } from "./events/event.routes.ts";

export { queueMail } from "./mail/mail-queue.jobs.ts";
export { mailWork, type MailSettings } from "./mail/mail.jobs.ts";
export { mailRoutes } from "./mail/mail.routes.ts";

/** Serves comments and events of projects. `now` gives ms since 1970. */
export function noticesRoutes(serve: Serve, db: Db, now: () => number = Date.now): void {
  commentRoutes(serve, db, now);
  eventRoutes(serve, db);
}
