// What people do to alarms of the desk.
import { z } from "zod";
import { done } from "../../kernel/answers.ts";
import { calendarDay } from "../../kernel/calendar-day.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { paragraphs, someLine } from "../../kernel/text.ts";
import { TICKET_LIMITS } from "../../support/tickets.ts";
import { DESK_LIMITS, resolvedCause } from "./alarm-desk.ts";

const several = z.array(z.uuid()).min(1, "Choose at least one alarm").max(DESK_LIMITS.atOnce);
const those = {
  list_alarm_uid: several,
  /** True: also every plant that the same region's cause took. */
  with_region: z.boolean().default(false),
};
const CHANGES = ["alarm.not_found", "alarm.read_only", "alarm.closed"];

export const moveAlarms = endpoint({
  name: "moveAlarms",
  method: "POST",
  path: "alarms/move",
  summary: "Takes alarms, gives them back, ends their snooze, or opens again what was resolved",
  body: z.strictObject({ ...those, action: z.enum(["take", "give_back", "wake", "reopen"]) }),
  answer: done,
  refusals: CHANGES,
});

export const assignAlarms = endpoint({
  name: "assignAlarms",
  method: "POST",
  path: "alarms/assign",
  summary: "Gives alarms to somebody who may change their projects",
  body: z.strictObject({ ...those, account_uid: z.uuid() }),
  answer: done,
  refusals: [...CHANGES, "alarm.no_member"],
});

export const snoozeAlarms = endpoint({
  name: "snoozeAlarms",
  method: "POST",
  path: "alarms/snooze",
  summary: "Puts alarms aside until a time, by the clock of each plant: tomorrow and days at 08:00",
  body: z.strictObject({
    ...those,
    until: z.union([z.enum(["two_hours", "tomorrow"]), calendarDay]),
  }),
  answer: done,
  refusals: [...CHANGES, "alarm.snooze"],
});

export const resolveAlarms = endpoint({
  name: "resolveAlarms",
  method: "POST",
  path: "alarms/resolve",
  summary: "Closes alarms with the cause that was found",
  body: z.strictObject({
    ...those,
    cause: resolvedCause,
    note: z.union([z.literal(""), paragraphs(2000)]).default(""),
  }),
  answer: done,
  refusals: CHANGES,
});

export const openAlarmTicket = endpoint({
  name: "openAlarmTicket",
  method: "POST",
  path: "alarms/ticket",
  summary: "Sends a message to support about an alarm",
  body: z.strictObject({
    alarm_uid: z.uuid(),
    subject: someLine(TICKET_LIMITS.subject),
    body: paragraphs(TICKET_LIMITS.body),
  }),
  answer: z.object({ ticket_uid: z.uuid() }),
  refusals: ["alarm.not_found", "alarm.read_only", "ticket.too_many"],
});
