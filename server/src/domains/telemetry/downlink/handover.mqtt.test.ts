// When a gateway is given what waits, and that nothing is given twice, whatever breaks on the way.
import { randomUUID } from "node:crypto";
import { ackResult, GATEWAY_TOPICS, type CommandMessage } from "@heliograph/contract";
import mqtt from "mqtt";
import { expect, onTestFinished, test } from "vitest";
import { commandFor, give } from "../../../../testing/downlink/downlink-kit.ts";
import { connected, gatewayLogin, gatewayServer, newGateway } from "../../../../testing/gateway-kit.ts";
import { mosquitto, mosquittoInstalled } from "../../../../testing/downlink/mosquitto-kit.ts";
import { freshPools } from "../../../../testing/test-kit.ts";
import { startListener } from "../../../platform/listener.ts";
import { holdCommands, messagesOf, startBroker, startExternalBroker, startIngest } from "../index.ts";
import { startHandover, type Lines } from "./handover.jobs.ts";

const PATIENCE = { timeout: 15_000, interval: 50 };

/** Connections of a test's own: every gateway is there, and what is published is noted. */
function lines(rest: Partial<Lines> = {}) {
  const published: { gateway_id: number; uid: string }[] = [];
  const here: Lines = {
    all: () => [],
    hears: () => true,
    publish: async ({ gateway_id }, topic, message) => {
      if (topic === "command") published.push({ gateway_id, uid: (message as CommandMessage).command_uid });
      return true;
    },
    ...rest,
  };
  return { lines: here, published };
}

async function place() {
  const pools = await freshPools();
  const gateway = await newGateway(pools.db);
  const listener = startListener(pools.url);
  onTestFinished(() => listener.stop());
  const start = async (of: Lines) => {
    const handover = await startHandover({ db: pools.db, listener }, of);
    onTestFinished(() => handover.stop());
    return handover;
  };
  const fate = async (uid: string) =>
    (await pools.db.transaction().execute((tx) => messagesOf(tx, [uid])))[0];
  return { ...pools, gateway, start, fate };
}

test("a server that dies between taking a message and publishing it leaves it sent: no other publishes it again", async () => {
  const { db, gateway, start, fate } = await place();
  const { promise: death, resolve: die } = Promise.withResolvers<boolean>();
  const dying = lines({ publish: () => death });
  const first = await start(dying.lines);
  const [uid = ""] = await give(db, gateway);
  await expect.poll(async () => (await fate(uid))?.sent_at, PATIENCE).toBeInstanceOf(Date);
  const next = lines({ all: () => [gateway.gateway_id] });
  const second = await start(next.lines);
  second.reached(gateway.gateway_id);
  second.everybody();
  first.reached(gateway.gateway_id);
  const [later = ""] = await give(db, gateway);
  await expect.poll(() => next.published, PATIENCE).toEqual([{ gateway_id: gateway.gateway_id, uid: later }]);
  expect(await fate(uid)).toMatchObject({ ack_at: null });
  die(true);
});

test("what failed on its way to the gateway is not sent again, and what nobody was there for waits on", async () => {
  const { db, gateway, start } = await place();
  const tried: string[] = [];
  let way: "fails" | "nobody" | "works" = "fails";
  const { lines: of, published } = lines();
  const handover = await start({
    ...of,
    publish: async (...message) => {
      if (message[1] === "hold") return true;
      tried.push(way);
      if (way === "fails") throw new Error("connection lost");
      return way === "nobody" ? false : of.publish(...message);
    },
  });
  await give(db, gateway);
  await expect.poll(() => tried, PATIENCE).toEqual(["fails"]);
  way = "nobody";
  const [waits = ""] = await give(db, gateway);
  await expect.poll(() => tried, PATIENCE).toEqual(["fails", "nobody"]);
  way = "works";
  await expect
    .poll(() => {
      handover.reached(gateway.gateway_id);
      return published.map(({ uid }) => uid);
    }, PATIENCE)
    .toEqual([waits]);
});

test("while the database is away nothing is taken, and it goes on by itself when that is back", async () => {
  const { db, gateway, start } = await place();
  const { lines: of, published } = lines();
  const handover = await start(of);
  await db.schema.alterTable("gateway_hold").renameTo("gateway_hold_away").execute();
  const [uid = ""] = await give(db, gateway);
  handover.reached(gateway.gateway_id);
  await expect
    .poll(async () => (await db.selectFrom("gateway_message").select("sent_at").executeTakeFirst())?.sent_at)
    .toBeNull();
  await db.schema.alterTable("gateway_hold_away").renameTo("gateway_hold").execute();
  await expect.poll(() => published.map((one) => one.uid), PATIENCE).toEqual([uid]);
});

test("a gateway that is not subscribed to its commands is given none; it gets them as soon as it is, on whichever connection", async () => {
  const { db, mqttUrl, ...at } = await gatewayServer();
  const gateway = await newGateway(db);
  const { client, results, publish } = await connected(mqttUrl, gateway);
  const [uid = ""] = await give(db, gateway);
  await publish("state", { online: true });
  const hears = () =>
    db
      .selectFrom("gateway")
      .select(["connected", "hears_commands"])
      .where("gateway_id", "=", gateway.gateway_id)
      .executeTakeFirst();
  await expect.poll(hears, PATIENCE).toEqual({ connected: true, hears_commands: false });
  expect(results).toEqual([]);
  const other = await mqtt.connectAsync(mqttUrl, gatewayLogin(gateway, "commands"));
  onTestFinished(() => other.endAsync(true));
  const got: string[] = [];
  other.on("message", (_topic, payload) => {
    got.push((JSON.parse(payload.toString()) as CommandMessage).command_uid);
  });
  await other.subscribeAsync(GATEWAY_TOPICS.command(gateway.serial), { qos: 1 });
  await expect.poll(() => got, PATIENCE).toEqual([uid]);
  await expect.poll(hears, PATIENCE).toEqual({ connected: true, hears_commands: true });
  await other.unsubscribeAsync(GATEWAY_TOPICS.command(gateway.serial));
  await expect.poll(hears, PATIENCE).toEqual({ connected: true, hears_commands: false });
  await client.endAsync(true);
  await other.endAsync(true);
  await expect.poll(hears, PATIENCE).toEqual({ connected: false, hears_commands: false });
  expect(at.broker.port).toBeGreaterThan(0);
});

test("a gateway that comes back is told at once what it holds, though it was told before", async () => {
  const { db, mqttUrl } = await gatewayServer();
  const gateway = await newGateway(db);
  const { gateway_id, serial } = gateway;
  const uids = await give(db, gateway, [commandFor({ expires_at: Date.now() - 1 })]);
  await db.transaction().execute((tx) => holdCommands(tx, [{ gateway_id, uids }]));
  for (const id of [undefined, "again"]) {
    const client = await mqtt.connectAsync(mqttUrl, gatewayLogin(gateway, id));
    const held: unknown[] = [];
    client.on("message", (_topic, payload) => held.push(JSON.parse(payload.toString())));
    await client.subscribeAsync([GATEWAY_TOPICS.command(serial), GATEWAY_TOPICS.hold(serial)], { qos: 1 });
    await expect.poll(() => held, PATIENCE).toEqual([{ v: 1, held: uids }]);
    await client.endAsync();
  }
});

test("an answer that cannot be read or is to no command of the gateway is told so on its result topic, and recorded", async () => {
  const { db, mqttUrl } = await gatewayServer();
  const gateway = await newGateway(db);
  const { results, publish } = await connected(mqttUrl, gateway);
  const unknown = randomUUID();
  await publish("ack", "{");
  await publish("ack", { v: 1, command_uid: unknown, status: "perhaps" });
  await publish("ack", { v: 1, command_uid: unknown, status: "done" });
  await expect.poll(() => results, PATIENCE).toHaveLength(3);
  expect(results.map((one) => ackResult.parse(one))).toMatchObject([
    { command_uid: null, counted: false, refused: [{ reason: "message.not_json" }] },
    { command_uid: unknown, counted: false, refused: [{ reason: "message.invalid" }] },
    { command_uid: unknown, counted: false, refused: [{ reason: "command.unknown" }] },
  ]);
  const kept = await db.selectFrom("refused_reading").select("reason").orderBy("refused_id").execute();
  expect(kept.map(({ reason }) => reason)).toEqual([
    "message.not_json",
    "message.invalid",
    "command.unknown",
  ]);
});

test.skipIf(!mosquittoInstalled)(
  "behind an operator's own broker a gateway that is not subscribed is given nothing, and all of it once it is and sends something",
  async () => {
    const url = await mosquitto();
    const pools = await freshPools();
    const ingest = startIngest({ pools, url: pools.url });
    const listener = startListener(pools.url);
    const broker = await startExternalBroker({ url, pools, ingest, listener, name: "deaf" });
    onTestFinished(async () => {
      await broker.stop();
      await ingest.stop();
      await listener.stop();
    });
    const gateway = await newGateway(pools.db);
    const client = await mqtt.connectAsync(url, gatewayLogin(gateway));
    onTestFinished(() => client.endAsync(true));
    const state = () =>
      client.publishAsync(GATEWAY_TOPICS.state(gateway.serial), '{"online":true}', { qos: 1 });
    const flags = () =>
      pools.db
        .selectFrom("gateway")
        .select(["connected", "hears_commands"])
        .where("gateway_id", "=", gateway.gateway_id)
        .executeTakeFirst();
    await expect
      .poll(async () => {
        await state();
        return flags();
      }, PATIENCE)
      .toEqual({ connected: true, hears_commands: false });
    const uids = await give(pools.db, gateway, [commandFor(), commandFor()]);
    const unsent = async () => {
      const rows = await pools.db.transaction().execute((tx) => messagesOf(tx, uids));
      return rows.filter(({ sent_at }) => sent_at === null).length;
    };
    await state();
    expect(await unsent()).toBe(2);
    const got: string[] = [];
    client.on("message", (topic, payload) => {
      if (topic !== GATEWAY_TOPICS.command(gateway.serial)) return;
      got.push((JSON.parse(payload.toString()) as CommandMessage).command_uid);
    });
    await client.subscribeAsync(
      [GATEWAY_TOPICS.command(gateway.serial), GATEWAY_TOPICS.hold(gateway.serial)],
      { qos: 1 },
    );
    await state();
    await expect.poll(() => got, PATIENCE).toEqual(uids);
    await expect.poll(flags, PATIENCE).toEqual({ connected: true, hears_commands: true });
  },
);

test("a broker that begins anew gives what waited meanwhile, and not what was given before", async () => {
  const { db, mqttUrl, broker, ingest, listener, ...pools } = await gatewayServer();
  const gateway = await newGateway(db);
  const hear = async (url: string) => {
    const client = await mqtt.connectAsync(url, gatewayLogin(gateway));
    onTestFinished(() => client.endAsync(true));
    const got: string[] = [];
    client.on("message", (_topic, payload) => {
      got.push((JSON.parse(payload.toString()) as CommandMessage).command_uid);
    });
    await client.subscribeAsync(GATEWAY_TOPICS.command(gateway.serial), { qos: 1 });
    return got;
  };
  const [before = ""] = await give(db, gateway);
  const first = await hear(mqttUrl);
  await expect.poll(() => first, PATIENCE).toEqual([before]);
  await broker.stop();
  const [meanwhile = ""] = await give(db, gateway);
  const again = await startBroker({ port: 0, host: "127.0.0.1", pools: { db, ...pools }, ingest, listener });
  onTestFinished(() => again.stop());
  const second = await hear(`mqtt://127.0.0.1:${again.port}`);
  await expect.poll(() => second, PATIENCE).toEqual([meanwhile]);
});
