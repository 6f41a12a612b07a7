// What others may use of telemetry.
export { arrivalRoutes } from "./arrivals/arrivals.routes.ts";
export { startBroker } from "./broker/broker.mqtt.ts";
export { GATEWAY_ACK, messagesOf, storeAcks, type MessageFate } from "./downlink/acks.sql.ts";
export {
  forgetMessages,
  GATEWAY_MESSAGE,
  putMessages,
  withdrawMessages,
  type Downlink,
} from "./downlink/downlink.sql.ts";
export { holdCommands, holdsOf } from "./downlink/holds.sql.ts";
export { gatewayMessageRoutes } from "./ingest/gateway.routes.ts";
export { hearLookedUp, startIngest, type Ingest } from "./ingest/ingest.jobs.ts";
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
export { announceCommands } from "./live/live-commands.sql.ts";
export { announceAlarms } from "./live/live-alarms.sql.ts";
export { announceNotices } from "./live/live-notices.sql.ts";
export { liveRoutes } from "./live/live.routes.ts";
export { startExternalBroker } from "./broker/broker-external.mqtt.ts";
export { projectByUid } from "./import/import-devices.sql.ts";
export { importFiles } from "./import/import-files.jobs.ts";
export { readMapping, type ImportMapping } from "./import/import-mapping.ts";
export { noCounts } from "./import/import-merge.ts";
export type { FileHead, ImportSink } from "./import/import-run.ts";
export type { ReadingRow } from "./ingest/reading-rows.ts";
export { storeReadings } from "./ingest/readings.sql.ts";
export { importWork, tryImportTask } from "./import/browser/browser.jobs.ts";
export { importRoutes } from "./import/browser/imports.routes.ts";
export { runTrial, type TrialFigures } from "./import/browser/trial.jobs.ts";
export { PRESETS, presetMapping } from "./import/presets/presets.ts";
export { summaryLines, type ImportSummary } from "./import/import-summary.ts";
