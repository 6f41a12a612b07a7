// Which devices the list shows, in which groups and order.
import { deviceName } from "@heliograph/contract/kernel/device-name";
import { STATUSES_WORST_FIRST, type ShownStatus } from "@heliograph/contract/kernel/plant-status";
import type { DeviceRow } from "@heliograph/contract/monitoring/devices/device-list";
import { wordFinder } from "../../../platform/plain-text.ts";
import { DEVICE_GROUPS, type DeviceGroupKey, type DeviceSort, type DeviceView } from "./device-view.ts";

const GROUP_OF: Record<DeviceRow["asset_type"], DeviceGroupKey> = {
  solar_inverter: "inverters",
  electric_meter: "meters",
  grid_meter: "meters",
  sensor_radiation: "sensors",
  solar_panel: "sensors",
  battery: "others",
  swh_controller: "others",
};

/** The group that devices of the type stand in. */
export const groupOf = (type: DeviceRow["asset_type"]): DeviceGroupKey => GROUP_OF[type];

export interface DeviceRowGroup {
  readonly key: DeviceGroupKey;
  /** Those that the view shows, in its order. */
  readonly rows: readonly DeviceRow[];
  /** How many the project, or the chosen gateway, has. */
  readonly total: number;
}

export interface ShownDevices {
  readonly groups: readonly DeviceRowGroup[];
  /** Devices that match all of the view but its status. */
  readonly counts: Readonly<Record<ShownStatus, number>>;
}

/** Words are found in alias, name, serial, manufacturer and model, whatever their case and accents. */
function finder(find: string): (row: DeviceRow) => boolean {
  const has = wordFinder(find);
  return (row) => has([row.alias, row.name, row.serial, row.manufacturer, row.model].join(" "));
}

const byName = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const VALUES: Record<Exclude<DeviceSort, "name">, (row: DeviceRow) => number | string | null> = {
  live: (row) => row.live.value,
  today: (row) => row.today.value,
  status: (row) => STATUSES_WORST_FIRST.indexOf(row.device_status),
  firmware: (row) => row.firmware_version,
};

const names = (a: DeviceRow, b: DeviceRow) => byName.compare(deviceName(a), deviceName(b));

/** Compares by the order of the view; what is not known comes last in both directions, ties go by name. */
function comparing({ sort, order }: Pick<DeviceView, "sort" | "order">) {
  const direction = order === "asc" ? 1 : -1;
  if (sort === "name") return (a: DeviceRow, b: DeviceRow) => direction * names(a, b);
  const value = VALUES[sort];
  return (a: DeviceRow, b: DeviceRow) => {
    const [left, right] = [value(a), value(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || names(a, b);
    const difference =
      typeof left === "number" && typeof right === "number"
        ? left - right
        : byName.compare(String(left), String(right));
    return direction * difference || names(a, b);
  };
}

/** The devices as the view shows them. "others" is left out where there is none. */
export function shownDevices(devices: readonly DeviceRow[], view: DeviceView): ShownDevices {
  const near = devices.filter((row) => view.gateway === null || row.gateway.uid === view.gateway);
  const found = near
    .filter(finder(view.find))
    .filter((row) => view.group === null || GROUP_OF[row.asset_type] === view.group);
  const counts = Object.fromEntries(
    STATUSES_WORST_FIRST.map((status) => [
      status,
      found.filter((row) => row.device_status === status).length,
    ]),
  ) as Record<ShownStatus, number>; // each status is one of the order
  const rows = found
    .filter((row) => view.status === null || row.device_status === view.status)
    .toSorted(comparing(view));
  const groups = DEVICE_GROUPS.filter((key) => view.group === null || key === view.group)
    .map((key) => ({
      key,
      rows: rows.filter((row) => GROUP_OF[row.asset_type] === key),
      total: near.filter((row) => GROUP_OF[row.asset_type] === key).length,
    }))
    .filter(({ key, total }) => key !== "others" || total > 0 || view.group === "others");
  return { groups, counts };
}
