// The quiet marks beside figures: which projects and devices had something noted about their data, and where to look.
import { z } from "zod";
import { calendarDay } from "../../kernel/calendar-day.ts";
import { endpoint } from "../../kernel/endpoint.ts";

/** Limits of a look at data quality. */
export const QUALITY_LIMITS = {
  /** Days of a range. */
  days: 400,
  /** Ranges of more days are shown by weeks. */
  byDay: 45,
  /** Events of an answer: the newest. */
  events: 1000,
  /** Projects whose marks are asked for at once. */
  projects: 100,
} as const;

/** What can be noted about a device's data. */
const QUALITY_KINDS = [
  "gap",
  "reset",
  "glitch",
  "spike",
  "power_above_rating",
  "correction",
  "refused",
] as const;
export const qualityKind = z.enum(QUALITY_KINDS);
export type QualityKind = z.output<typeof qualityKind>;

const days = { from_date: calendarDay, to_date: calendarDay };
type Days = z.ZodType<{ from_date: string; to_date: string }>;
const inOrder = (of: { from_date: string; to_date: string }) => of.from_date <= of.to_date;
const isShort = (of: { from_date: string; to_date: string }) =>
  (Date.parse(of.to_date) - Date.parse(of.from_date)) / 86_400_000 < QUALITY_LIMITS.days;

/** The schema, which refuses days that are not in order or too many. */
const inQualityRange = <S extends Days>(schema: S): S =>
  schema
    .refine(inOrder, { path: ["to_date"], error: "Start time must be < end time" })
    .refine(isShort, { path: ["to_date"], error: `At most ${QUALITY_LIMITS.days} days can be shown` });

/** What is asked of one project: its days. */
export const askedQuality = inQualityRange(z.object({ project_uid: z.uuid(), ...days }));

export const qualityMarks = endpoint({
  name: "qualityMarks",
  method: "POST",
  path: "project/data-quality/marks",
  keyRight: "read",
  summary: "Which projects and devices had something noted about their data in a range, and where to look",
  body: inQualityRange(
    z.object({ project_uids: z.array(z.uuid()).min(1).max(QUALITY_LIMITS.projects), ...days }),
  ),
  answer: z.object({
    /** The newest of each device that has any; a refusal that names no device has none. */
    marks: z.array(
      z.object({
        project_uid: z.uuid(),
        device_uid: z.uuid().nullable(),
        day: z.string(),
        kind: qualityKind,
        /** Days of the range with something noted about the device. */
        days: z.int(),
      }),
    ),
  }),
  refusals: ["project.not_found"],
});
