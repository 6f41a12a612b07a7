// The simulated fleet: invented owners and places, spread over Viet Nam as the real market is, and a few far away, so that
// the sun always shines on some of it.
import { ABROAD } from "./abroad.ts";
import { pvPlant, swhPlant } from "./builder.ts";
import { ELSEWHERE } from "./elsewhere.ts";
import type { Plant } from "./plant.ts";
import { SOUTH } from "./south.ts";
import { WATER_HEATERS } from "./water-heaters.ts";

/** Every plant of the fleet, always in the same order. */
export const fleet: readonly Plant[] = [
  ...[...SOUTH, ...ELSEWHERE, ...ABROAD].map(pvPlant),
  ...WATER_HEATERS.map(swhPlant),
];
