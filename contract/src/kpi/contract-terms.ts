// What was agreed or simulated for a plant, and by which limits its key figures are judged.
import { calendarDay } from "../kernel/calendar-day.ts";
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { oneProject } from "../monitoring/portfolio.ts";

const ratioPercent = z.number().min(1).max(120);
const ofMonths = z.array(ratioPercent).length(12);
const share = z.number().min(0).max(100);

const limit = z.number().min(1).max(120);
/** Measured over guaranteed in %, from which on a status holds; below `major` it is critical (M117). */
const statusThresholds = z
  .strictObject({ normal: limit, warning: limit, minor: limit, major: limit })
  .refine(
    ({ normal, warning, minor, major }) => normal > warning && warning > minor && minor > major,
    "Must fall from normal to major",
  );

const terms = z.strictObject({
  /** First day of contract year 1. Null: the day of commissioning; nothing degrades while neither is known. */
  starts_on: calendarDay.nullable(),
  /** Loss of the guaranteed ratio from one contract year to the next, %. */
  degradation_percent_per_year: z.number().min(0).max(10),
  /** Guaranteed performance ratio of contract year 1 as a whole, %. Null: nothing, or by month. */
  guaranteed_year_percent: ratioPercent.nullable(),
  /** The same by month, January first; goes before the value of the year. */
  guaranteed_month_percent: ofMonths.nullable(),
  /** Performance ratio that PVsyst gives for the year, %. Null: the mean of its months. */
  pvsyst_year_percent: ratioPercent.nullable(),
  /** Performance ratios that PVsyst gives, %, January first. Null: the project has no PVsyst simulation. */
  pvsyst_month_percent: ofMonths.nullable(),
  /** Power temperature coefficient of the modules, % per °C. */
  gamma_percent_per_c: z.number().min(-2).max(0),
  /** Irradiance from which a device is expected to produce: availability counts from there. */
  rated_from_w_m2: z.number().min(0).max(1000),
  /** Quarter hours darker than this are left out of performance ratios. */
  pair_from_w_m2: z.number().min(0).max(1000),
  /** Share of the daylight that must be known for a day to have a performance ratio, %. */
  min_completeness_percent: share,
  /** Insolation below which a day has no performance ratio. */
  min_insolation_wh_m2: z.number().min(0).max(10_000),
  status_from_percent: statusThresholds,
});
export type PerformanceTerms = z.output<typeof terms>;

/** The terms of a project for which nothing was agreed. */
export const USUAL_TERMS: PerformanceTerms = {
  starts_on: null,
  degradation_percent_per_year: 0,
  guaranteed_year_percent: null,
  guaranteed_month_percent: null,
  pvsyst_year_percent: null,
  pvsyst_month_percent: null,
  gamma_percent_per_c: -0.35,
  rated_from_w_m2: 50,
  pair_from_w_m2: 20,
  min_completeness_percent: 90,
  min_insolation_wh_m2: 500,
  status_from_percent: { normal: 98, warning: 95, minor: 90, major: 80 },
};

export const setPerformanceContract = endpoint({
  name: "setPerformanceContract",
  method: "PUT",
  path: "fleet/performance-contract",
  summary: "Sets what is given of what is guaranteed and simulated for a project; the rest stays",
  body: terms.partial().extend({ project_uid: z.uuid() }),
  answer: done,
  refusals: ["project.not_found", "project.read_only"],
});

export const getPerformanceContract = endpoint({
  name: "getPerformanceContract",
  method: "GET",
  path: "fleet/performance-contract",
  summary: "What is guaranteed and simulated for a project",
  query: oneProject,
  answer: terms,
  refusals: ["project.not_found"],
});
