import { expect, test } from "vitest";
import { GATEWAY_LIMITS, GATEWAY_TOPICS } from "@heliograph/contract";
import {
  connected,
  gatewayServer,
  newGateway,
  parseBirth,
  parseReadings,
  readings,
  gatewayLogin,
} from "../../../../testing/gateway-kit.ts";

const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;

test("birth tells the uids, readings by those uids are stored, and nothing is said where nothing is wrong", async () => {
  const { db, mqttUrl } = await gatewayServer();
  const gateway = await newGateway(db);
  const { publish, results } = await connected(mqttUrl, gateway);
  await publish("birth", {
    v: 1,
    seq: 0,
    sent_at: Date.now(),
    interval_s: 60,
    devices: [{ serial: "M-7", asset_type: "electric_meter" }],
  });
  await expect.poll(() => results).toHaveLength(1);
  const [meter] = parseBirth(results[0]).devices;
  expect(meter?.serial).toBe("M-7");

  const t = minutesAgo(1);
  await publish("readings", {
    v: 1,
    seq: 1,
    sent_at: Date.now(),
    readings: [{ device_uid: meter?.device_uid, t, m: { energy_import_wh: 5 } }],
  });
  // Acknowledged, so it is there: no waiting.
  expect(
    await db.selectFrom("reading").select(["ts", "energy_import_wh", "interval_s", "source"]).execute(),
  ).toEqual([{ ts: new Date(t), energy_import_wh: 5, interval_s: 60, source: 0 }]);
  expect(results).toHaveLength(1);
});

test("a bad reading is refused alone: reported, recorded, and the others are there when the message is acknowledged", async () => {
  const { db, mqttUrl } = await gatewayServer();
  const gateway = await newGateway(db);
  const stranger = await newGateway(db);
  const { publish, results } = await connected(mqttUrl, gateway);
  const entries = [
    { t: minutesAgo(3), m: { ac_power_w: 1 } },
    { t: minutesAgo(2), m: { ac_power_w: 1e12 } },
    { device_uid: stranger.device_uid, t: minutesAgo(1), m: { ac_power_w: 3 } },
    { t: minutesAgo(0), m: { ac_power_w: 4 } },
  ];
  await publish("readings", readings(gateway, entries, { seq: 9 }));
  const stored = await db.selectFrom("reading").select(["ac_power_w", "device_id"]).orderBy("ts").execute();
  expect(stored).toEqual([1, 4].map((ac_power_w) => ({ ac_power_w, device_id: gateway.device_id })));
  await expect.poll(() => results).toHaveLength(1);
  expect(parseReadings(results[0])).toMatchObject({
    seq: 9,
    stored: 2,
    duplicate: 0,
    corrected: 0,
    refused: [
      { index: 1, device_uid: gateway.device_uid, reason: "reading.out_of_range" },
      { index: 2, device_uid: stranger.device_uid, reason: "device.unknown" },
    ],
  });
  const kept = await db
    .selectFrom("refused_reading")
    .select(["gateway_id", "reason"])
    .orderBy("refused_id")
    .execute();
  expect(kept).toEqual([
    { gateway_id: gateway.gateway_id, reason: "reading.out_of_range" },
    { gateway_id: gateway.gateway_id, reason: "device.unknown" },
  ]);
});

test("a message that nobody can store is acknowledged, reported and recorded, and costs nothing else", async () => {
  const { db, mqttUrl } = await gatewayServer();
  const gateway = await newGateway(db);
  const { publish, results } = await connected(mqttUrl, gateway);
  const many = Array.from({ length: 1001 }, () => 1);
  const cases: [string | Buffer, string][] = [
    ["{", "message.not_json"],
    [Buffer.from([0x22, 0xff, 0x00, 0x22, 0x7b]), "message.not_json"],
    ["[".repeat(10_000) + "]".repeat(10_000), "message.invalid"],
    [JSON.stringify({ filler: "x".repeat(GATEWAY_LIMITS.messageBytes) }), "message.too_large"],
    [JSON.stringify({ v: 1, seq: 1, sent_at: 1, readings: many }), "readings.too_many"],
    ["", "message.not_json"],
  ];
  const good = (minute: number) =>
    publish("readings", readings(gateway, [{ t: minutesAgo(minute), m: { ac_power_w: minute } }]));
  await Promise.all(cases.flatMap(([poison], at) => [good(at), publish("readings", poison)]));
  const stored = await db.selectFrom("reading").select("ac_power_w").orderBy("ac_power_w").execute();
  expect(stored.map((one) => one.ac_power_w)).toEqual(cases.map((_, at) => at));
  await expect.poll(() => results).toHaveLength(cases.length);
  expect(
    results.map((result) => parseReadings(result).refused.map(({ index, reason }) => [index, reason])),
  ).toEqual(expect.arrayContaining(cases.map(([, reason]) => [[null, reason]])));
  const kept = await db.selectFrom("refused_reading").select("reason").execute();
  expect(kept.map((one) => one.reason).toSorted()).toEqual(cases.map(([, reason]) => reason).toSorted());
});

test("the same message three times is stored once, and a changed one replaces it", async () => {
  const { db, mqttUrl } = await gatewayServer();
  const gateway = await newGateway(db);
  const { publish } = await connected(mqttUrl, gateway);
  const t = minutesAgo(1);
  const message = readings(gateway, [{ t, m: { ac_power_w: 1, dc_power_w: 2 } }]);
  await Promise.all([
    publish("readings", message),
    publish("readings", message),
    publish("readings", message),
  ]);
  await publish("readings", readings(gateway, [{ t, m: { ac_power_w: 5 } }], { historical: true }));
  expect(await db.selectFrom("reading").select(["ac_power_w", "dc_power_w"]).execute()).toEqual([
    { ac_power_w: 5, dc_power_w: null },
  ]);
  expect(await db.selectFrom("reading_correction").select("ts").execute()).toHaveLength(1);
});

test("messages that did not arrive are noted; messages sent again are not", async () => {
  const { db, mqttUrl } = await gatewayServer();
  const gateway = await newGateway(db);
  const { publish } = await connected(mqttUrl, gateway);
  for (const seq of [1, 2, 2, 6]) {
    await publish("readings", readings(gateway, [{ t: minutesAgo(seq), m: { ac_power_w: 1 } }], { seq }));
  }
  const noted = () => db.selectFrom("gateway_event").select(["code", "text", "device_id"]).execute();
  await expect
    .poll(noted)
    .toEqual([{ code: "sequence.gap", text: "messages 3 to 5 did not arrive", device_id: null }]);
  await expect
    .poll(() =>
      db
        .selectFrom("gateway")
        .select("last_sequence")
        .where("gateway_id", "=", gateway.gateway_id)
        .executeTakeFirst(),
    )
    .toEqual({ last_sequence: 6 });
});

test("a gateway counts as connected from its first connection to the end of its last, however that ends", async () => {
  const { db, mqttUrl } = await gatewayServer();
  const gateway = await newGateway(db);
  const state = async () =>
    (
      await db
        .selectFrom("gateway")
        .select("connected")
        .where("gateway_id", "=", gateway.gateway_id)
        .executeTakeFirstOrThrow()
    ).connected;
  const will = {
    topic: GATEWAY_TOPICS.state(gateway.serial),
    payload: Buffer.from('{"online":false}'),
    qos: 1 as const,
    retain: true,
  };
  const first = await connected(mqttUrl, gateway, { will });
  const second = await connected(mqttUrl, gateway, gatewayLogin(gateway, "second"));
  await expect.poll(state).toBe(true);
  await second.client.endAsync();
  first.client.stream.destroy();
  await expect.poll(state).toBe(false);
  expect(await db.selectFrom("refused_reading").select("reason").execute()).toEqual([]);
});
