// What others may use of the energy ledger: its worker, its slots for charts, its rebuild, and where the sun stands.
export { SUNRISE_ELEVATION_DEG, sunElevationDeg, WAKING_ELEVATION_DEG } from "./sun/sun-position.ts";
export { sunTimes } from "./sun/sun-times.ts";
export { startWorker, type RollupWorker, type WorkerOptions } from "./ledger/rollup-worker.jobs.ts";
export { packed, piecesOf, repack, type PieceQuantity } from "./slots/pieces.sql.ts";
export { rebuildProject, type Rebuilt } from "./ledger/rebuild-project.jobs.ts";
export { projectsNamed } from "./ledger/rebuild.sql.ts";
