// The light and the temperature of a day where the sensor said nothing: from the energy that the counters tell, so that losses close.
import { expectedEnergyWh, type LimitedPlant } from "../ratios/curtailed-energy.ts";
import type { Kappa } from "../ratios/kappa-curve.ts";
import { QUARTER_HOURS, type DeviceQuarters } from "../ratios/kpi-quarters.ts";

/** A quarter hour of sun. */
export interface SunQuarter {
  /** Null: neither measured nor to be told from any energy. */
  readonly irradiance_w_m2: number | null;
  readonly module_temperature_c: number | null;
  readonly is_measured: boolean;
}

interface Producer {
  readonly device: Pick<DeviceQuarters, "gateway_id" | "energy_wh">;
  readonly kappa: Kappa;
  readonly plant: LimitedPlant;
  readonly temperature: readonly (number | null)[];
}

/**
 * The light of a gateway by quarter hour. Where its sensor is silent it is what the inverters behind the gateway that produced,
 * else all that produced, would have needed: ΣE / Σ κ · P0 · τ / 1000 · (1 + γ(T − 25)). A temperature between two known ones lies on
 * the line between them, one beyond them is the nearest.
 */
export function withoutHoles(
  measured: readonly (number | null)[],
  { gateway_id, parts, quarters }: { gateway_id: number; parts: readonly Producer[]; quarters: number },
): SunQuarter[] {
  const own = parts.filter(({ device }) => device.gateway_id === gateway_id);
  const temperature = interpolated(own[0]?.temperature ?? [], quarters);
  return Array.from({ length: quarters }, (_, at) => {
    const module_temperature_c = temperature[at] ?? null;
    const irradiance_w_m2 = measured[at] ?? null;
    if (irradiance_w_m2 !== null) return { irradiance_w_m2, module_temperature_c, is_measured: true };
    const told = lightToldBy(own, at, module_temperature_c) ?? lightToldBy(parts, at, module_temperature_c);
    return { irradiance_w_m2: told, module_temperature_c, is_measured: false };
  });
}

/** κ depends on the light that is sought: from ordinary light on it is found in a few steps. */
const ORDINARY_W_M2 = 500;
const STEPS = 6;

function lightToldBy(
  parts: readonly Producer[],
  at: number,
  module_temperature_c: number | null,
): number | null {
  const producing = parts.filter(({ device }) => (device.energy_wh[at] ?? 0) > 0);
  const energy = producing.reduce((sum, { device }) => sum + (device.energy_wh[at] ?? 0), 0);
  if (energy === 0) return null;
  let light = ORDINARY_W_M2;
  for (let step = 0; step < STEPS; step += 1) {
    const sought = { hours: QUARTER_HOURS, energy_wh: null, irradiance_w_m2: light, module_temperature_c };
    const given = producing.reduce(
      (sum, { kappa, plant }) =>
        sum + (expectedEnergyWh(sought, { ...plant, ac_nominal_w: null }, kappa) ?? 0),
      0,
    );
    if (given <= 0) return null;
    light *= energy / given;
  }
  return light;
}

function interpolated(values: readonly (number | null)[], length: number): (number | null)[] {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  return Array.from({ length }, (_, at) => {
    const value = values[at] ?? null;
    if (value !== null) return value;
    const before = known.findLast((one) => one.at < at);
    const after = known.find((one) => one.at > at);
    if (before === undefined || after === undefined) return (before ?? after)?.value ?? null;
    const share = (at - before.at) / (after.at - before.at);
    return before.value + share * (after.value - before.value);
  });
}
