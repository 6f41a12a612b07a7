// The power and battery charts of a day, from what its devices said.
import { type Answer, type batteryChart, type powerChart, deviceName } from "@heliograph/contract";
import { type ChartQuantity, sunElevationDeg } from "../../energy/index.ts";
import { SLOT_LABELS, averaged, loadOf, slotted, summed, type SlottedDay, type Slots } from "./day-slots.ts";
import type { DayReadings } from "./packed-day.ts";

type PowerChart = Answer<typeof powerChart>;
type BatteryChart = Answer<typeof batteryChart>;

export interface DeviceOfDay {
  readonly device_uid: string;
  readonly serial: string;
  readonly name: string;
  readonly alias: string | null;
  readonly asset_type: PowerChart["data"][number]["gateway_device"]["asset_type"];
  readonly gateway_uid: string;
  readonly gateway_serial: string;
  readonly gateway_name: string;
  readonly gateway_alias: string | null;
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

interface ChartPlace {
  readonly timezone: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly run_nze: boolean;
}

const EMPTY: Slots = Array.from({ length: SLOT_LABELS.length }, () => null);

function drawn(device: DeviceOfDay, day: SlottedDay, quantity: ChartQuantity): Slots {
  const { readings } = device;
  const step = quantity === "irradiance_w_m2" || quantity === "soc_percent" ? 0.1 : 1;
  const values = readings?.[quantity];
  return readings === undefined || values === undefined ? EMPTY : slotted(day, readings, values, step);
}

/** The power chart of a day (M114): every series has all slots, or is empty where the device has no such quantity. */
export function powerChartOf(
  devices: readonly DeviceOfDay[],
  day: SlottedDay,
  at: ChartPlace & { view_day: string },
): PowerChart {
  const series = devices
    .filter((device) => device.asset_type !== "battery")
    .map((device) => {
      const of = (types: readonly string[], quantity: ChartQuantity) =>
        types.includes(device.asset_type) ? drawn(device, day, quantity) : [];
      return {
        label: labelOf(device),
        gateway_device: deviceLabelOf(device),
        is_radiation: device.asset_type === "sensor_radiation",
        is_grid_meter: device.asset_type === "grid_meter",
        device_real_power: of(["electric_meter", "grid_meter"], "ac_power_w"),
        device_data_ac: of(["solar_inverter"], "ac_power_w"),
        device_data_dc: of(["solar_inverter"], "dc_power_w"),
        radiation_data: of(["sensor_radiation"], "irradiance_w_m2"),
      };
    });
  const inverters = summed(series.map((one) => one.device_data_ac));
  const meters = series.filter((one) => !one.is_grid_meter);
  const pv = inverters.length > 0 ? inverters : summed(meters.map((one) => one.device_real_power));
  const grid = summed(series.filter((one) => one.is_grid_meter).map((one) => one.device_real_power));
  const battery = batteryPower(devices, day);
  const isDark = (slot: number) =>
    sunElevationDeg(at, day.from_ms + (day.slot_of_span.indexOf(slot) * 5 + 2.5) * 60_000) < 0;
  return {
    view_day: at.view_day,
    timezone: at.timezone,
    date_label: [...SLOT_LABELS],
    units: { power: "W", radiation: "W/m2" },
    data: series,
    total_data: {
      device_data_ac: pv,
      device_data_dc: summed(series.map((one) => one.device_data_dc)),
      grid_power: grid,
      battery_power: battery,
      load: loadOf({ pv, battery, grid }, isDark),
      radiation_data: averaged(series.map((one) => one.radiation_data)),
    },
    run_nze: at.run_nze,
  };
}

/** Discharge minus charge over the batteries of their own; empty without any. */
function batteryPower(devices: readonly DeviceOfDay[], day: SlottedDay): Slots {
  const batteries = devices.filter((device) => device.asset_type === "battery");
  return summed(
    batteries.map((device) => {
      const charge = drawn(device, day, "charge_power_w");
      return drawn(device, day, "discharge_power_w").map((out, slot) => {
        const into = charge[slot] ?? null;
        return out === null && into === null ? null : (out ?? 0) - (into ?? 0);
      });
    }),
  );
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
      device_soc: { arr_value: drawn(device, day, "soc_percent") },
      device_battery_charge_power: { arr_value: drawn(device, day, "charge_power_w") },
      device_battery_dis_charge_power: { arr_value: drawn(device, day, "discharge_power_w") },
    }));
  return { view_day: at.view_day, timezone: at.timezone, date_label: [...SLOT_LABELS], data };
}

function labelOf(device: DeviceOfDay) {
  const alias = deviceName({
    alias: device.gateway_alias,
    name: device.gateway_name,
    serial: device.gateway_serial,
  });
  return { gateway_uid: device.gateway_uid, gateway_serial: device.gateway_serial, alias };
}

function deviceLabelOf(device: DeviceOfDay) {
  return {
    device_uid: device.device_uid,
    device_serial: device.serial,
    alias: deviceName(device),
    asset_type: device.asset_type,
  };
}
