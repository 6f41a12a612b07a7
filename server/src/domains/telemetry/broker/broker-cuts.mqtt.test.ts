import { expect, test } from "vitest";
import { cutOff, gatewayWithWill, sendHugePacket } from "../../../../testing/cut-gateway-kit.ts";
import { connected, gatewayServer, newGateway } from "../../../../testing/gateway-kit.ts";

/** Enough for every order in which the end of a socket, its will and its answers in flight can meet. */
const ROUNDS = 200;

test("gateways with a will and a birth in flight are cut 200 times, by RST and by FIN, and the broker serves on", async () => {
  const { db, mqttUrl, broker } = await gatewayServer();
  const gateway = await newGateway(db);
  for (let round = 0; round < ROUNDS; round += 1) {
    await cutOff(await gatewayWithWill(broker.port, gateway, round), round % 2 === 0 ? "RST" : "FIN");
  }
  const { publish } = await connected(mqttUrl, gateway);
  await publish("state", { online: true });
});

test("a packet of 2 MB ends the connection that sends it and nothing else, its will included", async () => {
  const { db, mqttUrl, broker } = await gatewayServer();
  const gateway = await newGateway(db);
  const neighbour = await connected(mqttUrl, await newGateway(db));
  await sendHugePacket(await gatewayWithWill(broker.port, gateway, 1), gateway.serial);
  await neighbour.publish("state", { online: true });
  expect(neighbour.client.connected).toBe(true);
});
