// What others may use of telemetry.
export { startBroker } from "./broker/broker.mqtt.ts";
export { gatewayMessageRoutes } from "./ingest/gateway.routes.ts";
export { startIngest, type Ingest } from "./ingest/ingest.jobs.ts";
export {
  changeArrays,
  ids,
  instant,
  instants,
  isWaiting,
  isWaitingUpTo,
  LANE,
  newestChange,
  putChanges,
  takeChanges,
  type ReadingChange,
} from "./ingest/changed-readings.sql.ts";
export { startLive, type Live } from "./live/live.jobs.ts";
export { liveRoutes } from "./live/live.routes.ts";
export { startExternalBroker } from "./broker/broker-external.mqtt.ts";
export { projectByUid } from "./import/import-devices.sql.ts";
export { importFiles } from "./import/import-files.jobs.ts";
export { readMapping } from "./import/import-mapping.ts";
export { summaryLines, type ImportSummary } from "./import/import-summary.ts";
