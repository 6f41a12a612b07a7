// Where the light of one quarter hour went: the rule of the loss waterfall (docs/decisions/0091-loss-waterfall.md).
import { expectedEnergyWh, type LimitedPlant } from "../ratios/curtailed-energy.ts";
import type { Kappa } from "../ratios/kappa-curve.ts";
import type { PairedInterval } from "../ratios/performance-ratio.ts";

/** What may have taken the energy that was expected, the first that applies counting alone. */
export const LOSS_CAUSES = ["outage", "zero_export", "clipping", "communication"] as const;

/** The steps between the light and what an inverter delivered, in the order in which they are shown. */
export const INVERTER_STEPS = [
  "temperature",
  "zero_export",
  "clipping",
  "outage",
  "communication",
  "usual",
  "unexplained",
] as const;
export type InverterStep = (typeof INVERTER_STEPS)[number];

/** Wh: `base` less all that was taken is `measured`. Less than nothing was taken where there was more than expected. */
export interface Losses {
  readonly base: number;
  readonly taken: Readonly<Record<InverterStep, number>>;
  readonly measured: number;
}

/** Why a quarter hour fell short; null: nothing is known to have held it back. */
export type Shortfall =
  | { readonly cause: "outage" | "clipping" }
  /** `by_command`: a power limit or a disconnection that the portal commanded; else zero export. */
  | { readonly cause: "zero_export"; readonly by_command?: boolean }
  /** `counted`: share of what was expected over the gap that the counter gained, 0 to 1; 0 while it is not back. */
  | { readonly cause: "communication"; readonly counted: number }
  | null;

/**
 * What became of the light of a quarter hour, Wh. Temperature: base · −γ(T − 25). Then the cause of the shortfall, and it alone,
 * takes what is missing from the expected energy (§ E_exp of the corrected ratio; clipping: from what it would be without the AC
 * limit; communication: (1 − f) of it). What is left is usual for the plant, 1 − κ, and not explained.
 */
export function lossesOfQuarter(
  interval: PairedInterval,
  plant: LimitedPlant,
  kappa: Kappa,
  shortfall: Shortfall,
): Losses {
  const unlimited = { ...plant, ac_nominal_w: null };
  const base = ((interval.irradiance_w_m2 ?? 0) / 1000) * plant.capacity_wp * interval.hours;
  const warm = expectedEnergyWh(interval, unlimited, 1) ?? 0;
  const possible = expectedEnergyWh(interval, unlimited, kappa) ?? 0;
  const expected = expectedEnergyWh(interval, plant, kappa) ?? 0;
  const measured = interval.energy_wh ?? 0;
  const lost = lostTo(shortfall, { possible, expected, measured });
  const taken = {
    temperature: base - warm,
    zero_export: 0,
    clipping: 0,
    outage: 0,
    communication: 0,
    usual: warm - possible,
    unexplained: possible - lost - measured,
  };
  if (shortfall !== null) taken[shortfall.cause] = lost;
  return { base, taken, measured };
}

function lostTo(shortfall: Shortfall, of: { possible: number; expected: number; measured: number }): number {
  if (shortfall === null) return 0;
  if (shortfall.cause === "communication") return (1 - shortfall.counted) * of.expected;
  return Math.max(0, (shortfall.cause === "clipping" ? of.possible : of.expected) - of.measured);
}
