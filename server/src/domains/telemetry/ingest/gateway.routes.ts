// The gateway protocol over HTTP: the same messages and the same way into the database as over MQTT.
import {
  gatewayAck,
  gatewayBirth,
  gatewayEvents,
  gatewayReadings,
  type HandedOver,
} from "@heliograph/contract";
import type { GatewayCaller, Serve } from "../../../platform/http.ts";
import type { Ingest } from "./ingest.jobs.ts";
import { storingUnavailable } from "./lane.ts";

/** A caller that waited this long for the database is asked to come back; what it sent may still be stored. */
const PATIENCE_MS = 15_000;

/** Serves birth, readings, events and acknowledgements; each answers after the commit, the first three with what waits for the gateway. */
export function gatewayMessageRoutes(serve: Serve, ingest: Ingest): void {
  const answer = async <T>(caller: Caller, stored: Promise<T>): Promise<T & HandedOver> => ({
    ...(await patient(stored)),
    ...(await handedTo(ingest, caller)),
  });
  serve.gateway(gatewayBirth, (call) => answer(call, ingest.birth(call.gateway, call.body)));
  serve.gateway(gatewayReadings, (call) => answer(call, ingest.readings(call.gateway, call.body)));
  serve.gateway(gatewayEvents, (call) => answer(call, ingest.events(call.gateway, call.body)));
  serve.gateway(gatewayAck, ({ gateway, body }) => patient(ingest.ack(gateway, body)));
}

interface Caller {
  readonly gateway: GatewayCaller;
  readonly signal: AbortSignal;
}

/** What the answer carries besides; nothing for a caller that has left, and nothing where the database is away by now. */
async function handedTo(ingest: Ingest, { gateway, signal }: Caller): Promise<HandedOver> {
  const nothing: HandedOver = { commands: [], held: [] };
  if (signal.aborted) return nothing;
  // What the gateway sent is stored: the answer says so, whatever becomes of this.
  return ingest.forAnswer(gateway).catch(() => nothing);
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
