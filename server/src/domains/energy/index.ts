// What others may use of the energy ledger: its worker, its slots for charts, its rebuild, and where the sun stands.
export { SUNRISE_ELEVATION_DEG, sunElevationDeg, WAKING_ELEVATION_DEG } from "./sun/sun-position.ts";
export { sunTimes } from "./sun/sun-times.ts";
export { startLedger } from "./ledger/ledger.jobs.ts";
export { isSunDriven } from "./fold/energy-sheet.ts";
export { BIN_MS, isDaylight, spanOfDay } from "./fold/energy-time.ts";
export { packed, chartSlotsOf, MOST_POWER_W, repack, type ChartQuantity } from "./slots/chart-slots.sql.ts";
export { rebuildProject } from "./ledger/rebuild-project.jobs.ts";
export { projectsNamed } from "./ledger/rebuild.sql.ts";
export { importTrial } from "./trial/import-trial.ts";
export { trialFacts } from "./trial/import-trial.sql.ts";
export { trialLines } from "./trial/trial-lines.ts";
