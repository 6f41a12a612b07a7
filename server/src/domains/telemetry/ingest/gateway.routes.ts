// The gateway protocol over HTTP: the same messages and the same way into the database as over MQTT.
import { gatewayBirth, gatewayEvents, gatewayReadings } from "@heliograph/contract";
import type { Serve } from "../../../platform/http.ts";
import type { Ingest } from "./ingest.jobs.ts";
import { storingUnavailable } from "./lane.ts";

/** A caller that waited this long for the database is asked to come back; what it sent may still be stored. */
const PATIENCE_MS = 15_000;

/** Serves birth, readings and events; each answers after the commit. */
export function gatewayMessageRoutes(serve: Serve, ingest: Ingest): void {
  serve.gateway(gatewayBirth, ({ gateway, body }) => patient(ingest.birth(gateway, body)));
  serve.gateway(gatewayReadings, ({ gateway, body }) => patient(ingest.readings(gateway, body)));
  serve.gateway(gatewayEvents, ({ gateway, body }) => patient(ingest.events(gateway, body)));
}

/** The answer, or 503 `message.unavailable` when it takes too long. */
async function patient<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(storingUnavailable()), PATIENCE_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
