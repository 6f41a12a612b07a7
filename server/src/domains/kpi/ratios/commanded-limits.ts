// Which quarter hours a limit that the portal commanded held a device back (docs/decisions/0106-energy-given-up-to-commands.md).
import { isUpPower } from "../availability/availability.ts";
import type { DeviceQuarters } from "./kpi-quarters.ts";

/** From this share of its limit on a device counts as held by it. Source: design of the corrected ratio, P ≥ limit − 2 %. */
const HELD_FROM = 0.98;
/** Below this share of what was expected the power was less than without the limit, although it did not stand at it throughout. */
const SHORT_BELOW = 0.95;

/** So much above its limit, of the limit, a device that gives it on average does not keep to it: another controller does. */
const ABOVE = 0.05;

type Limited = Pick<
  DeviceQuarters,
  "limit_w" | "limit_throughout" | "ac_nominal_w" | "power_w" | "power_max_w"
>;

/** The limit of the quarter hour, W; null: none, or the device does not keep to it. */
function limitAt(device: Limited, at: number): number | null {
  const limit = device.limit_w[at] ?? null;
  const mean = device.power_w[at] ?? null;
  if (limit === null || mean === null || device.limit_throughout[at] !== true) return limit;
  const isIgnored = mean > (1 + ABOVE) * limit && isUpPower(mean - limit, device.ac_nominal_w);
  return isIgnored ? null : limit;
}

/** True where the device came up to a limit below its rating, so that it may have been held back; silence proves nothing. */
export function reachesLimit(device: Limited, at: number): boolean {
  const limit = limitAt(device, at);
  if (limit === null || (device.ac_nominal_w !== null && limit >= device.ac_nominal_w)) return false;
  const highest = device.power_max_w[at] ?? device.power_w[at] ?? null;
  return highest !== null && highest >= HELD_FROM * limit;
}

/** True where the device was told to give nothing: it stands still because it obeys. */
export function isSwitchedOff(device: Limited, at: number): boolean {
  const limit = limitAt(device, at);
  return limit !== null && !isUpPower(limit, device.ac_nominal_w);
}

/** True where the limit took energy: the device stood at it, or came up to it and gave less than was expected, Wh. */
export function heldByCommand(
  device: Limited & Pick<DeviceQuarters, "energy_wh">,
  at: number,
  expectedWh: number,
): boolean {
  if (!reachesLimit(device, at)) return false;
  const mean = device.power_w[at] ?? null;
  const stoodAtIt = mean !== null && mean >= HELD_FROM * (device.limit_w[at] ?? 0);
  return stoodAtIt || (device.energy_wh[at] ?? 0) < SHORT_BELOW * expectedWh;
}
