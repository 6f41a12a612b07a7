// When a report is made and of which days: the one rule of it, for the server that makes it and the screen that shows what comes.
import { z } from "zod";
import { nextOccurrence, TIMELINES, type ScheduleRule } from "../../control/schedules/occurrences.ts";
import { calendarDay } from "../../kernel/calendar-day.ts";
import { addDays, type Day } from "../../kernel/time.ts";

export const REPORT_SCHEDULES = ["once", "daily", "weekly", "monthly"] as const;
export const REPORT_PERIODS = ["previous_day", "previous_week", "previous_month", "from_to"] as const;
const DELIVERY_METHODS = ["email", "download", "webhook"] as const;
/** M136, Monday first. */
const REPORT_WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** Most days of one report's period. */
export const MOST_REPORT_DAYS = 366;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Must be HH:mm");

const sendOn = z.strictObject({
  /** HH:mm by the clocks of the report's zone. */
  time: clock,
  /** Weekly. */
  weekday: z.enum(REPORT_WEEKDAYS).nullable(),
  /** Monthly: 29 to 31 are the last day of a month that has none. */
  day: z.union([z.literal("last"), z.int().min(1).max(31)]).nullable(),
  /** Once. */
  date: calendarDay.nullable(),
});

/** When a report is made, of which days, and where it goes. */
export const reportSending = z.object({
  delivery_method: z.enum(DELIVERY_METHODS),
  email_list: z.array(z.email().max(200)).max(20),
  schedule: z.enum(REPORT_SCHEDULES),
  period: z.enum(REPORT_PERIODS),
  send_on: sendOn,
  /** Of the period from_to; else null. */
  from_date: calendarDay.nullable(),
  to_date: calendarDay.nullable(),
});
export type ReportSending = z.output<typeof reportSending>;

interface SendingFault {
  readonly field: "email_list" | "send_on.weekday" | "send_on.day" | "send_on.date" | "from_date" | "to_date";
  readonly message: string;
}

/** What does not fit together; null: nothing. */
export function sendingFault(sending: ReportSending): SendingFault | null {
  const { schedule, send_on, period, from_date, to_date, delivery_method, email_list } = sending;
  if (delivery_method === "email" && email_list.length === 0) {
    return { field: "email_list", message: "Enter at least one e-mail address" };
  }
  if (schedule === "weekly" && send_on.weekday === null) {
    return { field: "send_on.weekday", message: "Choose a day of the week" };
  }
  if (schedule === "monthly" && send_on.day === null) {
    return { field: "send_on.day", message: "Choose a day of the month" };
  }
  if (schedule === "once" && send_on.date === null) {
    return { field: "send_on.date", message: "Choose a day" };
  }
  return period === "from_to" ? rangeFaultOf(from_date, to_date) : null;
}

function rangeFaultOf(from: Day | null, to: Day | null): SendingFault | null {
  if (from === null) return { field: "from_date", message: "Choose the first day" };
  if (to === null) return { field: "to_date", message: "Choose the last day" };
  if (from > to) return { field: "to_date", message: "Must not be before from_date" };
  return addDays(from, MOST_REPORT_DAYS - 1) < to
    ? { field: "to_date", message: `At most ${MOST_REPORT_DAYS} days` }
    : null;
}

type Recurring = Pick<ReportSending, "schedule" | "send_on">;

/** The times of a report as a rule of schedules has them. */
function ruleOf({ schedule, send_on }: Recurring, timezone: string): ScheduleRule {
  const { time, weekday, day, date } = send_on;
  const shared = {
    timezone,
    from_time: time,
    to_time: "24:00",
    from_date: "1970-01-01",
    to_date: "2199-12-31",
  };
  switch (schedule) {
    case "once": {
      const at = date ?? "1970-01-01";
      return { ...shared, schedule_timeline_type_id: TIMELINES.one_off, from_date: at, to_date: at, day: [] };
    }
    case "daily":
      return { ...shared, schedule_timeline_type_id: TIMELINES.weekly, day: [1, 2, 3, 4, 5, 6, 7] };
    case "weekly":
      return {
        ...shared,
        schedule_timeline_type_id: TIMELINES.weekly,
        day: [REPORT_WEEKDAYS.indexOf(weekday ?? "mon") + 1],
      };
    case "monthly":
      return {
        ...shared,
        schedule_timeline_type_id: TIMELINES.monthly,
        day: [day === "last" ? 31 : (day ?? 1)],
      };
    default:
      return schedule satisfies never;
  }
}

/** The first time after the instant (ms since 1970) at which the report is made, with its local day; null: it never is again. */
export function nextSending(
  sending: Recurring,
  timezone: string,
  afterMs: number,
): { readonly local_date: Day; readonly at_ms: number } | null {
  const next = nextOccurrence(ruleOf(sending, timezone), afterMs);
  return next === null ? null : { local_date: next.local_date, at_ms: next.starts_ms };
}

const lastOfMonth = (day: Day): Day => addDays(`${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);

/** The days that a report of the period is about when it is made on the local day. Weeks begin on Monday. */
export function periodDays(
  { period, from_date, to_date }: Pick<ReportSending, "period" | "from_date" | "to_date">,
  on: Day,
): { readonly from_date: Day; readonly to_date: Day } {
  switch (period) {
    case "previous_day": {
      const day = addDays(on, -1);
      return { from_date: day, to_date: day };
    }
    case "previous_week": {
      const weekday = new Date(`${on}T00:00:00Z`).getUTCDay() || 7;
      return { from_date: addDays(on, -weekday - 6), to_date: addDays(on, -weekday) };
    }
    case "previous_month": {
      const from = `${addDays(`${on.slice(0, 7)}-01`, -1).slice(0, 7)}-01`;
      return { from_date: from, to_date: lastOfMonth(from) };
    }
    case "from_to":
      return { from_date: from_date ?? on, to_date: to_date ?? on };
    default:
      return period satisfies never;
  }
}
