// Commands by way of an operator's own broker. It does not say who is subscribed; but one that speaks MQTT 5 answers a message for
// which nobody is with the reason "no matching subscribers", so that it is known who was there.
import { GATEWAY_TOPICS } from "@heliograph/contract";
import mqtt, { type IClientOptions, type MqttClient } from "mqtt";
import type { Pools } from "../../../platform/db.ts";
import type { Listener } from "../../../platform/listener.ts";
import type { Logger } from "../../../platform/log.ts";
import { startHandover, type Lines } from "../downlink/handover.jobs.ts";
import { connectedGateways } from "../ingest/gateway.sql.ts";
import type { Ingest } from "../ingest/ingest.jobs.ts";

interface Parts {
  readonly url: string;
  readonly pools: Pools;
  readonly ingest: Ingest;
  readonly listener: Listener;
  readonly log?: Logger;
}

export interface ExternalLines {
  /** A message of the gateway came; `isFresh` where it has just connected or announced itself. */
  readonly heard: (gateway_id: number, isFresh: boolean) => void;
  readonly stop: () => Promise<void>;
}

const RETRY_MS = 1000;
/** A gateway that sends but was not subscribed is tried again at most this often, when it sends. */
const AGAIN_MS = 5000;
/** Word of a hold that waits longer in the broker for a gateway that is away says nothing any more, s. */
const HOLD_KEPT_S = 30;
/** MQTT 5, 3.4.2.1: the message was accepted, and there are no subscribers. */
const NO_SUBSCRIBERS = 16;

/** Begins to hand over by way of the broker. */
export async function startExternalLines(parts: Parts): Promise<ExternalLines> {
  const { pools, ingest, listener, log } = parts;
  /** Gateways that were not subscribed when last tried, with when that was, ms since 1970. */
  const deaf = new Map<number, number>();
  const sender = keepSender(parts, () => handover.everybody());
  const lines: Lines = {
    all: () => connectedGateways(pools.db),
    hears: () => null,
    publish: ({ serial }, topic, message) =>
      sender.publish(GATEWAY_TOPICS[topic](serial), message, keptFor(message)),
    found: (gateway_id, hears) => {
      if (hears) deaf.delete(gateway_id);
      else deaf.set(gateway_id, Date.now());
      ingest.hearsCommands({ gateway_id }, hears);
    },
  };
  const handing = { db: pools.db, listener, ...(log === undefined ? {} : { log }) };
  const handover = await startHandover(handing, lines);
  sender.start();
  const known = new Set<number>();
  return {
    heard: (gateway_id, isFresh) => {
      const triedAt = deaf.get(gateway_id);
      const isAgain = triedAt !== undefined && Date.now() - triedAt > AGAIN_MS;
      if (!isFresh && !isAgain && known.has(gateway_id)) return;
      known.add(gateway_id);
      handover.reached(gateway_id);
    },
    stop: async () => {
      // What is under way ends with the connection.
      await Promise.all([handover.stop(), sender.stop()]);
    },
  };
}

/** How long the broker may keep the message for a gateway that is away, s: a command until it expires. */
function keptFor(message: object): number {
  const { expires_at }: { expires_at?: number } = message;
  if (expires_at === undefined) return HOLD_KEPT_S;
  return Math.max(1, Math.ceil((expires_at - Date.now()) / 1000));
}

/**
 * One connection that publishes. When it is lost it is begun anew without what was under way: sent a second time, a command would
 * reach its gateway twice.
 */
function keepSender({ url, log }: Parts, opened: () => void) {
  let client: MqttClient | null = null;
  let reasons = new Map<number, number>();
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  const start = (): void => {
    const options: IClientOptions = { protocolVersion: 5, clean: true, reconnectPeriod: 0 };
    const next = mqtt.connect(url, options);
    const answered = new Map<number, number>();
    next.on("connect", () => {
      client = next;
      reasons = answered;
      opened();
    });
    next.on("packetreceive", (packet) => {
      if (packet.cmd === "puback" && packet.messageId !== undefined) {
        answered.set(packet.messageId, packet.reasonCode ?? 0);
      }
    });
    next.on("error", (error) => log?.warn({ err: error }, "the broker cannot be reached"));
    next.on("close", () => {
      if (client === next) client = null;
      next.end(true);
      if (!stopped) retry = setTimeout(start, RETRY_MS);
    });
  };
  return {
    start,
    publish: async (topic: string, message: object, messageExpiryInterval: number): Promise<boolean> => {
      // Nothing has gone out: whoever it is for waits on.
      if (client === null) return false;
      const answers = reasons;
      const packet = await client.publishAsync(topic, JSON.stringify(message), {
        qos: 1,
        properties: { messageExpiryInterval },
      });
      const messageId = packet?.messageId ?? -1;
      const reason = answers.get(messageId);
      answers.delete(messageId);
      return reason !== NO_SUBSCRIBERS;
    },
    stop: async () => {
      stopped = true;
      clearTimeout(retry);
      await client?.endAsync(true);
    },
  };
}
