// "How was this computed?": what a key figure was made from, so that others can compute it too.
import { calendarDay, daysInOrder } from "../kernel/calendar-day.ts";
import { z } from "zod";
import { daysCountedBy } from "../kernel/counted-by.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { utcInstant } from "../kernel/units.ts";

const KPI_NAMES = [
  "performance_ratio",
  "corrected_ratio",
  "temperature_corrected_ratio",
  "availability",
  "energy",
  "grid_import",
  "grid_export",
  "self_consumption",
  "insolation",
  "co2",
  "saving",
  "peak_power",
  "completeness",
  "estimated_share",
  "integrated_share",
  "energy_saving",
] as const;
const kpiName = z.enum(KPI_NAMES);
export type KpiName = z.output<typeof kpiName>;

/** Figures made from quarter hours, which are looked through one by one. */
const BY_QUARTERS: readonly KpiName[] = [
  "performance_ratio",
  "corrected_ratio",
  "temperature_corrected_ratio",
  "availability",
  "peak_power",
];
/** Figures whose totals begin with the counters, and not with their first readings. */
const TOTALLED: readonly KpiName[] = ["energy", "co2", "saving"];
/** Longest span of one explanation; `sums` of what is summed from whole days, told by months beyond `days`. */
export const EXPLAIN_LIMITS = { days: 400, sums: 11_000 } as const;
/** Most days of an explanation of the figure. */
const explainedDays = (kpi: KpiName): number =>
  BY_QUARTERS.includes(kpi) ? EXPLAIN_LIMITS.days : EXPLAIN_LIMITS.sums;

/** Why a quarter hour or a day does not count, or how it counts. */
const LEFT_OUT_REASONS = [
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
  "planned_outage",
] as const;
export const leftOutReason = z.enum(LEFT_OUT_REASONS);
export type LeftOutReason = z.output<typeof leftOutReason>;

/** Quarter hours by why they do not count. */
const counts = z.partialRecord(leftOutReason, z.int());

/** Names of inputs; clients translate them. */
const INPUT_NAMES = [
  "capacity",
  "energy",
  "insolation",
  "reference_energy",
  "curtailed_energy",
  "kappa",
  "kappa_level",
  "kappa_slope",
  "kappa_weak_light",
  "gamma",
  "guaranteed",
  "simulated",
  "rated_from",
  "pair_from",
  "min_completeness",
  "min_insolation",
  "rated",
  "up",
  "weighted_temperature",
  "exported",
  "imported",
  "covered",
  "expected",
  "price",
  "export_price",
  "price_bands",
  "emission_factor",
  "estimated_energy",
  "integrated_energy",
  "corrections",
  "counter_events",
  "solar_heat",
  "auxiliary_energy",
  "heater_efficiency",
  "tank_volume",
  "saved_energy",
  "opening_energy",
] as const;

const inputName = z.enum(INPUT_NAMES);

export const kpiExplain = endpoint({
  name: "kpiExplain",
  method: "GET",
  path: "project/kpi/explain",
  summary: "How a key figure of a project was computed: formula, inputs, what was used and what was left out",
  query: daysInOrder(
    z
      .object({
        project_uid: z.uuid(),
        kpi: kpiName,
        from_date: calendarDay,
        to_date: calendarDay,
        /** `lifetime`, of energy, CO2 and saving: what the counters had counted before their first readings counts with it. */
        scope: z.enum(["range", "lifetime"]).default("range"),
      })
      .refine(({ kpi, scope }) => scope === "range" || TOTALLED.includes(kpi), {
        path: ["scope"],
        error: "Only energy, co2 and saving have a total over a lifetime",
      }),
  ).refine(
    ({ kpi, from_date, to_date }) =>
      Date.parse(to_date) - Date.parse(from_date) < explainedDays(kpi) * 86_400_000,
    {
      path: ["to_date"],
      error: `At most ${EXPLAIN_LIMITS.days} days, or ${EXPLAIN_LIMITS.sums} of what is summed from whole days`,
    },
  ),
  answer: z.object({
    kpi: kpiName,
    from_date: z.iso.date(),
    to_date: z.iso.date(),
    timezone: z.string(),
    value: z.number().nullable(),
    unit: z.string(),
    /** By which devices the production in it is told; null: there is none in it. */
    by: daysCountedBy.nullable(),
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
    /** Planned outages that were left out, the latest first; of availability alone. */
    planned_outages: z.array(
      z.object({
        from_at: utcInstant,
        to_at: utcInstant,
        reason: z.string(),
        /** Alias, name or serial of the gateway; null: the whole project. */
        gateway: z.string().nullable(),
      }),
    ),
    /** Of a lifetime: what the value holds beside the days; null: a range was asked for. */
    lifetime: z
      .object({
        /** First day of which anything is known; null: nothing is. */
        measured_since: z.iso.date().nullable(),
        /** Since when the opening value was produced, evenly; null: nobody knows, and CO2 and saving leave it out. */
        commissioned_on: z.iso.date().nullable(),
        /** True: the value is of all the plant's time. False: of the days since measured_since. */
        whole: z.boolean(),
        /** What the devices that count had counted, kWh; null: not known. */
        openings: z.array(
          z.object({
            device: z.string(),
            /** Day of the first reading. */
            opened_on: z.iso.date().nullable(),
            opening: z.number().nullable(),
            /** What a device that it replaced had produced. */
            energy_before: z.number().nullable(),
          }),
        ),
        /** What of the value that is, in its unit; null: it is left out. */
        opening_value: z.number().nullable(),
      })
      .nullable(),
    /** In order; by months, named by their first day that is known, where the range is longer than a ratio's may be. */
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
  heavyFromDays: 32,
  refusals: ["project.not_found"],
});
