// The ways down to a gateway, for tests that every way must pass: the embedded broker, an operator's own Mosquitto, and HTTP.
import {
  commandMessage,
  gatewayAck,
  gatewayBirth,
  GATEWAY_TOPICS,
  holdMessage,
  type CommandMessage,
} from "@heliograph/contract";
import mqtt, { type MqttClient } from "mqtt";
import { onTestFinished } from "vitest";
import {
  gatewayMessageRoutes,
  startExternalBroker,
  startIngest,
  type Ingest,
} from "../../src/domains/telemetry/index.ts";
import type { Pools } from "../../src/platform/db.ts";
import { startListener } from "../../src/platform/listener.ts";
import { apiOf } from "../api-kit.ts";
import { gatewayLogin, gatewayServer, newGateway, type TestGateway } from "../gateway-kit.ts";
import { mosquitto } from "./mosquitto-kit.ts";
import { freshPools } from "../test-kit.ts";

/** What a gateway hears and says, whichever way. */
export interface Wire {
  /** The commands that came, in order. */
  readonly commands: CommandMessage[];
  /** What came of holds, in order. */
  readonly held: string[][];
  readonly ack: (message: object) => Promise<void>;
  /** Lets the gateway call, where it must ask; nothing where it is told. */
  readonly call: () => Promise<void>;
  /** The gateway is gone until it comes back. */
  readonly leave: () => Promise<void>;
}

/** A server with a gateway that is not there yet. */
export interface Way {
  readonly pools: Pools & { readonly url: string };
  readonly gateway: TestGateway;
  /** The gateway comes and is ready to be told. */
  readonly come: () => Promise<Wire>;
}

const WAYS_OF_MQTT = ["command", "hold"] as const;

/** A connection that hears commands and holds. */
async function overMqtt(client: MqttClient, serial: string): Promise<Wire> {
  onTestFinished(() => client.endAsync(true));
  client.on("error", () => {});
  const commands: CommandMessage[] = [];
  const held: string[][] = [];
  client.on("message", (topic, payload) => {
    const message: unknown = JSON.parse(payload.toString());
    if (topic === GATEWAY_TOPICS.command(serial)) commands.push(commandMessage.parse(message));
    else held.push(holdMessage.parse(message).held);
  });
  const publish = (topic: "ack" | "birth" | "state", message: object) =>
    client.publishAsync(GATEWAY_TOPICS[topic](serial), JSON.stringify(message), { qos: 1 });
  await client.subscribeAsync(
    WAYS_OF_MQTT.map((topic) => GATEWAY_TOPICS[topic](serial)),
    { qos: 1 },
  );
  await publish("state", { online: true });
  return {
    commands,
    held,
    ack: async (message) => void (await publish("ack", message)),
    call: async () => {},
    leave: async () => {
      await publish("state", { online: false });
      await client.endAsync(true);
    },
  };
}

async function embedded(): Promise<Way> {
  const { mqttUrl, ...pools } = await gatewayServer();
  const gateway = await newGateway(pools.db);
  const come = async () => overMqtt(await mqtt.connectAsync(mqttUrl, gatewayLogin(gateway)), gateway.serial);
  return { pools, gateway, come };
}

async function external(): Promise<Way> {
  const url = await mosquitto();
  const pools = await freshPools();
  const ingest = startIngest({ pools, url: pools.url });
  const listener = startListener(pools.url);
  const broker = await startExternalBroker({ url, pools, ingest, listener, name: "ways" });
  onTestFinished(async () => {
    await broker.stop();
    await ingest.stop();
    await listener.stop();
  });
  const gateway = await newGateway(pools.db);
  const come = async () => overMqtt(await mqtt.connectAsync(url, gatewayLogin(gateway)), gateway.serial);
  return { pools, gateway, come };
}

async function polling(): Promise<Way> {
  const pools = await freshPools();
  const ingest: Ingest = startIngest({ pools, url: pools.url });
  onTestFinished(() => ingest.stop());
  const gateway = await newGateway(pools.db);
  const api = await apiOf(pools.db, (serve) => gatewayMessageRoutes(serve, ingest));
  const authorization = `Basic ${Buffer.from(`${gateway.serial}:${gateway.credential}`).toString("base64")}`;
  const ack = async (body: object) => void (await api(gatewayAck, { authorization, body }));
  const come = async (): Promise<Wire> => {
    const commands: CommandMessage[] = [];
    const held: string[][] = [];
    const call = async () => {
      const body = { v: 1, seq: 0, sent_at: Date.now(), devices: [] };
      const answer = gatewayBirth.answer.parse((await api(gatewayBirth, { authorization, body })).body);
      commands.push(...answer.commands);
      if (answer.held.length > 0) held.push(answer.held);
    };
    await call();
    return { commands, held, ack, call, leave: async () => {} };
  };
  return { pools, gateway, come };
}

/** Every way down, by its name. */
export const WAYS = { embedded, external, polling };
