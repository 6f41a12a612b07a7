// What others may use of notices: their calls, and what they do without being asked.
import type { Db } from "../../platform/db.ts";
import type { Serve } from "../../platform/http.ts";
import type { OutboundAllow } from "../../platform/outbound/target.ts";
import type { RecordSource } from "../parties/index.ts";
import { alarmActionRoutes } from "./alarm-desk/alarm-actions.routes.ts";
import { alarmDeskRoutes } from "./alarm-desk/alarm-desk.routes.ts";
import { alarmViewRoutes } from "./alarm-desk/alarm-views.routes.ts";
import { USUAL_REGION, type RegionRule } from "./alarm-desk/region-causes.ts";
import { escalationRoutes } from "./escalation/escalation.routes.ts";
import { commentRoutes } from "./comments/comment.routes.ts";
import { eventRoutes } from "./events/event.routes.ts";
import { notificationRoutes } from "./notifications/notification.routes.ts";
import { pushRoutes } from "./notifications/push/push.routes.ts";
import { recordNoticeRoutes } from "./records/record-notices.routes.ts";

export { headMailWork } from "./heads/tell-heads.jobs.ts";
export { queueMail } from "./mail/mail-queue.jobs.ts";
export { mailWork, type MailSettings } from "./mail/mail.jobs.ts";
export { mailRoutes } from "./mail/mail.routes.ts";
export type { PushSettings } from "./notifications/push/push.jobs.ts";
export { followUpWork } from "./escalation/follow-up.jobs.ts";
export { plantAlarmName } from "./notifications/words/notice-words.ts";
export { notificationWork } from "./notifications/notification.jobs.ts";
export { USUAL_NOTICES, type NoticeRules } from "./notifications/notices.jobs.ts";
export { queueWebhooks } from "./webhooks/webhook-queue.jobs.ts";
export { webhookWork, type WebhookSettings } from "./webhooks/webhook.jobs.ts";
export { webhookRoutes } from "./webhooks/webhook.routes.ts";
export { commentsOf } from "./comments/comment.sql.ts";
export { eventsOf } from "./events/event.sql.ts";

export { alarmLosses, type AlarmLoss } from "./alarm-desk/alarm-losses.sql.ts";
export type { RegionRule } from "./alarm-desk/region-causes.ts";
export { alarmDeskWork } from "./alarm-desk/alarm-costs.jobs.ts";

/** What notices go by: the clock, ms since 1970, what has one cause in a region, and inner addresses that may be asked. */
interface NoticesSettings {
  readonly now?: () => number;
  readonly rule?: RegionRule;
  readonly outboundAllow?: OutboundAllow;
  /** Kinds of records that people are told of; none where they are left out. */
  readonly records?: readonly RecordSource[];
}

/** Serves comments and events of projects, the alarm desk, notifications, and what happened to records. */
export function noticesRoutes(
  serve: Serve,
  db: Db,
  { now = Date.now, rule = USUAL_REGION, outboundAllow = [], records = [] }: NoticesSettings = {},
): void {
  commentRoutes(serve, db, now);
  eventRoutes(serve, db);
  alarmDeskRoutes(serve, db, { now, rule });
  alarmViewRoutes(serve, db);
  alarmActionRoutes(serve, db, { now, rule });
  escalationRoutes(serve, db);
  notificationRoutes(serve, db);
  pushRoutes(serve, db, outboundAllow);
  recordNoticeRoutes(serve, db, records);
}
