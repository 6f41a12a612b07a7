import { connect as openSocket, type Socket } from "node:net";
import { once } from "node:events";
import { GATEWAY_TOPICS } from "@heliograph/contract";
import mqttPacket from "mqtt-packet";
import { expect, test } from "vitest";
import { connected, gatewayServer, newGateway, type TestGateway } from "../../../../testing/gateway-kit.ts";

/** Enough for every order in which the end of a socket, its will and its answers in flight can meet. */
const ROUNDS = 200;

/** A gateway as our protocol page advises: a will on its state topic, its two topics subscribed, a birth in flight. */
async function withWill(port: number, gateway: TestGateway, id: number): Promise<Socket> {
  const { serial, credential } = gateway;
  const socket = openSocket({ host: "127.0.0.1", port });
  // A cut is what this is about.
  socket.on("error", () => {});
  await once(socket, "connect");
  const send = (packet: mqttPacket.Packet) => socket.write(mqttPacket.generate(packet));
  send({
    cmd: "connect",
    clientId: `${serial}.${id}`,
    username: serial,
    password: Buffer.from(credential),
    clean: true,
    keepalive: 30,
    protocolId: "MQTT",
    protocolVersion: 4,
    will: {
      topic: GATEWAY_TOPICS.state(serial),
      payload: Buffer.from(JSON.stringify({ online: false })),
      qos: 1,
      retain: false,
    },
  });
  await once(socket, "data");
  send({
    cmd: "subscribe",
    messageId: 1,
    subscriptions: [
      { topic: GATEWAY_TOPICS.result(serial), qos: 1 },
      { topic: GATEWAY_TOPICS.command(serial), qos: 1 },
    ],
  });
  await once(socket, "data");
  send({
    cmd: "publish",
    topic: GATEWAY_TOPICS.birth(serial),
    payload: JSON.stringify({ v: 1, seq: 0, sent_at: Date.now(), interval_s: 60, devices: [] }),
    qos: 1,
    messageId: 2,
    dup: false,
    retain: false,
  });
  return socket;
}

/** Resolves when the socket is closed, in order or not. */
const end = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()));

test("gateways with a will and a birth in flight are cut 200 times, by RST and by FIN, and the broker serves on", async () => {
  const { db, mqttUrl, broker } = await gatewayServer();
  const gateway = await newGateway(db);
  for (let round = 0; round < ROUNDS; round += 1) {
    const socket = await withWill(broker.port, gateway, round);
    const closed = end(socket);
    if (round % 2 === 0) socket.resetAndDestroy();
    else socket.end();
    await closed;
  }
  const { publish } = await connected(mqttUrl, gateway);
  await publish("state", { online: true });
});

test("a packet of 2 MB ends the connection that sends it and nothing else, its will included", async () => {
  const { db, mqttUrl, broker } = await gatewayServer();
  const gateway = await newGateway(db);
  const neighbour = await connected(mqttUrl, await newGateway(db));
  const socket = await withWill(broker.port, gateway, 1);
  const closed = end(socket);
  socket.write(
    mqttPacket.generate({
      cmd: "publish",
      topic: GATEWAY_TOPICS.readings(gateway.serial),
      payload: Buffer.alloc(2 * 1024 * 1024, 0x20),
      qos: 1,
      messageId: 3,
      dup: false,
      retain: false,
    }),
  );
  await closed;
  await neighbour.publish("state", { online: true });
  expect(neighbour.client.connected).toBe(true);
});
