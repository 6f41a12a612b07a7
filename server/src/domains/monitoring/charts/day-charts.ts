// What the charts of a day share, and the battery chart, from what its devices said.
import { type Answer, type batteryChart, deviceName } from "@heliograph/contract";
import {
  SLOT_LABELS,
  slotted,
  type ChartQuantity,
  type DayReadings,
  type SlottedDay,
  type Slots,
} from "../../energy/index.ts";
import type { ChartDevice } from "./day-chart.sql.ts";

type BatteryChart = Answer<typeof batteryChart>;

export interface DeviceOfDay extends ChartDevice {
  /** Undefined: not a word that day. */
  readonly readings: DayReadings | undefined;
}

/** What each type of device shows in the power chart. */
export const POWER_QUANTITIES = {
  solar_inverter: ["ac_power_w", "dc_power_w"],
  electric_meter: ["ac_power_w"],
  grid_meter: ["ac_power_w"],
  sensor_radiation: ["irradiance_w_m2"],
  battery: ["charge_power_w", "discharge_power_w"],
} as const;

/** What batteries, and inverters with one behind them, show in the battery chart. */
export const BATTERY_QUANTITIES = ["soc_percent", "charge_power_w", "discharge_power_w"] as const;

/** What the temperature chart of a water heater shows. */
export const HEAT_QUANTITIES = [
  "collector_temperature_c",
  "tank_temperature_c",
  "outlet_temperature_c",
  "inlet_temperature_c",
  "ambient_temperature_c",
] as const;

const EMPTY: Slots = Array.from({ length: SLOT_LABELS.length }, () => null);

/** The values of a quantity over the day; all null where the device told none. */
export function drawnSlots(device: DeviceOfDay, day: SlottedDay, quantity: ChartQuantity): Slots {
  const { readings } = device;
  const step = quantity === "irradiance_w_m2" || quantity === "soc_percent" ? 0.1 : 1;
  const values = readings?.[quantity];
  return readings === undefined || values === undefined ? EMPTY : slotted(day, readings, values, step);
}

/** The battery chart of a day (M115): batteries, and inverters that told a state of charge. */
export function batteryChartOf(
  devices: readonly DeviceOfDay[],
  day: SlottedDay,
  at: { timezone: string; view_day: string },
): BatteryChart {
  const data = devices
    .filter((device) => device.asset_type === "battery" || device.readings?.soc_percent !== undefined)
    .map((device) => ({
      label: { ...labelOf(device), gateway_device: deviceLabelOf(device) },
      device_soc: { arr_value: drawnSlots(device, day, "soc_percent") },
      device_battery_charge_power: { arr_value: drawnSlots(device, day, "charge_power_w") },
      device_battery_dis_charge_power: { arr_value: drawnSlots(device, day, "discharge_power_w") },
    }));
  return { view_day: at.view_day, timezone: at.timezone, date_label: [...SLOT_LABELS], data };
}

/** The gateway of a device, as charts name it. */
export function labelOf(device: DeviceOfDay) {
  const alias = deviceName({
    alias: device.gateway_alias,
    name: device.gateway_name,
    serial: device.gateway_serial,
  });
  return { gateway_uid: device.gateway_uid, gateway_serial: device.gateway_serial, alias };
}

/** A device, as charts name it. */
export function deviceLabelOf(device: DeviceOfDay) {
  return {
    device_uid: device.device_uid,
    device_serial: device.serial,
    alias: deviceName(device),
    asset_type: device.asset_type,
  };
}
