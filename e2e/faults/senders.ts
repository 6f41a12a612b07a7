// Gateways that send as fast as they are answered, remember what was acknowledged, and never give up.
import { setTimeout as delay } from "node:timers/promises";
import mqtt, { type MqttClient } from "mqtt";

/** A gateway and its devices, as the database knows them. */
export interface SendingGateway {
  readonly serial: string;
  readonly credential: string;
  readonly devices: readonly { device_id: number; device_uid: string }[];
}

/** What a gateway has sent so far. Message n holds one reading of each device at `instant(n)`. */
export interface Sender {
  readonly gateway: SendingGateway;
  /** Numbers of the messages that were acknowledged. */
  readonly acknowledged: ReadonlySet<number>;
  /** Numbers from 0 up to this one were sent, acknowledged or not. */
  readonly sent: () => number;
  /** The longest time between two acknowledgements so far, or from the last one until now, ms. */
  readonly longestPauseMs: () => number;
  /** Sends no new messages and resolves when all that were begun are acknowledged. */
  readonly finish: () => Promise<void>;
}

const STEP_MS = 1000;
/** Messages of a gateway that may wait for their acknowledgement at once. */
const WINDOW = 20;
const PAUSE_MS = 50;

/** The end of the interval of message n, ms since 1970, for a run that began at `begin`. */
export const instant = (begin: number, n: number) => begin + n * STEP_MS;
/** The lifetime counter of the given device in message n, Wh. */
export const counter = (n: number, device: number) => 1000 * device + n;

function message(gateway: SendingGateway, begin: number, n: number): string {
  const readings = gateway.devices.map(({ device_uid }, device) => ({
    device_uid,
    t: instant(begin, n),
    m: {
      energy_total_wh: counter(n, device),
      ac_power_w: 3600,
      ac_voltage_v: 230.5,
      state: 4,
      dc_power_w: 3700,
    },
  }));
  return JSON.stringify({ v: 1, seq: n, sent_at: Date.now(), interval_s: 1, readings });
}

/** A way to send one message; resolves when it was acknowledged, rejects when it must be sent again. */
type Send = (n: number, text: string) => Promise<void>;

/** Starts to send at `begin` over the given way, WINDOW messages at once. */
function startSender(gateway: SendingGateway, begin: number, send: Send): Sender {
  const acknowledged = new Set<number>();
  const state = { next: 0, finishing: false };
  const pauses = { since: Date.now(), longestMs: 0 };
  const acknowledge = (n: number) => {
    acknowledged.add(n);
    pauses.longestMs = Math.max(pauses.longestMs, Date.now() - pauses.since);
    pauses.since = Date.now();
  };
  const work = async () => {
    while (!state.finishing) {
      const n = state.next;
      state.next += 1;
      while (!acknowledged.has(n)) {
        await send(n, message(gateway, begin, n)).then(
          () => acknowledge(n),
          () => delay(PAUSE_MS),
        );
      }
    }
  };
  const workers = Promise.all(Array.from({ length: WINDOW }, work));
  return {
    gateway,
    acknowledged,
    sent: () => state.next,
    longestPauseMs: () => Math.max(pauses.longestMs, Date.now() - pauses.since),
    finish: async () => {
      state.finishing = true;
      await workers;
    },
  };
}

/** Sends over MQTT with QoS 1; connects anew whenever the connection is lost. */
export function mqttSender(url: string, gateway: SendingGateway, begin: number): Sender {
  let connection: Promise<MqttClient> | undefined;
  const connect = async (): Promise<MqttClient> => {
    const client = await mqtt.connectAsync(
      url,
      {
        clientId: gateway.serial,
        username: gateway.serial,
        password: gateway.credential,
        reconnectPeriod: 0,
        connectTimeout: 3000,
      },
      false,
    );
    client.on("error", () => {});
    client.once("close", () => {
      connection = undefined;
      client.end(true); // fails what waits for its acknowledgement, so that it is sent again
    });
    return client;
  };
  const sender = startSender(gateway, begin, async (_, text) => {
    connection ??= connect().catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    const client = await connection;
    await acknowledgedBy(client, `hg/v1/${gateway.serial}/readings`, text);
  });
  return {
    ...sender,
    finish: async () => {
      await sender.finish();
      await (await connection)?.endAsync(true);
    },
  };
}

function acknowledgedBy(client: MqttClient, topic: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const lost = () => reject(new Error("connection lost"));
    client.once("close", lost);
    client.publish(topic, text, { qos: 1 }, (error) => {
      client.off("close", lost);
      if (error) reject(error);
      else resolve();
    });
    client.setMaxListeners(WINDOW * 2);
  });
}

/** Sends over HTTP. A message counts as acknowledged when the answer says that all its readings are there. */
export function httpSender(url: string, gateway: SendingGateway, begin: number): Sender {
  const authorization = `Basic ${Buffer.from(`${gateway.serial}:${gateway.credential}`).toString("base64")}`;
  return startSender(gateway, begin, async (_, body) => {
    const reply = await fetch(`${url}/api/v1/gateway/readings`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body,
      signal: AbortSignal.timeout(20_000),
    });
    const said: unknown = await reply.json();
    if (!reply.ok) throw new Error(JSON.stringify(said));
    // The server's own answer, as the contract states it.
    const { stored, duplicate, corrected } = said as { stored: number; duplicate: number; corrected: number };
    if (stored + duplicate + corrected !== gateway.devices.length) throw new Error(JSON.stringify(said));
  });
}
