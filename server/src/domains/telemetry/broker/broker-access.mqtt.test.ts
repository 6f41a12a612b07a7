import { createConnection } from "node:net";
import mqtt from "mqtt";
import { expect, test } from "vitest";
import { GATEWAY_LIMITS, GATEWAY_TOPICS } from "@heliograph/contract";
import {
  closed,
  connected,
  gatewayServer,
  newGateway,
  readings,
  gatewayLogin,
} from "../../../../testing/gateway-kit.ts";
import { SIGN_IN_LIMITS } from "../../fleet/index.ts";

const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;

test("a wrong credential or none, and an id that is not the gateway's own, are refused", async () => {
  const { db, mqttUrl } = await gatewayServer();
  const gateway = await newGateway(db);
  const cases: [object, number][] = [
    [{ password: "no" }, 4],
    [{ password: undefined }, 4],
    [{ username: undefined, password: undefined }, 2],
    [{ username: "#", clientId: "#" }, 4],
    [{ clientId: "GW-other" }, 2],
    [{ clientId: `${gateway.serial}-2` }, 2],
  ];
  for (const [wrong, code] of cases) {
    const refused = mqtt.connectAsync(mqttUrl, { ...gatewayLogin(gateway), ...wrong }, false);
    await expect(refused, JSON.stringify(wrong)).rejects.toMatchObject({ code });
  }
});

test("after many wrong credentials a gateway is refused unasked, even with the right one; others are not", async () => {
  const { db, mqttUrl } = await gatewayServer();
  const [guessed, neighbour] = [await newGateway(db), await newGateway(db)];
  const code = (wrong: object) =>
    mqtt.connectAsync(mqttUrl, { ...gatewayLogin(guessed), ...wrong }, false).then(
      () => 0,
      (error: unknown) => (error instanceof mqtt.ErrorWithReasonCode ? error.code : -1),
    );
  for (let n = 0; n < SIGN_IN_LIMITS.ofGateway; n += 1) expect(await code({ password: `no ${n}` })).toBe(4);
  expect(await code({})).toBe(5);
  await connected(mqttUrl, neighbour);
});

test("no gateway can push another off the broker by using its id", async () => {
  const { db, mqttUrl } = await gatewayServer();
  const [victim, thief] = [await newGateway(db), await newGateway(db)];
  const { client, publish } = await connected(mqttUrl, victim);
  await expect(
    mqtt.connectAsync(mqttUrl, { ...gatewayLogin(thief), clientId: victim.serial }, false),
  ).rejects.toMatchObject({ code: 2 });
  expect(client.connected).toBe(true);
  await publish("readings", readings(victim, [{ t: minutesAgo(1), m: { ac_power_w: 1 } }]));
});

test("a gateway may have a few connections, and not more", async () => {
  const { db, mqttUrl } = await gatewayServer();
  const gateway = await newGateway(db);
  for (let n = 0; n < GATEWAY_LIMITS.connectionsPerGateway; n += 1) {
    await connected(mqttUrl, gateway, gatewayLogin(gateway, `c${n}`));
  }
  await expect(mqtt.connectAsync(mqttUrl, gatewayLogin(gateway, "more"), false)).rejects.toMatchObject({
    code: 5,
  });
  // One that comes back under the same id takes the place of the old.
  await connected(mqttUrl, gateway, gatewayLogin(gateway, "c0"));
});

test("a gateway that gets a new credential, or is removed, is put off at once", async () => {
  const { db, pool, mqttUrl } = await gatewayServer();
  const gateway = await newGateway(db);
  const { client } = await connected(mqttUrl, gateway);
  const gone = closed(client);
  await pool.query("select pg_notify('gateway_changed', $1)", [String(gateway.gateway_id)]);
  await gone;
});

test("a gateway may not publish to another's topic: its connection ends, nothing is stored, and the attempt is recorded", async () => {
  const { db, mqttUrl } = await gatewayServer();
  const [victim, thief] = [await newGateway(db), await newGateway(db)];
  for (const topic of [
    GATEWAY_TOPICS.readings(victim.serial),
    GATEWAY_TOPICS.command(thief.serial),
    GATEWAY_TOPICS.result(victim.serial),
    "$SYS/x",
    "other",
  ]) {
    const { client } = await connected(mqttUrl, thief);
    const gone = closed(client);
    client.publish(topic, JSON.stringify(readings(victim, [{ t: minutesAgo(1), m: { ac_power_w: 1 } }])), {
      qos: 1,
    });
    await gone;
  }
  expect(await db.selectFrom("reading").select("ts").execute()).toEqual([]);
  const kept = await db.selectFrom("refused_reading").select(["gateway_id", "reason"]).execute();
  expect(kept).toEqual(
    Array.from({ length: 5 }, () => ({ gateway_id: thief.gateway_id, reason: "topic.forbidden" })),
  );
});

test("a gateway may not subscribe to anything but its own commands and results", async () => {
  const { db, mqttUrl } = await gatewayServer();
  const [gateway, other] = [await newGateway(db), await newGateway(db)];
  const { client } = await connected(mqttUrl, gateway);
  for (const topic of [
    "#",
    "+/+/+/result",
    "hg/v1/#",
    "$SYS/#",
    `$share/g/${GATEWAY_TOPICS.result(gateway.serial)}`,
    GATEWAY_TOPICS.result(other.serial),
    GATEWAY_TOPICS.readings(gateway.serial),
  ]) {
    const granted = await client.subscribeAsync(topic, { qos: 1 }).catch((error: unknown) => error);
    expect(granted, topic).toMatchObject({ packet: { granted: [128] } });
  }
  expect(await client.subscribeAsync(GATEWAY_TOPICS.command(gateway.serial), { qos: 1 })).toMatchObject([
    { qos: 1 },
  ]);
});

test("a gateway may not hear another's results", async () => {
  const { db, mqttUrl } = await gatewayServer();
  const [one, two] = [await newGateway(db), await newGateway(db)];
  const listening = await connected(mqttUrl, one);
  const sending = await connected(mqttUrl, two);
  await sending.publish("readings", "{");
  await expect.poll(() => sending.results).toHaveLength(1);
  expect(listening.results).toEqual([]);
});

test("a gateway may not leave a message behind for those who come later", async () => {
  const { db, mqttUrl, broker } = await gatewayServer();
  const gateway = await newGateway(db);
  const first = await connected(mqttUrl, gateway);
  await first.client.publishAsync(GATEWAY_TOPICS.state(gateway.serial), '{"online":true}', {
    qos: 1,
    retain: true,
  });
  await first.client.publishAsync(GATEWAY_TOPICS.readings(gateway.serial), "{", { qos: 1, retain: true });
  await expect.poll(() => first.results).toHaveLength(1);
  const second = await connected(mqttUrl, gateway, gatewayLogin(gateway, "later"));
  await second.publish("readings", readings(gateway, [{ t: minutesAgo(1), m: { ac_power_w: 1 } }]));
  expect(second.results).toEqual([]);
  expect(broker.port).toBeGreaterThan(0);
});

test("nobody can make the broker gather a packet without end, with or without signing in", async () => {
  const { broker } = await gatewayServer();
  const socket = createConnection(broker.port, "127.0.0.1");
  const gone = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("error", () => {});
  // A CONNECT that announces 256 MB.
  socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f, 0x00]));
  await gone;
});
