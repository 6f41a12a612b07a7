// What is written on a device: its nameplate and its warranty.
import { deviceName } from "@heliograph/contract/kernel/device-name";
import type { DeviceDetail } from "@heliograph/contract/monitoring/devices/device-list";
import type { TextKey } from "../../../app/texts/keys.ts";
import { kilo } from "../../../platform/format.ts";
import type { Words } from "../words.ts";
import { formatReading, type Item } from "./device-reading.ts";

/** The nameplate and the warranty (M71). */
export function nameplateOf(device: DeviceDetail, words: Words): Item[] {
  const { text, format } = words;
  const items: readonly (readonly [TextKey, string | null])[] = [
    ["device.serial", device.serial],
    ["device.alias", device.alias],
    ["device.name", device.name],
    ["device.type", text(`devices.${device.asset_type}`)],
    ["device.gateway", deviceName(device.gateway)],
    ["device.manufacturer", device.manufacturer],
    ["device.model", device.model],
    ["deviceList.firmware", device.firmware_version],
    ["device.nominal", formatReading({ value: device.ac_nominal_w, unit: "W" }, words)],
    ...ratings(device, words),
    ["device.warrantyBegin", format.day(device.warranty_begin)],
    ["device.warrantyEnd", format.day(device.warranty_end)],
  ];
  return items.map(([label, value]) => ({
    label: text(label),
    value: value === null || value === "" ? format.number(null) : value,
  }));
}

/** What only some types have. */
function ratings(device: DeviceDetail, words: Words): (readonly [TextKey, string])[] {
  const kwp =
    device.dc_capacity_wp === null ? null : `${words.format.number(kilo(device.dc_capacity_wp), 1)} kWp`;
  return [
    ...(kwp === null ? [] : [["device.dcCapacity", kwp] as const]),
    ...(device.battery_capacity_wh === null
      ? []
      : [
          [
            "device.batteryCapacity",
            formatReading({ value: device.battery_capacity_wh, unit: "Wh" }, words),
          ] as const,
        ]),
    ...(device.mppt_count === null
      ? []
      : [["device.mppts", words.format.number(device.mppt_count)] as const]),
  ];
}
