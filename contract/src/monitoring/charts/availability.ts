// Availability of projects, gateways and devices by day (M55, M130, M209).
import { calendarDay } from "../../kernel/calendar-day.ts";
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { commaSeparated } from "../../kernel/paging.ts";

/** Days of one call; left out, the last DEFAULT_DAYS up to today. */
export const AVAILABILITY_LIMITS = { days: 400, defaultDays: 10 } as const;

/** 0 to 100; null: nothing was rated. */
const percent = z.number().min(0).max(100).nullable();

/**
 * The same quarter hours counted in other ways, %. `strict`: without data is down. `reported`: without data counts
 * neither way. `energy`: delivered over delivered and lost.
 */
const availabilityVariants = z.object({ strict: percent, reported: percent, energy: percent });

/** Quarter hours without data, by what the counters said of them afterwards. */
const silenceVerdicts = z.object({
  /** It produced all the while: nine tenths of what was expected, or more. */
  communication: z.int(),
  /** It stood still: a twentieth of what was expected, or less. */
  outage: z.int(),
  /** Between; counts as up by the share. */
  partial: z.int(),
  /** The counter is not back yet; counts neither way. */
  pending: z.int(),
});

export const projectAvailability = endpoint({
  name: "projectAvailability",
  method: "GET",
  path: "project-availability/get",
  summary: "Technical availability of a project, its gateways and devices by day, planned outages left out",
  query: z.object({
    project_uid: z.uuid(),
    /** Days of the project's calendar. */
    date: commaSeparated(calendarDay, AVAILABILITY_LIMITS.days).optional(),
    report_type: z.enum(["date"]).default("date"),
  }),
  encoding: "columns",
  answer: z.object({
    timezone: z.string(),
    /** A quarter hour counts from this irradiance on; without irradiance while the sun is high and a sibling produces. */
    rated_from_w_m2: z.number(),
    /** By day, in the order of the calendar. */
    data: z.array(
      z.object({
        date: z.iso.date(),
        project_availability: percent,
        project_variants: availabilityVariants,
        /** Quarter hours in which the project was expected to produce. */
        rated: z.int(),
        /** Of all devices together, quarter hours that planned outages left out. */
        planned_outage: z.int(),
        silence: silenceVerdicts,
        gateway_availability: z.array(
          z.object({
            gateway_uid: z.uuid(),
            gateway_serial: z.string(),
            /** Alias, else name, else serial. */
            alias: z.string(),
            value: percent,
            gateway_devices: z.array(
              z.object({
                device_uid: z.uuid(),
                device_serial: z.string(),
                alias: z.string(),
                value: percent,
                silence: silenceVerdicts,
              }),
            ),
          }),
        ),
      }),
    ),
    /** All the days together: sums over sums. */
    total: z.object({ project_availability: percent, project_variants: availabilityVariants }),
  }),
  heavyFromDays: 32,
  refusals: ["project.not_found"],
});
