// How fast a counter may rise, for the rule of spikes.
import { PRODUCTION, type DeviceFacts } from "./energy-sheet.ts";

/** A rating is exceeded for a while; what a device was seen to do is less certain than what is written on it. */
const ABOVE_PEAK = 1.5;
/** Power readings can be wrong too: they lift the limit no further than to so many times the project's capacity. */
const PEAK_WITHIN = 100;
/** What a site draws has little to do with its modules: a limit for lifetimes, not for loads. */
const LOAD_OF_CAPACITY = 10;
const LEAST_LOAD_W = 1e6;
/** Where not even a capacity is known. */
const WITHOUT_CAPACITY_W = 1e6;

/**
 * The highest power in W that the counter at `index` of COUNTED may show: the device's rating; without one, what the
 * project can produce and what the device's own power has reached, `peakW`, whichever is more.
 */
export function limitW({ ac_nominal_w, project_wp }: DeviceFacts, peakW: number, index: number): number {
  if (ac_nominal_w !== null) return ac_nominal_w;
  const capacityW = project_wp > 0 ? project_wp : WITHOUT_CAPACITY_W;
  const byPeakW = Math.min(ABOVE_PEAK * peakW, PEAK_WITHIN * capacityW);
  const own = index === PRODUCTION ? capacityW : Math.max(LEAST_LOAD_W, LOAD_OF_CAPACITY * capacityW);
  return Math.max(own, byPeakW);
}
