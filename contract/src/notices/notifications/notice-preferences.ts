// How an account wants to be notified.
import { z } from "zod";
import type { AlarmKind } from "../../monitoring/alarms.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { timeZone } from "../../kernel/time-zone.ts";
import { NOTICE_LANGUAGES } from "./notifications.ts";

/** What alarms are about, as people choose them. */
const ALARM_TOPICS = ["contact", "fault", "performance", "control", "heater"] as const;
/** What people may want to be notified of: alarms, and records of the certificate workspace. */
export const NOTICE_TOPICS = [...ALARM_TOPICS, "records"] as const;
type NoticeTopic = (typeof ALARM_TOPICS)[number];

const TOPIC_OF: Readonly<Partial<Record<AlarmKind, NoticeTopic>>> = {
  gateway_silent: "contact",
  bus_silent: "contact",
  device_silent: "contact",
  inverter_fault: "fault",
  inverter_event: "fault",
  string_deviation: "fault",
  device_underperforming: "performance",
  plant_underperforming: "performance",
  nze_drill_failed: "control",
};

/** What an alarm of the kind is about. */
export const topicOf = (kind: AlarmKind): NoticeTopic =>
  TOPIC_OF[kind] ?? (kind.startsWith("swh_") ? "heater" : "fault");

const SEVERITIES = ["critical", "warning", "minor"] as const;
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Must be a time like 22:00");

const noticePreferences = z.object({
  accept_nof: z.boolean(),
  push: z.boolean(),
  mail: z.boolean(),
  severities: z.array(z.enum(SEVERITIES)).max(SEVERITIES.length),
  topics: z.array(z.enum(NOTICE_TOPICS)).max(NOTICE_TOPICS.length),
  /** Between these times of the zone's clocks only critical notifications go out, the others when it is over; null: always all. */
  quiet_hours: z
    .strictObject({ from: clock, until: clock })
    .refine(({ from, until }) => from !== until, { path: ["until"], error: "Must differ from the beginning" })
    .nullable(),
  /**
   * One mail a day, at this time of the zone's clocks, instead of pushes and mails one by one; what is critical goes out at once too where
   * that is wanted. It holds while mails are wanted. Null: all at once.
   */
  digest: z.strictObject({ at: clock, critical_at_once: z.boolean() }).nullable(),
  timezone: timeZone,
  /** Of what is pushed and mailed. */
  language: z.enum(NOTICE_LANGUAGES),
});
export type NoticePreferences = z.output<typeof noticePreferences>;

export const getNoticePreferences = endpoint({
  name: "getNoticePreferences",
  method: "GET",
  path: "notification/client/preferences",
  keyRight: "none",
  summary: "How the account wants to be notified",
  answer: noticePreferences,
});

export const changeNoticePreferences = endpoint({
  name: "changeNoticePreferences",
  method: "PUT",
  path: "notification/client/preferences",
  keyRight: "none",
  summary: "Keeps what is given of how the account wants to be notified; the rest stays",
  body: z.strictObject(noticePreferences.partial().shape),
  answer: noticePreferences,
});
