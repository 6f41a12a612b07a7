// Views of the alarm desk that a person has saved: what is looked for and in which order, under a name.
import { z } from "zod";
import { done } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { line, someLine } from "../../kernel/text.ts";
import { alarmKind, alarmSeverity } from "../../monitoring/alarms.ts";
import { DESK_LIMITS, deskOrder, deskShown, deskWho } from "./alarm-desk.ts";

/** Views that one account may have, and characters of a name. */
export const ALARM_VIEW_LIMITS = { perAccount: 50, name: 60 } as const;

/** What a view looks for. Null: every one; no project: all of them. */
const viewFilters = z.strictObject({
  view: deskShown,
  project_uids: z
    .array(z.uuid())
    .max(DESK_LIMITS.projects)
    .refine((uids) => new Set(uids).size === uids.length, "Must name each project once"),
  severity: alarmSeverity.nullable(),
  kind: alarmKind.nullable(),
  who: deskWho,
  filter_by: line(100),
  order_by: deskOrder,
});
export type AlarmViewFilters = z.output<typeof viewFilters>;

const alarmView = z.object({
  alarm_view_uid: z.uuid(),
  name: z.string(),
  /** Its projects as far as the caller still sees them. */
  filters: viewFilters,
  /** How many of its projects the caller sees no more. */
  projects_gone: z.int(),
});
export type AlarmView = z.output<typeof alarmView>;

const oneView = z.strictObject({ alarm_view_uid: z.uuid() });
const name = someLine(ALARM_VIEW_LIMITS.name);

export const listAlarmViews = endpoint({
  name: "listAlarmViews",
  method: "GET",
  path: "alarms/views",
  keyRight: "none",
  summary: "The views of the alarm desk that the caller has saved, by name",
  answer: z.object({ items: z.array(alarmView) }),
});

export const addAlarmView = endpoint({
  name: "addAlarmView",
  method: "POST",
  path: "alarms/view",
  keyRight: "none",
  summary: "Saves a view of the alarm desk under a name",
  body: z.strictObject({ name, filters: viewFilters }),
  answer: done.extend({ view: alarmView }),
  refusals: ["project.not_found", "alarm_view.too_many", "alarm_view.name_taken"],
});

export const changeAlarmView = endpoint({
  name: "changeAlarmView",
  method: "PUT",
  path: "alarms/view",
  keyRight: "none",
  summary: "Changes the name of a saved view, or what it looks for",
  body: oneView.extend({ name: name.optional(), filters: viewFilters.optional() }),
  answer: done.extend({ view: alarmView }),
  refusals: ["alarm_view.not_found", "project.not_found", "alarm_view.name_taken"],
});

export const removeAlarmView = endpoint({
  name: "removeAlarmView",
  method: "DELETE",
  path: "alarms/view",
  keyRight: "none",
  summary: "Takes a saved view away",
  query: oneView,
  answer: done,
  refusals: ["alarm_view.not_found"],
});
