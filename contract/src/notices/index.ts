import { endpointsIn } from "../kernel/endpoint.ts";
import * as alarmActions from "./alarm-desk/alarm-actions.ts";
import * as alarmDesk from "./alarm-desk/alarm-desk.ts";
import * as alarmViews from "./alarm-desk/alarm-views.ts";
import * as comments from "./comments/comments.ts";
import * as escalation from "./escalation.ts";
import * as events from "./events.ts";
import * as mail from "./mail.ts";
import * as preferences from "./notifications/notice-preferences.ts";
import * as notifications from "./notifications/notifications.ts";
import * as records from "./records.ts";
import * as webhooks from "./webhooks.ts";

export * from "./alarm-desk/alarm-actions.ts";
export * from "./alarm-desk/alarm-desk.ts";
export * from "./alarm-desk/alarm-views.ts";
export * from "./comments/comments.ts";
export * from "./comments/computed-values.ts";
export * from "./escalation.ts";
export * from "./events.ts";
export * from "./mail.ts";
export * from "./notifications/notice-preferences.ts";
export * from "./notifications/notifications.ts";
export * from "./records.ts";
export * from "./webhooks.ts";

/** Every call of notices. */
export const noticesEndpoints = endpointsIn(
  alarmDesk,
  alarmActions,
  alarmViews,
  comments,
  escalation,
  events,
  mail,
  notifications,
  preferences,
  records,
  webhooks,
);
