// A gateway with a credential, and the broker and ingest it talks to, over a fresh database.
import { createHash, randomBytes } from "node:crypto";
import { birthResult, eventsResult, GATEWAY_TOPICS, readingsResult } from "@heliograph/contract";
import mqtt, { type IClientOptions, type MqttClient } from "mqtt";
import { onTestFinished } from "vitest";
import { startBroker, startIngest } from "../src/domains/telemetry/index.ts";
import type { Db } from "../src/platform/db.ts";
import { startListener } from "../src/platform/listener.ts";
import { freshPools, scene } from "./test-kit.ts";

/** A gateway as a test knows it. */
export interface TestGateway {
  readonly gateway_id: number;
  readonly gateway_uid: string;
  readonly project_id: number;
  readonly serial: string;
  readonly credential: string;
  /** Its one inverter. */
  readonly device_id: number;
  readonly device_uid: string;
}

/** A project with a gateway that has a credential and one inverter. */
export async function newGateway(db: Db): Promise<TestGateway> {
  const { gateway_serial: serial, ...at } = await scene(db);
  const credential = randomBytes(32).toString("base64url");
  const credential_hash = createHash("sha256").update(credential).digest("hex");
  await db.updateTable("gateway").set({ credential_hash }).where("gateway_id", "=", at.gateway_id).execute();
  return { ...at, serial, credential };
}

/** Broker and ingest on a fresh database; both end with the test. */
export async function gatewayServer(proxies: readonly string[] = []) {
  const pools = await freshPools();
  const listener = startListener(pools.url);
  const ingest = startIngest({ pools, url: pools.url });
  const broker = await startBroker({ port: 0, host: "127.0.0.1", pools, ingest, listener, proxies });
  onTestFinished(async () => {
    await broker.stop();
    await ingest.stop();
    await listener.stop();
  });
  const url = `mqtt://127.0.0.1:${broker.port}`;
  return { ...pools, listener, ingest, broker, mqttUrl: url };
}

/** How a gateway signs in; `id` names one of several connections of it. */
export function gatewayLogin(gateway: TestGateway, id?: string): IClientOptions {
  return {
    clientId: id === undefined ? gateway.serial : `${gateway.serial}.${id}`,
    username: gateway.serial,
    password: gateway.credential,
    reconnectPeriod: 0,
    connectTimeout: 5000,
  };
}

/** A connected gateway that hears its results. Ends with the test. */
export async function connected(url: string, gateway: TestGateway, options: IClientOptions = {}) {
  const client = await mqtt.connectAsync(url, { ...gatewayLogin(gateway), ...options });
  onTestFinished(async () => {
    await client.endAsync(true);
  });
  const results: unknown[] = [];
  client.on("message", (_topic, payload) => results.push(JSON.parse(payload.toString())));
  // What the broker does to a connection is what tests look at; unheard, the error would end the run.
  client.on("error", () => {});
  await client.subscribeAsync(GATEWAY_TOPICS.result(gateway.serial), { qos: 1 });
  const publish = (topic: "birth" | "readings" | "events" | "state" | "ack", message: unknown) =>
    client.publishAsync(
      GATEWAY_TOPICS[topic](gateway.serial),
      typeof message === "string" || Buffer.isBuffer(message) ? message : JSON.stringify(message),
      {
        qos: 1,
      },
    );
  return { client, results, publish };
}

/** A readings message of the gateway's inverter. */
export function readings(gateway: TestGateway, entries: readonly object[], rest: object = {}) {
  return {
    v: 1,
    seq: 1,
    sent_at: Date.now(),
    readings: entries.map((entry) => ({ device_uid: gateway.device_uid, ...entry })),
    ...rest,
  };
}

export const parseReadings = (result: unknown) => readingsResult.parse(result);
export const parseBirth = (result: unknown) => birthResult.parse(result);
export const parseEvents = (result: unknown) => eventsResult.parse(result);

/** Resolves when the connection is closed by the other side. */
export function closed(client: MqttClient): Promise<void> {
  return new Promise((resolve) => client.once("close", () => resolve()));
}
