// Energy, insolation, performance ratio, CO2 and savings by day or month (M52 to M54, M116, M230).
import { calendarDay, daysInOrder } from "../../kernel/calendar-day.ts";
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { daysBetween } from "../../kernel/time.ts";
import { leftOutReason } from "../explain.ts";
import { ratioStatusName } from "../project-figures.ts";
import { inKwh, inPercent, inTons, inVnd, inWhPerM2 } from "../../kernel/units.ts";

/** Longest range of a production chart. */
export const PRODUCTION_CHART_LIMITS = { days: 400, months: 120 } as const;

const months = (from: string, to: string) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
  Number(to.slice(5, 7)) -
  Number(from.slice(5, 7)) +
  1;

/** Energies of a bar. Nulls: no such device, or nothing known of the period. */
export const productionBar = z.object({
  metter_production_data: inKwh,
  inverter_production_data: inKwh,
  /** True when there is something to draw. */
  should_display: z.boolean(),
  /** Share of the daylight that readings cover, 0 to 1; null: nothing known. */
  completeness: z.number().nullable(),
  /** Share of the energy whose day is estimated, because a gap reaches over midnight, 0 to 1. */
  estimated_share: z.number().nullable(),
  /** Share of the energy that is integrated from power, for want of a counter, 0 to 1. */
  integrated_share: z.number().nullable(),
});

/** Which gateway a series belongs to; both spellings of the specification. */
const seriesLabel = z.object({
  uid: z.uuid(),
  serial: z.string(),
  gateway_uid: z.uuid(),
  gateway_serial: z.string(),
  /** Alias, else name, else serial. */
  alias: z.string(),
});

export const productionChart = endpoint({
  name: "productionChart",
  method: "GET",
  path: "project/widget/widget_pv_production_chart",
  summary: "Production of a project by day or month, with insolation, performance ratio, CO2 and savings",
  query: daysInOrder(
    z.object({
      project_uid: z.uuid(),
      /** First and last day of the project's calendar; with get_type month the months that hold them, whole. */
      from_date: calendarDay,
      to_date: calendarDay,
      get_type: z.enum(["day", "month"]).default("day"),
    }),
  ).refine(
    (range) =>
      range.from_date > range.to_date ||
      (range.get_type === "day"
        ? Date.parse(range.to_date) - Date.parse(range.from_date) < PRODUCTION_CHART_LIMITS.days * 86_400_000
        : months(range.from_date, range.to_date) <= PRODUCTION_CHART_LIMITS.months),
    {
      path: ["to_date"],
      error: `At most ${PRODUCTION_CHART_LIMITS.days} days or ${PRODUCTION_CHART_LIMITS.months} months`,
    },
  ),
  answer: z.object({
    /** YYYY-MM-DD or YYYY-MM, without holes. Every list below that goes by date has an entry for each of them. */
    chart_date_label: z.array(z.string()),
    timezone: z.string(),
    /** One series a gateway. */
    chart_data: z.array(z.object({ label: seriesLabel, data: z.array(productionBar) })),
    /** The whole project. */
    total_display: z.array(productionBar),
    /** By the radiation sensor with the fewest gaps of each day. */
    insolation_data: z.array(inWhPerM2),
    expected_prod_data: z.array(
      z.object({
        /** What zero export held back. Null: not computed. */
        expected_export_prod: inKwh,
        /** What irradiance and temperature let expect of a plant that runs as it did in the 30 days before: an estimate. */
        expected_prod: inKwh,
        /** The same by gateway, where the project is calculated by gateway and each states its capacity; else null. */
        gateway_data: z
          .array(
            z.object({
              gateway_uid: z.uuid(),
              gateway_serial: z.string(),
              /** Alias, else name, else serial. */
              alias: z.string(),
              expected_prod: inKwh,
              expected_export_prod: inKwh,
            }),
          )
          .nullable(),
        /** With what zero export held back. Null unless run_nze and check_gateway_capacity_config hold (M162). */
        cpr: inPercent,
      }),
    ),
    chart_co2: z.array(z.object({ label: seriesLabel, data: z.array(z.object({ co2_reduction: inTons })) })),
    chart_saving: z.array(z.object({ label: seriesLabel, data: z.array(z.object({ saving_cost: inVnd })) })),
    /** Null: the project has no PVsyst simulation. */
    project_pvsyst: z
      .object({
        year_percent: z.number(),
        /** January first. */ month_percent: z.array(z.number()).length(12),
      })
      .nullable(),
    /** True where CPR is shown (M162). */
    has_cpr: z.boolean(),
    pr_alert: z.array(
      z.object({
        /** Energy over capacity × insolation, by IEC 61724-1; months are ratios of sums over the days that have one. */
        pr_data: inPercent.extend({
          /** Null exactly when there is a value. */
          reason: leftOutReason.nullable(),
          /** Share of the daylight that counts, 0 to 1; null: none is known. */
          completeness: z.number().nullable(),
        }),
        /** Of CPR where it is shown, else of APR, over the guaranteed ratio. */
        pr_status: z.object({ status: ratioStatusName.nullable() }),
        pr_guaranteed: inPercent,
        pr_simulate: inPercent,
      }),
    ),
    /** The energy that counts for the performance ratio: the production meter's, else the inverters'. */
    pr_production_data: z.array(inKwh),
    /** Years whose CO2 factor is provisional, because no official one has been published; empty: none shown. */
    co2_provisional_years: z.array(z.int()),
  }),
  refusals: ["project.not_found"],
});

/** Labels of the chart from one day to another: every day, or every month that holds one of them. */
export function productionLabels(from: string, to: string, type: "day" | "month"): string[] {
  if (type === "day") return daysBetween(from, to);
  const labels: string[] = [];
  const first = Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1;
  for (let month = first; month < first + months(from, to); month += 1) {
    labels.push(`${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`);
  }
  return labels;
}
