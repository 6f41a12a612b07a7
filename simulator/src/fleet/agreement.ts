// What was simulated and guaranteed for the plants of the fleet, as a contractor would have handed it over.
import type { Climate } from "./climate.ts";

/** All percentages; months are January first. Null: not simulated. */
export interface Agreement {
  readonly guaranteedYearPercent: number;
  readonly degradationPercentPerYear: number;
  readonly pvsystYearPercent: number | null;
  readonly pvsystMonthPercent: readonly number[] | null;
}

/** "pvsyst": simulated and guaranteed; "year": guaranteed by the year only; "none": nothing was agreed. */
export type AgreementKind = "pvsyst" | "year" | "none";

/** What a simulation of a roof in Viet Nam gives before the wiring and the mismatch of this one. */
const IDEAL_PERCENT = 87;
/** A contractor keeps this much of the simulated ratio back as a margin. */
const GUARANTEED_SHARE = 0.98;
const DEGRADATION_PERCENT_PER_YEAR = 0.5;

const round = (percent: number): number => Math.round(percent * 10) / 10;

/** The agreement for such a plant; null where nothing was agreed. `gamma` is the modules' change of power by degree. */
export function agreementOf(
  kind: AgreementKind,
  plant: { readonly dcLoss: number; readonly gamma: number; readonly climate: Climate },
): Agreement | null {
  if (kind === "none") return null;
  const { meanC } = plant.climate;
  const year = round(IDEAL_PERCENT * (1 - plant.dcLoss));
  const agreed = {
    guaranteedYearPercent: round(year * GUARANTEED_SHARE),
    degradationPercentPerYear: DEGRADATION_PERCENT_PER_YEAR,
  };
  if (kind === "year") return { ...agreed, pvsystYearPercent: null, pvsystMonthPercent: null };
  const mean = meanC.reduce((sum, degrees) => sum + degrees, 0) / meanC.length;
  // Modules follow the air: warm months lose what cool ones gain.
  const months = meanC.map((degrees) => round(year * (1 + plant.gamma * (degrees - mean))));
  return { ...agreed, pvsystYearPercent: year, pvsystMonthPercent: months };
}
