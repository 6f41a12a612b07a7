// The chart tool: any quantity of any device of a project against any other (M19, M57).
import { calendarDay } from "../kernel/calendar-day.ts";
import { z } from "zod";
import { assetType } from "../fleet/asset-types.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { numberColumn } from "../kernel/number-column.ts";
import { commaSeparated } from "../kernel/paging.ts";
import { drawnQuantities, type Quantity } from "../telemetry/quantities.ts";
import { isWithinDay, rangeFields } from "./statistics/statistics-range.ts";
import { utcInstant } from "../kernel/units.ts";

/** Energies of the ledger: those of a counter, and the insolation of an irradiance. */
export const DERIVED_ENERGIES = {
  production_wh: "energy_total_wh",
  import_wh: "energy_import_wh",
  export_wh: "energy_export_wh",
  charge_wh: "energy_charge_wh",
  discharge_wh: "energy_discharge_wh",
  insolation_wh_m2: "irradiance_w_m2",
} as const satisfies Record<string, Quantity>;
export type DerivedEnergy = keyof typeof DERIVED_ENERGIES;
export const derivedEnergies: readonly DerivedEnergy[] = [
  "production_wh",
  "import_wh",
  "export_wh",
  "charge_wh",
  "discharge_wh",
  "insolation_wh_m2",
];

export const chartQuantity = z.enum([...derivedEnergies, ...drawnQuantities]);
export type ChartToolQuantity = z.output<typeof chartQuantity>;

export const isDerivedEnergy = (quantity: ChartToolQuantity): quantity is DerivedEnergy =>
  quantity in DERIVED_ENERGIES;

/** "detail": by the step in which the readings came. */
export const CHART_BINS = ["detail", "15_minutes", "30_minutes", "1_hours", "1_days", "1_months"] as const;
const chartBin = z.enum(CHART_BINS);
export type ChartBin = z.output<typeof chartBin>;

export const CHART_TOOL_LIMITS = { series: 8, points: 3000 } as const;

/** A device and one of its quantities, written "device_uid:quantity". */
export const chartSeriesName = z
  .string()
  .max(80)
  .transform((text) => {
    const at = text.lastIndexOf(":");
    return { device_uid: text.slice(0, at), quantity: text.slice(at + 1) };
  })
  .pipe(z.object({ device_uid: z.uuid(), quantity: chartQuantity }));

export const chartToolDevices = endpoint({
  name: "chartToolDevices",
  method: "GET",
  path: "project/chart-tool/devices",
  summary: "Gateways of a project with their devices and what each of them reports",
  query: z.object({ project_uid: z.uuid() }),
  answer: z.object({
    timezone: z.string(),
    /** Gateways and devices in the order they were added; those taken out are not among them. */
    gateways: z.array(
      z.object({
        gateway_uid: z.uuid(),
        serial: z.string(),
        alias: z.string(),
        devices: z.array(
          z.object({
            device_uid: z.uuid(),
            serial: z.string(),
            alias: z.string(),
            asset_type: assetType,
            /** Of the newest reading, energies first; empty: it has said nothing yet. */
            quantities: z.array(chartQuantity),
          }),
        ),
      }),
    ),
  }),
  refusals: ["project.not_found"],
});

const statistic = z.number().nullable();

/** One span of time with its series. */
const chartSpan = z.object({
  from: utcInstant,
  to: utcInstant,
  /** ms since 1970 at which each row begins, rising. */
  starts: z.array(z.number()),
  series: z.array(
    z.object({
      device_uid: z.uuid(),
      quantity: chartQuantity,
      unit: z.string(),
      /**
       * A value for each row; null: a gap. Measures are means over the row weighted by time, counters, states and event
       * bits the highest reading, energies sums: each quarter hour's energy stands in one row.
       */
      values: numberColumn(),
      /** Over all that was read in the span, whatever is drawn; of energies over the bins. Null: nothing read. */
      min: statistic,
      max: statistic,
      /** Null for states and event bits too. */
      mean: statistic,
      /** Of energies, over all bins of the span; null for what is no energy. */
      sum: statistic,
    }),
  ),
});

export const chartTool = endpoint({
  name: "chartTool",
  method: "GET",
  path: "project/chart-tool",
  summary: "Up to eight series of a project's devices over a range, and over another day laid over it",
  query: z
    .object({
      project_uid: z.uuid(),
      series: commaSeparated(chartSeriesName, CHART_TOOL_LIMITS.series).refine(
        (list) => list.length > 0,
        "Must name a series",
      ),
      ...rangeFields,
      bin: chartBin.default("detail"),
      /** The day that is laid over from_date, the following ones over those that follow. */
      overlay_date: calendarDay.optional(),
    })
    .refine(
      (range) => isWithinDay(range.bin) || (range.from_time === undefined && range.to_time === undefined),
      {
        path: ["from_time"],
        error: "Times need a bin of an hour or less",
      },
    ),
  encoding: "columns",
  answer: z.object({
    timezone: z.string(),
    /** The bin that was asked for, or a longer one where the readings come further apart than that. */
    bin: chartBin,
    /**
     * Length of a row in detail, s: the longest at which one of the devices sends what is asked for, a quarter hour where an
     * energy is among it. Null for other bins.
     */
    step_s: z.number().nullable(),
    /** True when there were more readings than are drawn: two rows, the lowest and the highest of each span of 2 · step_s. */
    thinned: z.boolean(),
    shown: chartSpan,
    /** Null: no overlay was asked for. */
    overlay: chartSpan.nullable(),
  }),
  heavyFromDays: 8,
  refusals: ["project.not_found", "chart_tool.no_device"],
});
