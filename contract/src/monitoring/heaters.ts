// Solar water heaters: their widgets and charts (M110, M118, M134, M136, M210).
import { calendarDay, daysInOrder } from "../kernel/calendar-day.ts";
import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { SWH_ERROR_CODES, type SwhErrorCode } from "./alarms.ts";
import { slots } from "./charts/day-charts.ts";
import { sensorStatusName } from "./devices/device-list.ts";
import { oneProject } from "./portfolio.ts";
import { inCelsius, inKwh, inPercent, inVnd, measured, utcInstant } from "../kernel/units.ts";

/** M134. The specification names the first two; what is neither of them is shown in yellow (M77). */
const swhErrorLevel = z.enum(["Critical", "Warning", "Notice"]);
export type SwhErrorLevel = z.output<typeof swhErrorLevel>;

/** M134: the named errors. The levels are ours: decision 0035. */
export const SWH_ERRORS: Record<SwhErrorCode, { readonly name: string; readonly level: SwhErrorLevel }> = {
  swh_voltage_unstable: { name: "Voltage unstable", level: "Warning" },
  swh_rtc_unreadable: { name: "RTC unreadable", level: "Notice" },
  swh_rom_error: { name: "ROM error", level: "Critical" },
  swh_sys_error: { name: "SYS error", level: "Critical" },
  swh_s1_error: { name: "S1 error", level: "Critical" },
  swh_s2_error: { name: "S2 error", level: "Critical" },
  swh_s3_error: { name: "S3 error", level: "Warning" },
  swh_dmx_state: { name: "DMX state", level: "Warning" },
  swh_tmx_state: { name: "TMX state", level: "Notice" },
  swh_cmx_state: { name: "CMX state", level: "Notice" },
  swh_rl1_timeout: { name: "RL1 timeout", level: "Warning" },
  swh_rl2_timeout: { name: "RL2 timeout", level: "Warning" },
  swh_other: { name: "Other error", level: "Notice" },
};

/** The sensors of a controller in the order of their terminals. */
export const SWH_SENSORS = [
  { sensor: "S1", name: "collector_temperature", quantity: "collector_temperature_c" },
  { sensor: "S2", name: "tank_temperature", quantity: "tank_temperature_c" },
  { sensor: "S3", name: "outlet_temperature", quantity: "outlet_temperature_c" },
  { sensor: "S4", name: "inlet_temperature", quantity: "inlet_temperature_c" },
  { sensor: "S5", name: "ambient_temperature", quantity: "ambient_temperature_c" },
  { sensor: "S6", name: "flow", quantity: "flow_l_h" },
] as const;
export type SwhSensor = (typeof SWH_SENSORS)[number];

/** The named error of a sensor's terminal; null: M134 names none for it. */
export function sensorErrorOf({ sensor }: Pick<SwhSensor, "sensor">): SwhErrorCode | null {
  const name = `swh_${sensor.toLowerCase()}_error`;
  return SWH_ERROR_CODES.find((code) => code === name) ?? null;
}

/** How grave it is that a sensor fails: as its named error has it, and a visit's matter where it has none. */
export function sensorFaultLevel(sensor: Pick<SwhSensor, "sensor">): "Critical" | "Warning" {
  const code = sensorErrorOf(sensor);
  return code !== null && SWH_ERRORS[code].level === "Critical" ? "Critical" : "Warning";
}

const sensorTerminal = z.enum(["S1", "S2", "S3", "S4", "S5", "S6"]);
const sensorName = z.enum([
  "collector_temperature",
  "tank_temperature",
  "outlet_temperature",
  "inlet_temperature",
  "ambient_temperature",
  "flow",
]);
export type SwhSensorName = z.output<typeof sensorName>;

/** Why a sensor is not normal: its line is open or short-circuited, or its value lies where it should not. */
const heaterSensorReason = z.enum(["open", "short", "too_hot", "too_cold", "no_flow"]);
export type HeaterSensorReason = z.output<typeof heaterSensorReason>;

/** How heat came to be known: a heat meter's counter, flow and temperatures, or the tank's warming alone (an estimate). */
const heatSource = z.enum(["counter", "flow", "tank"]);
export type HeatSource = z.output<typeof heatSource>;

const sensorLine = z.object({ sensor: sensorTerminal, line: z.enum(["open", "short"]) });
const ofController = { device_uid: z.uuid(), device_serial: z.string(), alias: z.string() };

/** Null `value`: not measured now. Null `status`: the controller is silent, or has no such sensor. */
const sensorEntry = z.object({
  ...ofController,
  sensor: sensorTerminal,
  name: sensorName,
  value: z.number().nullable(),
  unit: z.enum(["°C", "L/h"]),
  status: sensorStatusName.nullable(),
  /** Null: normal, or not known. The statuses are those of M136. */
  reason: heaterSensorReason.nullable(),
});
export type SwhSensorEntry = z.output<typeof sensorEntry>;

const relayEntry = z.object({
  ...ofController,
  relay: z.string(),
  on: z.boolean(),
  /** When it was last switched; null: before yesterday, or never seen otherwise. */
  since: utcInstant.nullable(),
  /** For how long it was on in the project's calendar day, as far as readings cover it. */
  today_on: measured("h"),
});

/** Over the project's calendar day, its calendar month, and all days. */
const overTime = <T extends z.ZodType>(figure: T) =>
  z.object({ today: figure, month: figure, total: figure });

/** What is planned for a controller. `state` says why the list is empty. */
const schedules = z.object({
  state: z.enum(["scheduled", "no_schedule"]),
  schedule_list: z.array(
    z.object({
      schedule_id: z.int(),
      device_serial: z.string(),
      /** What people call it. */
      alias: z.string(),
      from: utcInstant,
      to: utcInstant.nullable(),
      relay: z.string(),
      on: z.boolean(),
    }),
  ),
});

export const swhWidget = endpoint({
  name: "swhWidget",
  method: "GET",
  path: "project/swh/widget",
  summary: "The widgets of a solar water heater's overview, and what its controllers report as wrong",
  query: oneProject,
  answer: z.object({
    last_reading_at: utcInstant.nullable(),
    /** Electricity that an electric heater would have drawn for the heat of the sun. */
    widget_swh_energy_saving: overTime(inKwh).extend({
      /** Heat from the collector today and in all. */
      solar_heat: z.object({ today: inKwh, total: inKwh }),
      /** Share of the sun in the heat used, over the last 30 days. */
      solar_fraction: inPercent,
      /** Of the latest day with heat; null: none known. */
      source: heatSource.nullable(),
    }),
    /** By the tariff in force at each time. */
    widget_swh_cost_saving: overTime(inVnd),
    /** By controller in the order they were added, then by terminal; those it has never told are left out. */
    widget_swh_sensor: z.array(sensorEntry),
    /** By controller, then in the controller's order. */
    widget_swh_relay: z.array(relayEntry),
    widget_swh_model: z.object({
      tank_volume: measured("L"),
      collector_area: measured("m2"),
      collector_type: z.enum(["flat_plate", "evacuated_tube", "other"]).nullable(),
      heater_power: measured("W"),
      heater_efficiency: inPercent,
      controller_list: z.array(
        z.object({
          ...ofController,
          manufacturer: z.string().nullable(),
          model: z.string().nullable(),
          firmware_version: z.string().nullable(),
        }),
      ),
    }),
    widget_swh_active_schedule: schedules,
    widget_swh_upcoming_schedule: schedules,
    /** M134: open ones first, worst first; then those that ended within 7 days, newest first. At most 100. */
    error_list: z.array(
      z.object({
        ...ofController,
        code: z.enum(SWH_ERROR_CODES),
        level: swhErrorLevel,
        /** As M134 names it; what the controller says of errors without a name, empty where it says nothing. */
        error: z.string(),
        /** The sensors whose line is at fault, as `widget_swh_sensor` has them. */
        lines: z.array(sensorLine),
        since: utcInstant,
        /** Null: open. */
        until: utcInstant.nullable(),
      }),
    ),
  }),
  refusals: ["project.not_found"],
});
export type SwhErrorEntry = z.output<typeof swhWidget.answer>["error_list"][number];

export const swhTemperatureChart = endpoint({
  name: "swhTemperatureChart",
  method: "GET",
  path: "project/swh/widget/widget_temperature_chart",
  summary: "Temperatures of a solar water heater's sensors over one local day, in five-minute slots",
  query: z.object({ project_uid: z.uuid(), view_day: calendarDay }),
  answer: z.object({
    view_day: z.iso.date(),
    timezone: z.string(),
    /** DAY_SLOTS labels "HH:mm". */
    date_label: z.array(z.string()),
    /** By controller, then by terminal; sensors without a word that day are left out. */
    data: z.array(
      z.object({
        ...ofController,
        sensor: sensorTerminal,
        name: sensorName,
        unit: inCelsius.shape.unit,
        arr_value: slots,
      }),
    ),
  }),
  refusals: ["project.not_found"],
});

/** Longest span of the energy chart in days, and in months. */
const SWH_CHART_LIMITS = { days: 62, months: 36 } as const;
const DAY_MS = 86_400_000;

export const swhEnergyChart = endpoint({
  name: "swhEnergyChart",
  method: "GET",
  path: "project/swh/widget/widget_energy_chart",
  summary: "Heat of a solar water heater and what it saved, by day or month",
  query: daysInOrder(
    z.object({
      project_uid: z.uuid(),
      from_date: calendarDay,
      to_date: calendarDay,
      get_type: z.enum(["day", "month"]).default("day"),
    }),
  ).refine(
    ({ from_date, to_date, get_type }) =>
      (Date.parse(to_date) - Date.parse(from_date)) / DAY_MS <
      (get_type === "day" ? SWH_CHART_LIMITS.days : SWH_CHART_LIMITS.months * 31),
    { path: ["to_date"], error: "At most 62 days, or 36 months" },
  ),
  answer: z.object({
    timezone: z.string(),
    /** Days, or months as YYYY-MM: whole months, whatever days were asked for. */
    date_label: z.array(z.string()),
    /** One entry a label. Nulls: not known. */
    data: z.array(
      z.object({
        solar_heat: inKwh,
        energy_saving: inKwh,
        /** Electricity of the heater behind the sun. */
        auxiliary: inKwh,
        cost_saving: inVnd,
        solar_fraction: inPercent,
        /** True where some of it is estimated from the tank alone. */
        estimated: z.boolean(),
      }),
    ),
  }),
  refusals: ["project.not_found"],
});
