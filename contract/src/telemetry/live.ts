// What changes while a screen is open: live values of projects, as server-sent events.
import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { commaSeparated } from "../kernel/paging.ts";
import { arrivalNotice } from "./arrivals/arrivals.ts";
import { plantStatus } from "../kernel/plant-status.ts";

/** A page of the list shows at most this many projects. */
const LIVE_PROJECTS = 100;

/** The live values of one project. Energies in Wh; null: not known, never zero. */
export const liveSummary = z.object({
  project_uid: z.uuid(),
  /** When these values were computed, ISO 8601. */
  at: z.iso.datetime(),
  /** Null also while a device that is due says nothing; then what the others give, and how many of how many are silent. */
  active_power_w: z.number().nullable(),
  reporting_power_w: z.number().nullable(),
  power_silent: z.int(),
  power_devices: z.int(),
  irradiance_w_m2: z.number().nullable(),
  module_temperature_c: z.number().nullable(),
  /** Since the project's local midnight. */
  today_meter_wh: z.number().nullable(),
  today_inverter_wh: z.number().nullable(),
  /** Of all its time, as the project's total is. */
  total_meter_wh: z.number().nullable(),
  total_inverter_wh: z.number().nullable(),
  /** What counts of both. */
  total_wh: z.number().nullable(),
  plant_status: plantStatus,
  sleeping: z.boolean(),
  last_reading_at: z.iso.datetime().nullable(),
});
export type LiveSummary = z.output<typeof liveSummary>;

/** Said on the stream of live values: commands of the project have something new to show. */
export const commandNotice = z.object({ commands_of: z.uuid() });

/** Said on the stream of live values: the notifications of the caller have changed. */
const noticesNotice = z.object({ notices_changed: z.literal(true) });

/** Said on the stream of live values: the alarm desk of the caller has something new to show. */
export const alarmsNotice = z.object({ alarms_changed: z.literal(true) });

/**
 * A stream of events named `summary`, each a liveSummary: first one for every project asked for, then one whenever its
 * values change, at most one a second per project. With `arrivals_of`, a gateway of one of them that the caller may change,
 * also events named `arrival`, each an arrivalNotice: when something has come from the gateway, or was refused.
 * With `commands`, also events named `commands`, each a commandNotice: when one of a project's commands has gone on.
 * With `notices`, also events named `notices`, each a noticesNotice, and `alarms`, each an alarmsNotice, at most one of these in five
 * seconds; then there need be no project.
 */
export const liveEvents = endpoint({
  name: "liveEvents",
  method: "GET",
  path: "live/events",
  summary: "Server-sent events with the live values of up to 100 projects",
  query: z
    .object({
      project_uid: commaSeparated(z.uuid(), LIVE_PROJECTS).default([]),
      arrivals_of: z.uuid().optional(),
      commands: z.enum(["true", "false"]).default("false"),
      notices: z.enum(["true", "false"]).default("false"),
    })
    .refine(({ project_uid, notices }) => project_uid.length > 0 || notices === "true", {
      path: ["project_uid"],
      error: "Name at least one project",
    }),
  answer: z.union([liveSummary, arrivalNotice, commandNotice, noticesNotice, alarmsNotice]),
  refusals: ["project.not_found", "gateway.not_found"],
});
