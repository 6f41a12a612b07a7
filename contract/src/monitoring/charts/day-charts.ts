// Charts of one local day in five-minute slots: power and battery (M50, M51, M114, M115, M230).
import { calendarDay } from "../../kernel/calendar-day.ts";
import { z } from "zod";
import { assetType } from "../../fleet/asset-types.ts";
import { countedBy } from "../../kernel/counted-by.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { numberColumn } from "../../kernel/number-column.ts";
import { inKwh, inW, inWhPerM2, zonedInstant } from "../../kernel/units.ts";

/** Slots of a day by the wall clock: slot i spans (5·i, 5·i + 5] minutes after midnight and is labelled with its start. */
export const DAY_SLOTS = 288;
/** Indices that clients draw (M50): 05:00 to 20:45. */
export const DRAWN_SLOTS = { first: 60, last: 249 } as const;

/**
 * DAY_SLOTS values in slot order; null: no reading covers the slot. Slots that a change of clocks skips are null; where
 * the clock shows an hour twice a slot holds the mean of both passages. Empty: the device has no such quantity.
 */
export const slots = numberColumn();

const dayQuery = z.object({
  project_uid: z.uuid(),
  /** A day of the project's calendar. */
  view_day: calendarDay,
});

const deviceLabel = z.object({
  gateway_uid: z.uuid(),
  gateway_serial: z.string(),
  /** The gateway's alias, else its name, else its serial. */
  alias: z.string(),
});
const deviceOfChart = z.object({
  device_uid: z.uuid(),
  device_serial: z.string(),
  /** The device's alias, else its name, else its serial. */
  alias: z.string(),
  asset_type: assetType,
});

/**
 * The power of several devices together. It never falls because one of them is silent: where one that is due says nothing it is
 * null, and known only by what the ledger proves of the silent ones. Devices that sleep with the sun are not silent.
 */
const powerSum = z.object({
  /** W. Null: none says anything, or one that is due does not. */
  device_data_ac: slots,
  device_data_dc: slots,
  /**
   * W, where devices are silent whose energy of that time the ledger knows: what the others tell, and the silent ones' mean power
   * of the quarter hour. Null elsewhere; empty: nowhere.
   */
  device_data_ac_estimated: slots,
  /** How many due devices have said nothing for longer than three of their intervals; empty: never any. */
  silent: slots,
  /** Devices that the sum is of, silent ones among them. */
  devices: z.int(),
  /** Of these, those without a word on this day and the day before, of which no counter tells anything: they are not due. */
  absent: z.int(),
});

export const powerChart = endpoint({
  name: "powerChart",
  method: "GET",
  path: "project/widget/widget_pv_capacity_chart",
  summary: "Power and irradiance of a project's devices over one local day",
  query: dayQuery.extend({
    /** Accepted for the specification's clients; all devices are always answered. */
    skip_page: z.string().max(10).optional(),
  }),
  encoding: "columns",
  answer: z.object({
    view_day: z.iso.date(),
    timezone: z.string(),
    /** DAY_SLOTS labels "HH:mm". */
    date_label: z.array(z.string()),
    units: z.object({ power: z.literal("W"), radiation: z.literal("W/m2") }),
    /** By gateway, then by device in the order they were added. */
    data: z.array(
      z.object({
        label: deviceLabel,
        gateway_device: deviceOfChart,
        is_radiation: z.boolean(),
        is_grid_meter: z.boolean(),
        /** Meters, W; at the grid connection import counts positive, export negative. */
        device_real_power: slots,
        /** Inverters, W. */
        device_data_ac: slots,
        device_data_dc: slots,
        /** Radiation sensors, W/m². */
        radiation_data: slots,
      }),
    ),
    /** Sums of the inverters, of a plant without any of its production meters. */
    total_data: powerSum.extend({
      sum_of: countedBy,
      /** Σ grid meters: import positive. Null where one that is due says nothing. */
      grid_power: slots,
      /** Σ batteries: charging negative, discharging positive. Null where one that is due says nothing. */
      battery_power: slots,
      /** What the site uses: production + battery + grid. Null where a part of it is not known. */
      load: slots,
      /** Mean of the radiation sensors. */
      radiation_data: slots,
    }),
    /** The same sums by gateway (Belink), of those with such devices. */
    gateway_data: z.array(powerSum.extend({ label: deviceLabel })),
    /** What is known of the whole day, as statistics and explanations tell it. Null: nothing known, or no such device. */
    day_data: z.object({
      /** The highest mean of five minutes; `by`: of which devices. */
      peak_power: inW.extend({ at: zonedInstant.nullable(), by: countedBy.nullable() }),
      /** Energies of the ledger. */
      production: inKwh.extend({ by: countedBy.nullable() }),
      import_energy: inKwh,
      export_energy: inKwh,
      /** What the site used: production + import - export + what batteries gave. */
      load_energy: inKwh,
      insolation: inWhPerM2,
    }),
    run_nze: z.boolean(),
  }),
  refusals: ["project.not_found"],
});

export const batteryChart = endpoint({
  name: "batteryChart",
  method: "GET",
  path: "project/widget/widget_pv_battery_chart",
  summary: "Charge, discharge and state of charge of a project's batteries over one local day",
  query: dayQuery,
  encoding: "columns",
  answer: z.object({
    view_day: z.iso.date(),
    timezone: z.string(),
    date_label: z.array(z.string()),
    data: z.array(
      z.object({
        label: deviceLabel.extend({ gateway_device: deviceOfChart }),
        /** %. */
        device_soc: z.object({ arr_value: slots }),
        /** W, never negative. */
        device_battery_charge_power: z.object({ arr_value: slots }),
        device_battery_dis_charge_power: z.object({ arr_value: slots }),
      }),
    ),
  }),
  refusals: ["project.not_found"],
});
