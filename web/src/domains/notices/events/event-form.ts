// An event as it is typed: local days and times of the project, which the server is told as instants.
import { instantAt, localDay, localMinutes, type Day } from "@heliograph/contract/kernel/time";
import { EVENT_CATEGORIES, type ProjectEvent } from "@heliograph/contract/notices/events";

/** What is typed; a type and no interface, as forms are of any fields. */
export type EventFields = {
  readonly name: string;
  readonly detail: string;
  readonly category: (typeof EVENT_CATEGORIES)[number];
  readonly event_time_type: "moment" | "span";
  readonly from_day: Day;
  /** HH:MM; null while it is not typed. */
  readonly from_time: string | null;
  readonly to_day: Day;
  readonly to_time: string | null;
  readonly show_in_report: boolean;
};

const clockAt = (timezone: string, ms: number): string => {
  const minutes = localMinutes(timezone, ms);
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
};

/** What a new event begins as: a moment, now. */
export function newEventFields(timezone: string, nowMs: number): EventFields {
  const day = localDay(timezone, nowMs);
  const time = clockAt(timezone, nowMs);
  return {
    name: "",
    detail: "",
    category: "maintenance",
    event_time_type: "moment",
    from_day: day,
    from_time: time,
    to_day: day,
    to_time: time,
    show_in_report: false,
  };
}

/** The fields of an event that a person noted. */
export function eventFields(event: ProjectEvent, timezone: string): EventFields {
  const start = Date.parse(event.start_date);
  const end = event.end_date === null ? start : Date.parse(event.end_date);
  const { name, detail, event_time_type, show_in_report } = event;
  return {
    name,
    detail,
    category: EVENT_CATEGORIES.find((one) => one === event.category) ?? "other",
    event_time_type,
    from_day: localDay(timezone, start),
    from_time: clockAt(timezone, start),
    to_day: localDay(timezone, end),
    to_time: clockAt(timezone, end),
    show_in_report,
  };
}

const instant = (timezone: string, day: Day, time: string | null): string | undefined =>
  time === null
    ? undefined
    : new Date(
        instantAt(timezone, day, Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))),
      ).toISOString();

/** The contents that the fields mean, for the schema of the contract to judge. */
export function eventContents(fields: EventFields, timezone: string) {
  const { name, detail, category, event_time_type, show_in_report } = fields;
  return {
    name,
    detail,
    category,
    event_time_type,
    show_in_report,
    start_date: instant(timezone, fields.from_day, fields.from_time),
    end_date: event_time_type === "moment" ? null : instant(timezone, fields.to_day, fields.to_time),
  };
}
