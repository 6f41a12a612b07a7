// What is left of the warranties of a project's devices.
import { deviceName } from "@heliograph/contract/kernel/device-name";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { Day } from "@heliograph/contract/kernel/time";
import type { listGateways } from "@heliograph/contract/fleet/gateways";

type Gateway = Answer<typeof listGateways>["items"][number];
type Device = Gateway["devices"][number];

/** A warranty that ends within fewer days is marked. */
const ENDING_DAYS = 90;

/** unknown: the device has told no end. */
export type WarrantyState = "valid" | "ending" | "expired" | "unknown";

export interface WarrantyRow {
  readonly uid: string;
  readonly serial: string;
  /** Alias, else name, else serial. */
  readonly name: string;
  readonly asset_type: Device["asset_type"];
  readonly begin: Day | null;
  readonly end: Day | null;
  /** Whole days from today to the last day; negative when it has passed, null when there is none. */
  readonly remainingDays: number | null;
  /** Part of the term that is left, 0 to 1; null when its beginning or end is not known. */
  readonly share: number | null;
  readonly state: WarrantyState;
}

export interface WarrantyGroup {
  readonly uid: string;
  readonly name: string;
  readonly serial: string;
  readonly rows: readonly WarrantyRow[];
}

export type WarrantySort = "device" | "soonest" | "latest";

const daysFrom = (from: Day, to: Day) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

function rowOf(device: Device, today: Day): WarrantyRow {
  const { warranty_begin: begin, warranty_end: end } = device;
  const remainingDays = end === null ? null : daysFrom(today, end);
  return {
    uid: device.device_uid,
    serial: device.serial,
    name: deviceName(device),
    asset_type: device.asset_type,
    begin,
    end,
    remainingDays,
    share: shareOf(begin, end, remainingDays),
    state: stateOf(remainingDays),
  };
}

function stateOf(remainingDays: number | null): WarrantyState {
  if (remainingDays === null) return "unknown";
  if (remainingDays < 0) return "expired";
  return remainingDays < ENDING_DAYS ? "ending" : "valid";
}

function shareOf(begin: Day | null, end: Day | null, remainingDays: number | null): number | null {
  if (begin === null || end === null || remainingDays === null) return null;
  const term = daysFrom(begin, end);
  if (term <= 0) return remainingDays < 0 ? 0 : 1;
  return Math.min(1, Math.max(0, remainingDays / term));
}

/**
 * The devices by gateway, with what is left on the day. By device: in the order they were added. By what is left: the
 * soonest or latest end first, in each gateway and among them; devices without an end last.
 */
export function warrantyGroups(
  gateways: readonly Gateway[],
  today: Day,
  sort: WarrantySort,
): WarrantyGroup[] {
  const groups = gateways.map((gateway) => ({
    uid: gateway.gateway_uid,
    name: deviceName(gateway),
    serial: gateway.serial,
    rows: gateway.devices.map((device) => rowOf(device, today)),
  }));
  if (sort === "device") return groups;
  const direction = sort === "soonest" ? 1 : -1;
  const later = (a: number | null | undefined, b: number | null | undefined) =>
    typeof a !== "number" || typeof b !== "number"
      ? Number(typeof a !== "number") - Number(typeof b !== "number")
      : direction * (a - b);
  return groups
    .map((group) => ({
      ...group,
      rows: group.rows.toSorted((a, b) => later(a.remainingDays, b.remainingDays)),
    }))
    .toSorted((a, b) => later(a.rows[0]?.remainingDays, b.rows[0]?.remainingDays));
}

/** True when some device has told when its warranty begins or ends. */
export const anyWarranty = (groups: readonly WarrantyGroup[]): boolean =>
  groups.some(({ rows }) => rows.some(({ begin, end }) => begin !== null || end !== null));

/** How many devices are in each state. */
export function warrantyCounts(groups: readonly WarrantyGroup[]): Record<WarrantyState, number> {
  const counts = { valid: 0, ending: 0, expired: 0, unknown: 0 };
  for (const { rows } of groups) for (const { state } of rows) counts[state] += 1;
  return counts;
}
