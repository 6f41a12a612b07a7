// What a gateway measured of its own zero export: the detail of the events nze.day and nze.drill. docs/gateway-protocol.md is the prose.
import { z } from "zod";
import { calendarDay } from "../../kernel/calendar-day.ts";
import { line } from "../../kernel/text.ts";

/** Limits of what such a report may carry. */
const NZE_REPORT_LIMITS = {
  powerW: 1e9,
  /** Of one day; one of 25 hours has the most seconds. */
  seconds: 90_000,
  violations: 1_000_000,
  worst: 20,
  trace: 240,
} as const;

const watts = z.number().min(0).max(NZE_REPORT_LIMITS.powerW);
const seconds = z.number().min(0).max(NZE_REPORT_LIMITS.seconds);
/** Unix ms. */
const instant = z.int();

/** One continuous export above the limit. */
const nzeViolation = z.strictObject({
  /** Unix ms at which it began. */
  at: instant,
  s: seconds,
  largest_w: watts,
});

/** A local day of the plant as the gateway's own loop saw it, while zero export held. Sent once the day is over. */
export const nzeDayDetail = z.strictObject({
  day: calendarDay,
  /** So long zero export held. */
  on_s: seconds,
  /** Time between two looks at the meter. */
  sample_s: z.number().min(0.01).max(3600),
  /** Of `on_s`, without an answer of the meter. */
  meter_silent_s: seconds,
  largest_export_w: watts,
  /** Null: it never exported. */
  largest_export_at: instant.nullable(),
  /** Exports above the limit. */
  violations: z.int().min(0).max(NZE_REPORT_LIMITS.violations),
  longest_violation_s: seconds,
  /** From the first look above the limit until back inside; null: no violation. */
  response_median_s: seconds.nullable(),
  response_p95_s: seconds.nullable(),
  /** Exported above the limit. */
  over_limit_wh: z.number().min(0).max(1e12),
  /** The longest violations, the longest first. */
  worst: z.array(nzeViolation).max(NZE_REPORT_LIMITS.worst).default([]),
});
export type NzeDayDetail = z.output<typeof nzeDayDetail>;

/** What a drill of the fail-safe came to. */
export const nzeDrillDetail = z.strictObject({
  /** Of the command that asked for it. */
  command_uid: z.uuid(),
  /** When the meter was left out; null: it was not. */
  started_at: instant.nullable(),
  /** From there to the fail-safe limit; null: not reached while the meter was out. */
  to_limit_s: seconds.nullable(),
  /** From the meter's return to nine tenths of the production of before; null: not reached. */
  back_s: seconds.nullable(),
  /** Why there was no drill; left out: there was. */
  skipped: line(500).optional(),
  /** Production, W, so many seconds after the start. */
  trace: z
    .array(z.strictObject({ s: z.number().min(-600).max(600), w: watts }))
    .max(NZE_REPORT_LIMITS.trace)
    .default([]),
});
export type NzeDrillDetail = z.output<typeof nzeDrillDetail>;

/** The events that carry a detail, and which. */
export const NZE_REPORTS = { "nze.day": nzeDayDetail, "nze.drill": nzeDrillDetail } as const;
export type NzeReportCode = keyof typeof NZE_REPORTS;

/** True for the code of an event that carries a detail. */
export const isNzeReport = (code: string): code is NzeReportCode => Object.hasOwn(NZE_REPORTS, code);
