// Ratings of devices: where each is from, and what they add up to.
import type { listGateways } from "@heliograph/contract/fleet/gateways";
import type { Answer } from "@heliograph/contract/kernel/endpoint";

export type RatedDevice = Answer<typeof listGateways>["items"][number]["devices"][number];

/** Which ratings a kind of device has. */
const RATED: Readonly<Record<RatedDevice["asset_type"], { ac: boolean; dc: boolean }>> = {
  solar_inverter: { ac: true, dc: true },
  electric_meter: { ac: true, dc: false },
  grid_meter: { ac: true, dc: false },
  battery: { ac: true, dc: false },
  sensor_radiation: { ac: false, dc: false },
  solar_panel: { ac: false, dc: false },
  swh_controller: { ac: false, dc: false },
};
export const rated = ({ asset_type }: Pick<RatedDevice, "asset_type">) => RATED[asset_type];

/** True where a spike in its counter cannot be told. */
export const missesRating = (device: RatedDevice): boolean =>
  device.asset_type === "solar_inverter" && device.ac_nominal_w === null;

/**
 * Where the AC rating shown is from. confirmed: its owner said so; model: another device of the same model announced it; none:
 * the kind has none.
 */
export type RatingSource = "confirmed" | "announced" | "model" | "missing" | "none";

/** The ratings to show of a device, W and Wp; null: not known. */
interface ShownRating {
  readonly ac_nominal_w: number | null;
  readonly dc_capacity_wp: number | null;
  readonly source: RatingSource;
}

/** The device's ratings, or those of another of its model, with where they are from. */
export function shownRating(device: RatedDevice, others: readonly RatedDevice[]): ShownRating {
  const { ac_nominal_w, dc_capacity_wp, ratings_confirmed_at } = device;
  const own = { ac_nominal_w, dc_capacity_wp };
  if (!rated(device).ac) return { ...own, source: "none" };
  if (ratings_confirmed_at !== null) return { ...own, source: "confirmed" };
  if (ac_nominal_w !== null) return { ...own, source: "announced" };
  const twin = others.find(
    ({ model, asset_type, ac_nominal_w: watts }) =>
      model !== null && model === device.model && asset_type === device.asset_type && watts !== null,
  );
  if (twin === undefined) return { ...own, source: "missing" };
  return {
    ac_nominal_w: twin.ac_nominal_w,
    dc_capacity_wp: dc_capacity_wp ?? twin.dc_capacity_wp,
    source: "model",
  };
}

/** Equal capacities together, in kWp, as they were first met; those not known are left out. */
export function capacityParts(kwp: readonly (number | null)[]): { kwp: number; times: number }[] {
  const parts = new Map<number, number>();
  for (const one of kwp) {
    if (one !== null && Number.isFinite(one)) parts.set(one, (parts.get(one) ?? 0) + 1);
  }
  return [...parts].map(([each, times]) => ({ kwp: each, times }));
}

export const capacitySum = (parts: readonly { kwp: number; times: number }[]): number =>
  parts.reduce((sum, { kwp, times }) => sum + kwp * times, 0);
