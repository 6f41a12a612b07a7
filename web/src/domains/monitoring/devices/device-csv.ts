// The device list as a table to save.
import { deviceName } from "@heliograph/contract/kernel/device-name";
import type { DeviceRow } from "@heliograph/contract/monitoring/devices/device-list";
import { STATUS_TEXTS } from "../../../platform/status-texts.ts";
import type { Words } from "../words.ts";

const HEAD = [
  "device.gateway",
  "deviceList.gatewaySerial",
  "deviceList.device",
  "device.serial",
  "device.type",
  "device.manufacturer",
  "device.model",
  "deviceList.firmware",
  "deviceList.status",
  "deviceList.live",
  "deviceList.unit",
  "deviceList.today",
  "deviceList.unit",
  "deviceList.todayExported",
  "deviceList.dataTime",
] as const;

/** Head and rows: values with their units beside them, times in UTC (ISO 8601), null where nothing is known. */
export function devicesTable(rows: readonly DeviceRow[], { text }: Words) {
  return {
    head: HEAD.map((key) => text(key)),
    rows: rows.map((row) => [
      row.gateway.alias,
      row.gateway.serial,
      deviceName(row),
      row.serial,
      text(`devices.${row.asset_type}`),
      row.manufacturer,
      row.model,
      row.firmware_version,
      text(STATUS_TEXTS[row.device_status]),
      row.live.value,
      row.live.unit,
      row.today.value,
      row.today.unit,
      row.today_export?.value ?? null,
      row.ts,
    ]),
  };
}
