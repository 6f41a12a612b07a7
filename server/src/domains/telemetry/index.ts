// What others may use of telemetry.
export { startBroker, type Broker } from "./broker.mqtt.ts";
export { gatewayMessageRoutes } from "./gateway.routes.ts";
export { startIngest, type Ingest } from "./ingest.jobs.ts";
export { startLive, type Live } from "./live.jobs.ts";
export { liveRoutes } from "./live.routes.ts";
export { startExternalBroker, type ExternalBroker } from "./broker-external.mqtt.ts";
