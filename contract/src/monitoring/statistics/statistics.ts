// Statistics of a project: sums of a range, and series of the project or of its devices by bins (M12, M214, M269).
import { z } from "zod";
import { assetType } from "../../fleet/asset-types.ts";
import { countedBy } from "../../kernel/counted-by.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { numberColumn } from "../../kernel/number-column.ts";
import { isWithinDay, rangeFields, statisticsBin } from "./statistics-range.ts";
import { inKwh, inPercent, inTons, inVnd, inW, inWhPerM2, zonedInstant } from "../../kernel/units.ts";

/** Devices times bins of one answer; beyond, a larger bin must be chosen. */
export const STATISTICS_POINTS = 300_000;

/** Times need a bin that divides the day. */
const timesFitBin = (range: {
  from_time?: string | undefined;
  to_time?: string | undefined;
  binsize: z.output<typeof statisticsBin>;
}) => isWithinDay(range.binsize) || (range.from_time === undefined && range.to_time === undefined);
const TIMES_NEED_HOURS = { path: ["from_time"], error: "Times need a bin of an hour or less" };

const rangeQuery = z.object({ project_uid: z.uuid(), ...rangeFields });
const seriesQuery = rangeQuery.extend({ binsize: statisticsBin.default("15_minutes") });

/** A value for each bin, null where nothing is known; empty: the device has no such quantity in the range. */
const column = numberColumn();

export const statisticsTotal = endpoint({
  name: "statisticsTotal",
  method: "GET",
  path: "project/statistical-report/total",
  summary: "What a project produced, used and saved over a range, with how complete the figures are",
  query: rangeQuery,
  answer: z.object({
    timezone: z.string(),
    metter_production: inKwh,
    inverter_production: inKwh,
    /** The meters', else the inverters' (M64). */
    production: inKwh,
    /** At the grid connection. */
    import_energy: inKwh,
    export_energy: inKwh,
    /** Production less export; null without a meter at the grid connection. */
    self_consumed: inKwh,
    insolation: inWhPerM2,
    co2_reduction: inTons,
    /** Null for ranges with times: savings are known by whole days. */
    cost_saving: inVnd,
    /** Highest mean power of the plant over five minutes, by its production meters, else by its inverters. */
    peak_power: inW.extend({ at: zonedInstant.nullable(), by: countedBy.nullable() }),
    /** Share of the time that readings cover, in daylight for whole days. */
    completeness: inPercent,
    /** Share of the production whose place in time is estimated. */
    estimated_share: inPercent,
    /** Share of the production that is integrated from power, for want of a counter. */
    integrated_share: inPercent,
    /** Years whose CO2 factor is provisional. */
    co2_provisional_years: z.array(z.int()),
  }),
  heavyFromDays: 32,
  refusals: ["project.not_found"],
});

const binned = {
  timezone: z.string(),
  binsize: statisticsBin,
  /**
   * One for each bin, without holes: the instant at which it begins in the project's zone for bins that divide a day, else
   * YYYY-MM-DD, YYYY-MM or YYYY. Where clocks are set back an hour occurs twice, with two offsets.
   */
  bins: z.array(z.string()),
};
/** Completeness, and what of the energy is estimated and integrated, are shares, 0 to 1. */
const quality = { completeness: column, estimated_share: column, integrated_share: column };

export const statisticsSeries = endpoint({
  name: "statisticsSeries",
  method: "GET",
  path: "project/statistical-report",
  summary: "Energies of a whole project by bins of a range",
  query: seriesQuery.refine(timesFitBin, TIMES_NEED_HOURS),
  encoding: "columns",
  answer: z.object({
    ...binned,
    units: z.object({ energy: z.literal("kWh"), insolation: z.literal("Wh/m2") }),
    metter_production: column,
    inverter_production: column,
    import_energy: column,
    export_energy: column,
    self_consumed: column,
    insolation: column,
    ...quality,
  }),
  heavyFromDays: 32,
  refusals: ["project.not_found"],
});

const statisticsDevice = z.object({
  gateway_uid: z.uuid(),
  gateway_serial: z.string(),
  gateway_alias: z.string(),
  device_uid: z.uuid(),
  device_serial: z.string(),
  /** Alias, else name, else serial. */
  alias: z.string(),
  asset_type: assetType,
});

export const statisticsDevices = endpoint({
  name: "statisticsDevices",
  method: "GET",
  path: "project/statistical-report/devices",
  summary: "Energies of each device of a project by bins of a range",
  query: seriesQuery.refine(timesFitBin, TIMES_NEED_HOURS),
  encoding: "columns",
  answer: z.object({
    ...binned,
    units: z.object({ energy: z.literal("kWh"), insolation: z.literal("Wh/m2") }),
    /** By gateway in the order they were added; devices that were taken out since only where something is known. */
    devices: z.array(
      statisticsDevice.extend({
        production: column,
        import_energy: column,
        export_energy: column,
        charge_energy: column,
        discharge_energy: column,
        insolation: column,
        ...quality,
      }),
    ),
  }),
  heavyFromDays: 7,
  refusals: ["project.not_found", "statistics.too_many"],
});

export const binsizeExport = endpoint({
  name: "binsizeExport",
  method: "GET",
  path: "export-data/binsize-export",
  summary: "The series of a project or of each of its devices as a CSV file",
  query: seriesQuery
    .extend({ view: z.enum(["total", "devices"]).default("total") })
    .refine(timesFitBin, TIMES_NEED_HOURS),
  answer: z.file(),
  heavyFromDays: 0,
  refusals: ["project.not_found"],
});
