// The clocks and grids of the countries in which the fleet has plants.
import type { Site } from "./plant.ts";

type Zone = Pick<Site, "timezone" | "aheadMs" | "gridHz">;

const zone = (timezone: string, hours: number, gridHz: 50 | 60 = 50): Zone => ({
  timezone,
  aheadMs: hours * 3_600_000,
  gridHz,
});

/** By country; hours ahead of UTC are those of the winter. */
export const CLOCKS = {
  vietNam: zone("Asia/Ho_Chi_Minh", 7),
  china: zone("Asia/Shanghai", 8),
  westernAustralia: zone("Australia/Perth", 8),
  portugal: zone("Europe/Lisbon", 0),
  chile: zone("America/Santiago", -4),
  california: zone("America/Los_Angeles", -8, 60),
} as const satisfies Record<string, Zone>;
