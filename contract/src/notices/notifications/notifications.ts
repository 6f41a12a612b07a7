// Notifications of a person: the list behind the bell, and the browsers that are sent them (M120, M135, M223, M224).
import { z } from "zod";
import { done } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { pageNumber } from "../../kernel/paging.ts";
import { utcInstant } from "../../kernel/units.ts";

/** Rows of a page, ids that one call takes away, and browsers of one account that are sent notifications. */
export const NOTIFICATION_LIMITS = { ofPage: 10, atOnce: 100, registrations: 20 } as const;

/** Languages that notifications are written in. */
export const NOTICE_LANGUAGES = ["vi", "en", "zh"] as const;
const noticeLanguage = z.enum(NOTICE_LANGUAGES);
export type NoticeLanguage = z.output<typeof noticeLanguage>;

/** The only application so far: the portal in a browser. */
const appId = z.enum(["web"]);

/** Bytes of P-256 and of the secret, as base64url (RFC 8291 section 3.1). */
const keyOf = (bytes: number) =>
  z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9_-]+=*$/, "Must be base64url")
    .refine(
      (text) => Math.floor((text.replace(/=+$/, "").length * 3) / 4) === bytes,
      `Must be ${bytes} bytes`,
    );

/** A subscription of Web Push as a browser gives it. */
const pushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(2000),
  keys: z.object({ p256dh: keyOf(65), auth: keyOf(16) }),
});
export type WebPushSubscription = z.output<typeof pushSubscription>;

/** The subscription that a registration token is; null: it is none. */
export function subscriptionOf(token: string): WebPushSubscription | null {
  try {
    return pushSubscription.safeParse(JSON.parse(token)).data ?? null;
  } catch {
    return null; // no JSON
  }
}

/** Of a browser: the JSON text of its push subscription. */
const registrationToken = z
  .string()
  .max(4000)
  .refine((token) => subscriptionOf(token) !== null, "Must be the JSON of a Web Push subscription");

const notification = z.object({
  id: z.uuid(),
  title: z.string(),
  body: z.string(),
  /** When it last happened. */
  time: utcInstant,
  read: z.boolean(),
  severity: z.enum(["critical", "warning", "minor"]),
  /** How many alarms it stands for, repeats included. */
  count: z.int(),
  resolved: z.boolean(),
});
export type ProjectNotification = z.output<typeof notification>;

export const registerNotifications = endpoint({
  name: "registerNotifications",
  method: "POST",
  path: "notification/client/regist-nof",
  keyRight: "none",
  summary:
    "Sends notifications to this browser too, until its session ends; one of another account is then its no more",
  body: z.strictObject({ registration_token: registrationToken, app_id: appId, user_id: z.uuid() }),
  answer: done,
  refusals: ["push.host_refused", "user.not_found"],
});

export const unregisterNotifications = endpoint({
  name: "unregisterNotifications",
  method: "POST",
  path: "notification/client/unregist-nof",
  keyRight: "none",
  summary: "Sends no more notifications to the browser; one that is not registered stays so",
  body: z.strictObject({ registration_token: registrationToken, app_id: appId }),
  answer: done,
});

export const updateAcceptNotifications = endpoint({
  name: "updateAcceptNotifications",
  method: "PUT",
  path: "notification/client/update-accept-nof",
  keyRight: "none",
  summary: "Accepts notifications, or declines all of them",
  body: z.strictObject({ accept_nof: z.boolean() }),
  answer: done.extend({ accept_nof: z.boolean() }),
});

export const checkAcceptNotifications = endpoint({
  name: "checkAcceptNotifications",
  method: "GET",
  path: "notification/client/check-accept-nof",
  keyRight: "none",
  summary: "Whether the account accepts notifications",
  answer: z.object({ accept_nof: z.boolean() }),
});

export const listNotifications = endpoint({
  name: "listNotifications",
  method: "GET",
  path: "notification/client/get-nof-list",
  keyRight: "none",
  summary: "Notifications of projects a page at a time, the newest first",
  query: z.object({
    app_id: appId,
    page_number: pageNumber,
    /** Of title and body; left out: the one that the account is written to in. */
    language: noticeLanguage.optional(),
  }),
  answer: z.object({
    items: z.array(notification),
    total: z.int(),
    page_number: z.int(),
    unread: z.int(),
  }),
});

export const getNotification = endpoint({
  name: "getNotification",
  method: "GET",
  path: "notification/client/get-nof",
  keyRight: "none",
  summary: "A notification with its project; from then on it counts as read",
  query: z.object({ id: z.uuid(), language: noticeLanguage.optional() }),
  answer: notification.extend({ project_uid: z.uuid() }),
  refusals: ["notification.not_found"],
});

export const unreadNotifications = endpoint({
  name: "unreadNotifications",
  method: "GET",
  path: "notification/client/unread-nof",
  keyRight: "none",
  summary: "How many notifications are not read",
  answer: z.object({ unread: z.int() }),
});

export const deleteNotifications = endpoint({
  name: "deleteNotifications",
  method: "POST",
  path: "notification/client/delete-nof",
  keyRight: "none",
  summary: "Takes notifications away: all that are named, or none",
  body: z.strictObject({
    id_list: z.array(z.uuid()).min(1, "Choose at least one notification").max(NOTIFICATION_LIMITS.atOnce),
  }),
  answer: done.extend({ deleteNotificationStatus: z.boolean() }),
  refusals: ["notification.not_found"],
});

export const pushKey = endpoint({
  name: "pushKey",
  method: "GET",
  path: "notification/client/push-key",
  keyRight: "none",
  summary:
    "The public key of this installation that a browser subscribes to pushes with (VAPID, RFC 8292), as base64url",
  answer: z.object({ public_key: z.string() }),
});
