// Charts of one local day in five-minute slots: power and battery (M50, M51, M114, M115, M230).
import { calendarDay } from "../../kernel/calendar-day.ts";
import { z } from "zod";
import { assetType } from "../../fleet/gateways.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { numberColumn } from "../../kernel/number-column.ts";

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
    /** Sums over the devices that report in a slot; null where none does. */
    total_data: z.object({
      device_data_ac: slots,
      device_data_dc: slots,
      /** Σ grid meters: import positive. */
      grid_power: slots,
      /** Σ batteries: charging negative, discharging positive. */
      battery_power: slots,
      /** What the site uses: production + battery + grid. Null where a part of it is not known. */
      load: slots,
      /** Mean of the radiation sensors. */
      radiation_data: slots,
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
