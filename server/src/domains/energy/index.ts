// What others may use of the energy ledger: its worker, its slots for charts, its rebuild, and where the sun stands.
export { SUNRISE_ELEVATION_DEG, sunElevationDeg, WAKING_ELEVATION_DEG } from "./sun/sun-position.ts";
export { clearSkyIrradiance } from "./sun/clear-sky.ts";
export { sunTimes } from "./sun/sun-times.ts";
export { startLedger } from "./ledger/ledger.jobs.ts";
export { isSunDriven } from "./fold/energy-sheet.ts";
export { BIN_MS, daylightSeconds, isDaylight, spanOfDay, type LocalDay } from "./fold/energy-time.ts";
export { MOST_POWER_W, repack, type ChartQuantity } from "./slots/chart-slots.sql.ts";
export { dayOfDevices } from "./slots/day-readings.sql.ts";
export {
  SLOT_LABELS,
  averaged,
  loadOf,
  slotted,
  slottedDay,
  summed,
  type SlottedDay,
  type Slots,
} from "./slots/day-slots.ts";
export type { DayReadings } from "./slots/packed-day.ts";
export { rebuildProject } from "./ledger/rebuild-project.jobs.ts";
export { projectsNamed } from "./ledger/rebuild.sql.ts";
export { importTrial } from "./trial/import-trial.ts";
export { trialFacts } from "./trial/import-trial.sql.ts";
export { trialWork } from "./trial/import-trial.jobs.ts";
export { trialLines } from "./trial/trial-lines.ts";
export { holdLedger } from "./ledger/ledger-locks.sql.ts";
export { beginLimits, endLimits, type LimitSpan } from "./limits/limit-spans.sql.ts";
