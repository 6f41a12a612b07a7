// Who is told of a project's alarm that nobody has taken: one person after the other, until somebody takes it.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { alarmSeverity } from "../monitoring/alarms.ts";
import { oneProject } from "../monitoring/portfolio.ts";

/** People of a project's escalation, and minutes that one of them may be waited for. */
export const ESCALATION_LIMITS = { people: 10, minutes: 1440 } as const;

const minutes = z.int().min(1).max(ESCALATION_LIMITS.minutes);

const step = z.object({
  account_uid: z.uuid(),
  name: z.string(),
  /** After so many minutes without anybody who takes the alarm: since it was told, or since the person before was. */
  minutes,
  /** False: passed over, as the person may no longer change the project, cannot sign in, or declines all notifications. */
  is_reached: z.boolean(),
});
export type EscalationStep = z.output<typeof step>;

export const getEscalation = endpoint({
  name: "getEscalation",
  method: "GET",
  path: "alarms/escalation",
  summary: "Who is told, in which order, of a project's alarms that nobody has taken",
  query: oneProject,
  answer: z.object({
    may_change: z.boolean(),
    /** Alarms less grave than this are told to nobody further. */
    least_severity: alarmSeverity,
    /** In order; empty: nobody further is told. */
    steps: z.array(step),
    /** Who can be chosen; empty for those who may not change it. */
    people: z.array(z.object({ account_uid: z.uuid(), name: z.string() })),
  }),
  refusals: ["project.not_found"],
});

export const saveEscalation = endpoint({
  name: "saveEscalation",
  method: "POST",
  path: "alarms/escalation",
  summary:
    "Replaces who is told of a project's alarms that nobody has taken; without steps nobody further is",
  body: z.strictObject({
    project_uid: z.uuid(),
    least_severity: alarmSeverity,
    steps: z
      .array(z.strictObject({ account_uid: z.uuid(), minutes }))
      .max(ESCALATION_LIMITS.people)
      .refine(
        (steps) => new Set(steps.map(({ account_uid }) => account_uid.toLowerCase())).size === steps.length,
        "Must name each person once",
      ),
  }),
  answer: done,
  refusals: ["project.not_found", "project.read_only", "escalation.no_member"],
});
