// Takes messages from an MQTT broker of the operator's own instead of the embedded one. That broker signs gateways in
// and keeps each to its own topics; what it delivers is believed to come from the gateway that the topic names.
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { callbackify } from "node:util";
import { GATEWAY_TOPICS } from "@heliograph/contract";
import mqtt, { type MqttClient } from "mqtt";
import type { Pools } from "../../../platform/db.ts";
import type { GatewayCaller } from "../../../platform/http.ts";
import type { Listener } from "../../../platform/listener.ts";
import type { Logger } from "../../../platform/log.ts";
import { startExternalLines, type ExternalLines } from "./broker-external-lines.mqtt.ts";
import { upTopic, type Sequence, type UpTopic } from "./broker-access.ts";
import { takeMessage } from "./broker-messages.mqtt.ts";
import { gatewayBySerial } from "../ingest/gateway.sql.ts";
import type { Ingest } from "../ingest/ingest.jobs.ts";

/**
 * A connection gives the next message only after the last was acknowledged, which is after its commit; micro-batches
 * fill from many connections.
 */
const CONNECTIONS = 32;
/** Servers share the messages among them. */
const SHARE = "$share/heliograph/";
const KINDS = ["birth", "readings", "events", "state", "ack"] as const;
/** A gateway that was removed may still be taken for known for this long. */
const KNOWN_MS = 5000;
const RETRY_MS = 1000;
/** How long the broker keeps messages for a server that is away. */
const SESSION_S = 7 * 86_400;

interface ExternalBroker {
  /** Leaves the broker; what was not acknowledged stays there for the next start. */
  readonly stop: () => Promise<void>;
}

interface Parts {
  /** mqtt:// or mqtts://, with user and password where the broker wants them. */
  readonly url: string;
  readonly pools: Pools;
  readonly ingest: Ingest;
  /** Hears what waits for gateways. */
  readonly listener: Listener;
  readonly log?: Logger;
  /** Names the sessions on the broker, the same at each start of this server; by default the machine's name. */
  readonly name?: string;
}

/** Subscribes at the broker; connections that are lost, or cannot be made yet, are tried again for ever. */
export async function startExternalBroker(parts: Parts): Promise<ExternalBroker> {
  const leaving = new AbortController();
  const known = knownGateways(parts.pools);
  const lines = await startExternalLines(parts);
  const name = `heliograph-${parts.name ?? hostname()}`;
  // A connection of its own: those below hear of nothing else while a message is being taken.
  const results = mqtt.connect(parts.url, { clientId: `${name}-results`, reconnectPeriod: RETRY_MS });
  results.on("error", (error) => parts.log?.warn({ err: error }, "the broker cannot be reached"));
  const clients = Array.from({ length: CONNECTIONS }, (_, index) => {
    const client = mqtt.connect(parts.url, {
      clientId: `${name}-${index}`,
      // The library lets its user acknowledge in version 5 only.
      protocolVersion: 5,
      // The broker keeps what comes while we are away, and what we had not acknowledged.
      clean: false,
      properties: { sessionExpiryInterval: SESSION_S, receiveMaximum: 10 },
      reconnectPeriod: RETRY_MS,
      resubscribe: false,
      customHandleAcks: (topic, message, packet, done) => {
        if (packet.qos === 0) return done(0);
        acknowledge(topic, message, (error) => {
          // Left while it waited: no acknowledgement, so that it is delivered again.
          if (error === null) done(0);
        });
        return undefined;
      },
    });
    const take = (topic: string, message: Buffer) =>
      persistently({ ...parts, known, results, lines, leaving: leaving.signal }, topic, message);
    const acknowledge = callbackify(take);
    client.on("connect", () => {
      const topics = KINDS.map((kind) => `${SHARE}${GATEWAY_TOPICS[kind]("+")}`);
      client.subscribe(topics, { qos: 1 }, (error) => {
        if (error) parts.log?.error({ err: error }, "the broker refuses the subscriptions");
      });
    });
    client.on("message", (topic, message, packet) => {
      if (packet.qos === 0) take(topic, message).catch(() => {});
    });
    client.on("error", (error) => parts.log?.warn({ err: error }, "the broker cannot be reached"));
    return client;
  });
  return {
    stop: async () => {
      leaving.abort();
      await lines.stop();
      await Promise.all([results, ...clients].map((client) => client.endAsync(true)));
    },
  };
}

interface Taking extends Parts {
  readonly known: (serial: string) => Promise<GatewayCaller | null>;
  readonly results: MqttClient;
  readonly lines: ExternalLines;
  readonly leaving: AbortSignal;
}

/** Resolves once the message may be acknowledged: it was taken, or concerns nobody. Rejects when we leave before that. */
async function persistently(parts: Taking, topic: string, payload: Buffer): Promise<void> {
  const { serial = "", kind } = parsedTopic(topic);
  if (kind === null) return;
  for (;;) {
    parts.leaving.throwIfAborted();
    try {
      const gateway = await parts.known(serial);
      if (gateway === null) return;
      await takeIn(parts, gateway, { kind, payload });
      return;
    } catch (error) {
      parts.log?.warn({ err: error }, "a message could not be stored; it is tried again");
    }
    await delay(RETRY_MS, undefined, { signal: parts.leaving });
  }
}

async function takeIn(
  { ingest, results, lines, log }: Taking,
  gateway: GatewayCaller,
  { kind, payload }: { kind: UpTopic; payload: Buffer },
): Promise<void> {
  const isOnline = kind !== "state" || !/"online"\s*:\s*false/.test(payload.toString());
  ingest.online(gateway, isOnline);
  if (isOnline) lines.heard(gateway.gateway_id, kind === "state" || kind === "birth");
  // Messages of a gateway are spread over connections and servers, so their order tells nothing.
  const sequence: Sequence = { last: null, quietUntil: 0 };
  const reply = async (result: object) => {
    // Its broker has acknowledged the message already: the gateway cannot send it again, we keep it instead.
    if (JSON.stringify(result).includes('"message.unavailable"')) return;
    await results.publishAsync(GATEWAY_TOPICS.result(gateway.serial), JSON.stringify(result), { qos: 1 });
  };
  await takeMessage(
    { ingest, ...(log === undefined ? {} : { log }) },
    { gateway, sequence },
    { topic: kind, payload, reply },
  );
}

function parsedTopic(topic: string): { serial?: string; kind: UpTopic | null } {
  const serial = topic.split("/")[2];
  return serial === undefined ? { kind: null } : { serial, kind: upTopic(serial, topic) };
}

/** Looks gateways up by serial and remembers them for KNOWN_MS; null: there is none. */
function knownGateways({ db }: Pools): (serial: string) => Promise<GatewayCaller | null> {
  const known = new Map<string, { gateway: Promise<GatewayCaller | null>; until: number }>();
  return (serial) => {
    const now = Date.now();
    const entry = known.get(serial);
    if (entry !== undefined && entry.until > now) return entry.gateway;
    if (known.size > 20_000) known.clear();
    const gateway = gatewayBySerial(db, serial);
    known.set(serial, { gateway, until: now + KNOWN_MS });
    gateway.catch(() => known.delete(serial));
    return gateway;
  };
}
