// What others may use of notices: their calls, and what they do without being asked.
import type { Db } from "../../platform/db.ts";
import type { Serve } from "../../platform/http.ts";
import type { OutboundAllow } from "../../platform/outbound/target.ts";
import { commentRoutes } from "./comments/comment.routes.ts";
import { eventRoutes } from "./events/event.routes.ts";
import { notificationRoutes } from "./notifications/notification.routes.ts";
import { pushRoutes } from "./notifications/push/push.routes.ts";

export { queueMail } from "./mail/mail-queue.jobs.ts";
export { mailWork, type MailSettings } from "./mail/mail.jobs.ts";
export { mailRoutes } from "./mail/mail.routes.ts";
export type { PushSettings } from "./notifications/push/push.jobs.ts";
export { notificationWork } from "./notifications/notification.jobs.ts";
export { queueWebhooks } from "./webhooks/webhook-queue.jobs.ts";
export { webhookWork, type WebhookSettings } from "./webhooks/webhook.jobs.ts";
export { webhookRoutes } from "./webhooks/webhook.routes.ts";

/** Serves comments and events of projects, and notifications. `now` gives ms since 1970. */
export function noticesRoutes(
  serve: Serve,
  db: Db,
  { now = Date.now, outboundAllow = [] }: { now?: () => number; outboundAllow?: OutboundAllow } = {},
): void {
  commentRoutes(serve, db, now);
  eventRoutes(serve, db);
  notificationRoutes(serve, db);
  pushRoutes(serve, db, outboundAllow);
}
