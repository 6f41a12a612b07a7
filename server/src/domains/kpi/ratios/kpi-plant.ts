// What of a plant its key figures depend on.
import type { PlantArray } from "./array-light.ts";
import type { RatioRules } from "./performance-ratio.ts";

/** What of a plant its key figures depend on. */
export interface KpiPlant {
  readonly capacity_wp: number;
  readonly gamma_per_c: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly run_nze: boolean;
  /** "gateway": each gateway by its own capacity and sensor; "other": the plant as a whole. */
  readonly calculate_expected_data_by: "gateway" | "other";
  /** Gateways that are in the project, with what they state. */
  readonly gateways: readonly { readonly gateway_id: number; readonly capacity_wp: number | null }[];
  /** What its light is weighed by; empty: it has no inverters. */
  readonly arrays: readonly PlantArray[];
  readonly rules: RatioRules;
  readonly rated_from_w_m2: number;
  /** What availability leaves out, of the project (gateway null) or of one gateway. */
  readonly outages: readonly OutageSpan[];
}

/** A planned outage, in ms since 1970. */
interface OutageSpan {
  readonly gateway_id: number | null;
  readonly from_ms: number;
  readonly to_ms: number;
}

/** True when every gateway states its capacity (M101). */
export const statesCapacity = (plant: Pick<KpiPlant, "gateways">): boolean =>
  plant.gateways.length > 0 && plant.gateways.every(({ capacity_wp }) => capacity_wp !== null);

/** M162: the ratio with what zero export held back is shown only then. */
export const showsCorrected = (plant: Pick<KpiPlant, "gateways" | "run_nze">): boolean =>
  plant.run_nze && statesCapacity(plant);
