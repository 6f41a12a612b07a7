// What others may use of telemetry.
export { startBroker, type Broker } from "./broker.mqtt.ts";
export { gatewayMessageRoutes } from "./gateway.routes.ts";
export { startIngest, type Ingest } from "./ingest.jobs.ts";
export { startLive, type Live } from "./live.jobs.ts";
export { liveRoutes } from "./live.routes.ts";
export { startExternalBroker, type ExternalBroker } from "./broker-external.mqtt.ts";
export { startWorker, type RollupWorker, type WorkerOptions } from "./rollup-worker.jobs.ts";
export { packed, piecesOf, repack, type PieceQuantity } from "./pieces.sql.ts";
export { rebuildProject, type Rebuilt } from "./rebuild-project.jobs.ts";
export { projectsNamed } from "./rebuild.sql.ts";
export { projectByUid } from "./import-devices.sql.ts";
export { importFiles, type ImportRun } from "./import-files.jobs.ts";
export { readMapping, type ImportMapping } from "./import-mapping.ts";
export { summaryLines, type ImportSummary } from "./import-summary.ts";
