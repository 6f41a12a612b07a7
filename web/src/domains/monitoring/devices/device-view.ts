// What the device list shows, as its address tells it: gateway, kind, status, search, order, and the device that is open.
import { shownStatus } from "@heliograph/contract/kernel/plant-status";
import { z } from "zod";

/** The groups in their order on the page; "others" only stands there when it has devices. */
export const DEVICE_GROUPS = ["inverters", "meters", "sensors", "others"] as const;
export type DeviceGroupKey = (typeof DEVICE_GROUPS)[number];

export const DEVICE_SORTS = ["name", "live", "today", "status", "firmware"] as const;
export type DeviceSort = (typeof DEVICE_SORTS)[number];

const shape = z.object({
  /** Uid; null: every gateway. */
  gateway: z.uuid().nullable().catch(null),
  /** Null: every kind. */
  group: z.enum(DEVICE_GROUPS).nullable().catch(null),
  status: shownStatus.nullable().catch(null),
  find: z.string().max(100).catch(""),
  sort: z.enum(DEVICE_SORTS).catch("name"),
  order: z.enum(["asc", "desc"]).catch("asc"),
  /** Uid of the device that is open; null: none. */
  device: z.uuid().nullable().catch(null),
  /** What of it. */
  show: z.enum(["use", "details"]).catch("use"),
});
export type DeviceView = z.output<typeof shape>;

const KEYS = ["gateway", "group", "status", "find", "sort", "order", "device", "show"] as const;
const DEFAULTS: DeviceView = shape.parse({});

/** The view of an address; what it does not tell, or tells wrongly, is as it is at first. */
export function deviceViewIn(address: URLSearchParams): DeviceView {
  return shape.parse(Object.fromEntries(KEYS.map((key) => [key, address.get(key)])));
}

/** The address with the view changed; what is as at first is left out, and what others keep there stays. */
export function withDeviceView(address: URLSearchParams, change: Partial<DeviceView>): URLSearchParams {
  const view = { ...deviceViewIn(address), ...change };
  const next = new URLSearchParams(address);
  for (const key of KEYS) {
    const value = view[key];
    const idle = key === "show" && view.device === null;
    if (idle || value === null || value === DEFAULTS[key]) next.delete(key);
    else next.set(key, value);
  }
  return next;
}
