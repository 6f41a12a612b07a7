// "How was this computed?": what a key figure was made from, so that others can compute it too.
import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { utcInstant } from "./units.ts";

export const KPI_NAMES = [
  "performance_ratio",
  "corrected_ratio",
  "availability",
  "energy",
  "co2",
  "saving",
] as const;
export const kpiName = z.enum(KPI_NAMES);
export type KpiName = z.output<typeof kpiName>;

/** Longest span of one explanation. */
export const EXPLAIN_LIMITS = { days: 400 } as const;

/** Why a quarter hour or a day does not count, or how it counts. */
export const LEFT_OUT_REASONS = [
  "no_energy",
  "no_irradiance",
  "dark",
  "no_temperature",
  "no_capacity",
  "no_data",
  "incomplete",
  "little_sun",
  "estimated",
  "not_rated",
  "pending",
  "not_applicable",
] as const;
export const leftOutReason = z.enum(LEFT_OUT_REASONS);
export type LeftOutReason = z.output<typeof leftOutReason>;

const day = z.iso
  .date()
  .refine((text) => text >= "1970-01-01" && text < "2200-01-01", "Must lie in 1970 to 2199");

/** Quarter hours by why they do not count. */
const counts = z.partialRecord(leftOutReason, z.int());

/** Names of inputs; clients translate them. */
export const INPUT_NAMES = [
  "capacity",
  "energy",
  "insolation",
  "reference_energy",
  "curtailed_energy",
  "kappa",
  "gamma",
  "guaranteed",
  "simulated",
  "rated_from",
  "pair_from",
  "min_completeness",
  "min_insolation",
  "rated",
  "up",
  "exported",
  "price",
  "export_price",
  "price_bands",
  "emission_factor",
  "estimated_energy",
  "corrections",
  "counter_events",
] as const;

const inputName = z.enum(INPUT_NAMES);

export const kpiExplain = endpoint({
  name: "kpiExplain",
  method: "GET",
  path: "project/kpi/explain",
  summary: "How a key figure of a project was computed: formula, inputs, what was used and what was left out",
  query: z
    .object({ project_uid: z.uuid(), kpi: kpiName, from_date: day, to_date: day })
    .refine((asked) => asked.from_date <= asked.to_date, {
      path: ["to_date"],
      error: "Must not be before from_date",
    })
    .refine(
      (asked) => Date.parse(asked.to_date) - Date.parse(asked.from_date) < EXPLAIN_LIMITS.days * 86_400_000,
      { path: ["to_date"], error: `At most ${EXPLAIN_LIMITS.days} days` },
    ),
  answer: z.object({
    kpi: kpiName,
    from_date: z.iso.date(),
    to_date: z.iso.date(),
    timezone: z.string(),
    value: z.number().nullable(),
    unit: z.string(),
    /** Null exactly when there is a value. */
    reason: leftOutReason.nullable(),
    /** In ASCII, with the names of the inputs. */
    formula: z.string(),
    /** Names the rules; another version may count otherwise. */
    version: z.string(),
    /** Whose rule it is. */
    rule_source: z.string(),
    inputs: z.array(
      z.object({
        name: inputName,
        value: z.number().nullable(),
        unit: z.string(),
        /** From when on it holds, or which year it is of; null: always. */
        since: z.string().nullable(),
        /** Where it comes from; null: measured. */
        source: z.string().nullable(),
        /** Alias, name or serial of the gateway it is of; null: of the project. */
        gateway: z.string().nullable(),
        provisional: z.boolean(),
      }),
    ),
    /** Quarter hours over all days: used, and left out by reason. Null: the figure is not made from quarter hours. */
    quarter_hours: z.object({ used: z.int(), left_out: counts }).nullable(),
    /** In order. */
    days: z.array(
      z.object({
        day: z.iso.date(),
        value: z.number().nullable(),
        reason: leftOutReason.nullable(),
        used: z.int(),
        left_out: counts,
      }),
    ),
    /** The quarter hours themselves, where one day was asked for; empty otherwise. */
    intervals: z.array(
      z.object({
        /** End of the quarter hour. */
        until: utcInstant,
        reason: leftOutReason.nullable(),
        energy_wh: z.number().nullable(),
        irradiance_w_m2: z.number().nullable(),
        module_temperature_c: z.number().nullable(),
        /** True while zero export held production back. */
        limited: z.boolean(),
        expected_wh: z.number().nullable(),
      }),
    ),
  }),
  refusals: ["project.not_found"],
});
