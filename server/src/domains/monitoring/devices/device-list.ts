// From a device with its newest reading to a line of the device list, and to everything known of it.
import { deviceName, type DeviceDetail, type DeviceRow, type GatewayRow } from "@heliograph/contract";
import { deviatingStrings, type PlantPlace } from "../../kpi/index.ts";
import { iotDataOf, kwhReading, unit, type DeviceRecord } from "../device-data.ts";
import { contactStatus, deviceStatus, sensorHealthOf } from "./device-status.ts";
import type { GatewayRecord } from "../project-figures.ts";

/** When and where a device is looked at. */
interface Looked {
  readonly place: PlantPlace;
  /** Ms since 1970. */
  readonly nowMs: number;
}

/** What a device says now in one figure; a battery's is what it gives, negative while it is charged. */
function liveOf({ asset_type, m }: DeviceRecord): DeviceRow["live"] {
  switch (asset_type) {
    case "sensor_radiation":
      return unit(m?.irradiance_w_m2, "W/m2");
    case "solar_panel":
      return unit(m?.module_temperature_c, "°C");
    case "swh_controller":
      return unit(m?.tank_temperature_c, "°C");
    case "battery":
      return unit(batteryPower(m), "W");
    case "solar_inverter":
    case "electric_meter":
    case "grid_meter":
      return unit(m?.ac_power_w, "W");
    default:
      return asset_type satisfies never;
  }
}

function batteryPower(m: DeviceRecord["m"]): number | null {
  if (m?.charge_power_w === undefined && m?.discharge_power_w === undefined) return m?.ac_power_w ?? null;
  return (m.discharge_power_w ?? 0) - (m.charge_power_w ?? 0);
}

function todayOf({ asset_type, today }: DeviceRecord): Pick<DeviceRow, "today" | "today_export"> {
  switch (asset_type) {
    case "sensor_radiation":
      return { today: unit(today.insolation_wh_m2, "Wh/m2"), today_export: null };
    case "grid_meter":
      return { today: kwhReading(today.import_wh), today_export: kwhReading(today.export_wh) };
    case "battery":
      return { today: kwhReading(today.discharge_wh), today_export: null };
    case "solar_inverter":
    case "electric_meter":
    case "solar_panel":
    case "swh_controller":
      // A production meter that counts no total counts what it exports.
      return { today: kwhReading(today.production_wh ?? today.export_wh), today_export: null };
    default:
      return asset_type satisfies never;
  }
}

function gatewayOf(device: DeviceRecord): DeviceRow["gateway"] {
  const { gateway_uid: uid, gateway_serial: serial, gateway_name: name, gateway_alias: alias } = device;
  return { uid, serial, alias: deviceName({ alias, name, serial }) };
}

/** The device's line in the list. */
export function lineOf(device: DeviceRecord, { place, nowMs }: Looked): DeviceRow {
  const { ts, is_live } = iotDataOf(device, nowMs);
  return {
    uid: device.device_uid,
    serial: device.serial,
    name: device.name,
    alias: device.alias,
    asset_type: device.asset_type,
    gateway: gatewayOf(device),
    manufacturer: device.manufacturer,
    model: device.model,
    firmware_version: device.firmware_version,
    device_status: deviceStatus(device, place, nowMs),
    sensor: sensorHealthOf(device, place, nowMs),
    ts,
    is_live,
    live: liveOf(device),
    ...todayOf(device),
  };
}

/** The gateway's line, with the number of devices behind it. */
export function gatewayLineOf(gateway: GatewayRecord, devices: number, { place, nowMs }: Looked): GatewayRow {
  const lastContactMs = gateway.last_contact_at?.getTime() ?? null;
  return {
    uid: gateway.gateway_uid,
    serial: gateway.serial,
    name: gateway.name,
    alias: gateway.alias,
    firmware_version: gateway.firmware_version,
    last_contact_at: gateway.last_contact_at?.toISOString() ?? null,
    device_status: contactStatus({ interval_s: gateway.interval_s, lastContactMs }, place, nowMs),
    devices,
  };
}

function totalsOf({ opening, ...device }: DeviceRecord): DeviceDetail["totals"] {
  return {
    measured_since: device.measured_since,
    opened_on: device.opened_on,
    opening: {
      production: kwhReading(opening.production_wh),
      import: kwhReading(opening.import_wh),
      export: kwhReading(opening.export_wh),
      charge: kwhReading(opening.charge_wh),
      discharge: kwhReading(opening.discharge_wh),
    },
    energy_before: kwhReading(device.energy_before_wh),
  };
}

/** Everything known of the device, with the line of its gateway. */
export function detailOf(device: DeviceRecord, gateway: GatewayRow, looked: Looked): DeviceDetail {
  const { place, nowMs } = looked;
  return {
    uid: device.device_uid,
    serial: device.serial,
    asset_type: device.asset_type,
    name: device.name,
    alias: device.alias,
    manufacturer: device.manufacturer,
    model: device.model,
    firmware_version: device.firmware_version,
    ac_nominal_w: device.ac_nominal_w,
    dc_capacity_wp: device.dc_capacity_wp,
    battery_capacity_wh: device.battery_capacity_wh,
    mppt_count: device.mppt_count,
    warranty_begin: device.warranty_begin,
    warranty_end: device.warranty_end,
    gateway,
    device_status: deviceStatus(device, place, nowMs),
    sensor: sensorHealthOf(device, place, nowMs),
    iot_data: iotDataOf(device, nowMs),
    totals: totalsOf(device),
    deviating_strings: deviatingStrings(device.m?.ext?.mppt ?? []),
  };
}
