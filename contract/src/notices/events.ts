// Events of a project: what people note, and what gateways report (M132, M228).
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { calendarDay } from "../kernel/calendar-day.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { commaSeparated, pageNumber, pageSize } from "../kernel/paging.ts";
import { line, paragraphs, someLine } from "../kernel/text.ts";
import { utcInstant } from "../kernel/units.ts";

/** Of one project, of one call, and the longest of them. */
export const EVENT_LIMITS = { ofProject: 5000, atOnce: 100, days: 366 } as const;

/** What events are about. `gateway`: a gateway reported it; people choose one of the others. */
export const EVENT_CATEGORIES = [
  "maintenance",
  "cleaning",
  "fault",
  "grid",
  "weather",
  "visit",
  "other",
] as const;

const noted = z.strictObject({
  name: someLine(200),
  /** Left out: none. */
  detail: z.union([z.literal(""), paragraphs(2000)]).default(""),
  category: z.enum(EVENT_CATEGORIES),
  start_date: utcInstant,
  /** Of a span; null: a moment has none. */
  end_date: utcInstant.nullable().default(null),
  event_time_type: z.enum(["moment", "span"]),
  show_in_report: z.boolean().default(false),
});
type Noted = z.output<typeof noted>;

/** What is wrong with an event as a whole, by its field. */
export function eventFaults({
  start_date,
  end_date,
  event_time_type,
}: Pick<Noted, "start_date" | "end_date" | "event_time_type">): readonly { path: string; error: string }[] {
  const start = Date.parse(start_date);
  if (!(start_date >= "1970" && start_date < "2200")) {
    return [{ path: "start_date", error: "Must lie in 1970 to 2199" }];
  }
  if (event_time_type === "moment") {
    return end_date === null ? [] : [{ path: "end_date", error: "A moment has no end" }];
  }
  if (end_date === null) return [{ path: "end_date", error: "A span needs its end" }];
  const end = Date.parse(end_date);
  if (end <= start) return [{ path: "end_date", error: "Must be after start_date" }];
  return end - start > EVENT_LIMITS.days * 86_400_000
    ? [{ path: "end_date", error: `An event lasts ${EVENT_LIMITS.days} days at most` }]
    : [];
}

const wholeEvent = noted.superRefine((event, context) => {
  for (const { path, error } of eventFaults(event)) {
    context.addIssue({ code: "custom", path: [path], message: error });
  }
});

const projectEvent = z.object({
  event_id: z.uuid(),
  name: z.string(),
  detail: z.string(),
  category: z.enum([...EVENT_CATEGORIES, "gateway"]),
  start_date: utcInstant,
  end_date: utcInstant.nullable(),
  event_time_type: z.enum(["moment", "span"]),
  show_in_report: z.boolean(),
  /** Who noted it; null: a gateway did, or the account is no longer there. */
  author: z.string().nullable(),
  /** Alias, name or serial of the gateway that reported it, and of its device; null: a person noted it, or no device is named. */
  gateway: z.string().nullable(),
  device: z.string().nullable(),
  /** How grave its gateway says that it is; null: a person noted it. */
  severity: z.enum(["info", "warning", "error"]).nullable(),
  acknowledged: z.object({ at: utcInstant, by: z.string().nullable() }).nullable(),
});
export type ProjectEvent = z.output<typeof projectEvent>;

const eventIds = commaSeparated(z.uuid(), EVENT_LIMITS.atOnce).refine((ids) => ids.length > 0, {
  error: "Choose at least one event",
});

export const listEvents = endpoint({
  name: "listEvents",
  method: "GET",
  path: "events",
  summary: "Events of a project a page at a time: those that people noted and those that gateways reported",
  query: z.object({
    project_uid: z.uuid(),
    page: pageNumber,
    page_size: pageSize(20),
    /** Words that occur in name or detail. */
    filter_by: line(100).optional(),
    category: z.enum([...EVENT_CATEGORIES, "gateway"]).optional(),
    /** Days on which they were going on, by the project's calendar, both included. */
    from_date: calendarDay.optional(),
    to_date: calendarDay.optional(),
    order_by: z.enum(["start_date", "name", "category"]).default("start_date"),
    order_type: z.enum(["desc", "asc"]).default("desc"),
  }),
  answer: z.object({ timezone: z.string(), items: z.array(projectEvent), total_items: z.int() }),
  refusals: ["project.not_found"],
});

export const addEvent = endpoint({
  name: "addEvent",
  method: "POST",
  path: "events",
  summary: "Notes an event",
  body: z.strictObject({ project_uid: z.uuid(), contents: wholeEvent }),
  answer: done.extend({ event: projectEvent }),
  refusals: ["project.not_found", "project.read_only", "events.too_many"],
});

export const changeEvent = endpoint({
  name: "changeEvent",
  method: "PUT",
  path: "events",
  summary: "Changes what is named of an event that a person noted",
  body: z.strictObject({
    project_uid: z.uuid(),
    event_id: z.uuid(),
    contents: z.strictObject({
      name: noted.shape.name.optional(),
      detail: z.union([z.literal(""), paragraphs(2000)]).optional(),
      category: noted.shape.category.optional(),
      start_date: noted.shape.start_date.optional(),
      end_date: utcInstant.nullable().optional(),
      event_time_type: noted.shape.event_time_type.optional(),
      show_in_report: z.boolean().optional(),
    }),
  }),
  answer: done.extend({ event: projectEvent }),
  refusals: ["project.not_found", "project.read_only", "event.not_found"],
});

export const removeEvents = endpoint({
  name: "removeEvents",
  method: "DELETE",
  path: "events",
  summary: "Takes events away that people noted: all that are named, or none",
  query: z.object({ project_uid: z.uuid(), list_event_id: eventIds }),
  answer: done,
  refusals: ["project.not_found", "project.read_only", "event.not_found"],
});

export const acknowledgeEvents = endpoint({
  name: "acknowledgeEvents",
  method: "POST",
  path: "events/acknowledge",
  summary: "Says that somebody has seen to the events; those that are acknowledged stay as they are",
  body: z.strictObject({
    project_uid: z.uuid(),
    list_event_id: z.array(z.uuid()).min(1, "Choose at least one event").max(EVENT_LIMITS.atOnce),
  }),
  answer: done,
  refusals: ["project.not_found", "project.read_only", "event.not_found"],
});
