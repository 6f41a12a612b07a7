import mqtt from "mqtt";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { GATEWAY_TOPICS } from "@heliograph/contract";
import { newGateway, parseBirth, parseReadings, readings } from "../../../../testing/gateway-kit.ts";
import { mosquitto, mosquittoInstalled } from "../../../../testing/downlink/mosquitto-kit.ts";
import { freshPools } from "../../../../testing/test-kit.ts";
import { startListener } from "../../../platform/listener.ts";
import { startExternalBroker, startIngest } from "../index.ts";

const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;

async function behindMosquitto() {
  const url = await mosquitto();
  const pools = await freshPools();
  const ingest = startIngest({ pools, url: pools.url });
  const listener = startListener(pools.url);
  const start = () => startExternalBroker({ url, pools, ingest, listener, name: "test" });
  let broker = await start();
  onTestFinished(async () => {
    await broker.stop();
    await ingest.stop();
    await listener.stop();
  });
  const gateway = await newGateway(pools.db);
  const client = await mqtt.connectAsync(
    url,
    {
      clientId: gateway.serial,
      will: {
        topic: GATEWAY_TOPICS.state(gateway.serial),
        payload: Buffer.from('{"online":false}'),
        qos: 1,
        retain: false,
      },
    },
    false,
  );
  onTestFinished(() => client.endAsync(true));
  const results: unknown[] = [];
  client.on("message", (_, payload) => results.push(JSON.parse(payload.toString())));
  await client.subscribeAsync(GATEWAY_TOPICS.result(gateway.serial), { qos: 1 });
  const publish = (topic: "birth" | "readings", message: unknown) =>
    client.publishAsync(GATEWAY_TOPICS[topic](gateway.serial), JSON.stringify(message), { qos: 1 });
  const again = async () => {
    await broker.stop();
    return async () => {
      broker = await start();
    };
  };
  return { ...pools, gateway, client, results, publish, again };
}

test.skipIf(!mosquittoInstalled)(
  "births and readings that come by way of an operator's own broker are stored and answered",
  async () => {
    const { db, gateway, client, results, publish } = await behindMosquitto();
    // The subscriptions may not stand yet; a birth may be repeated.
    await expect
      .poll(
        async () => {
          await publish("birth", {
            v: 1,
            seq: 0,
            sent_at: Date.now(),
            devices: [{ serial: "M-1", asset_type: "electric_meter" }],
          });
          return results.length;
        },
        { timeout: 10_000, interval: 200 },
      )
      .toBeGreaterThan(0);
    expect(parseBirth(results[0]).devices).toMatchObject([{ serial: "M-1" }]);
    results.length = 0;
    const entries = [
      { t: minutesAgo(1), m: { ac_power_w: 1 } },
      { t: minutesAgo(2), m: { power: 1 } },
    ];
    await publish("readings", readings(gateway, entries));
    await expect
      .poll(() => results.filter((one) => (one as { kind: string }).kind === "readings"))
      .toHaveLength(1);
    expect(parseReadings(results.at(-1))).toMatchObject({
      stored: 1,
      refused: [{ index: 1, reason: "reading.unknown_quantity" }],
    });
    const state = () =>
      db
        .selectFrom("gateway")
        .select("connected")
        .where("gateway_id", "=", gateway.gateway_id)
        .executeTakeFirst();
    await expect.poll(state).toEqual({ connected: true });
    client.stream.destroy();
    await expect.poll(state).toEqual({ connected: false });
  },
);

test.skipIf(!mosquittoInstalled)(
  "what the broker delivered and was not stored yet is delivered again after a new start",
  async () => {
    const { db, pool, url, gateway, publish, again } = await behindMosquitto();
    const first = readings(gateway, [{ t: minutesAgo(60), m: { ac_power_w: 0 } }]);
    const stored = () => db.selectFrom("reading").select("ac_power_w").orderBy("ac_power_w").execute();
    await expect
      .poll(
        async () => {
          await publish("readings", first);
          return (await stored()).length;
        },
        { timeout: 10_000, interval: 200 },
      )
      .toBe(1);
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query("begin");
    await holder.query("lock table reading in access exclusive mode");
    const sent = [1, 2, 3, 4, 5];
    // The gateway's broker acknowledges these; that they are stored is up to us.
    for (const power of sent) {
      await publish("readings", readings(gateway, [{ t: minutesAgo(power), m: { ac_power_w: power } }]));
    }
    const waits =
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query<{ n: number }>(waits)).rows[0]?.n).toBeGreaterThan(0);
    const start = await again();
    await holder.query("select pg_terminate_backend(pid) from pg_locks where not granted");
    await holder.query("rollback");
    await start();
    await expect
      .poll(stored, { timeout: 15_000 })
      .toEqual([0, ...sent].map((ac_power_w) => ({ ac_power_w })));
  },
);
