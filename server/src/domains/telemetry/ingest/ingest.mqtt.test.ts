import mqtt from "mqtt";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import {
  connected,
  gatewayServer,
  newGateway,
  readings,
  gatewayLogin,
} from "../../../../testing/gateway-kit.ts";

const minutesAgo = (minutes: number) => Date.now() - Math.round(minutes * 60_000);

/** A connection of the test's own. */
async function session(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** How many connections to the database wait for a lock. */
async function waiting(client: pg.Pool): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]?.n ?? 0;
}

/** Whether the promise has been kept by now. */
function watched(promise: Promise<unknown>): { readonly kept: boolean } {
  const state = { kept: false };
  promise.then(
    () => (state.kept = true),
    () => {},
  );
  return state;
}

test("nothing is acknowledged before its commit, and killing the connections that write loses nothing", async () => {
  const { db, pool, url, mqttUrl } = await gatewayServer();
  const gateway = await newGateway(db);
  const { publish } = await connected(mqttUrl, gateway);
  await publish("readings", readings(gateway, [{ t: minutesAgo(9), m: { ac_power_w: 1 } }]));
  const holder = await session(url);
  await holder.query("begin");
  await holder.query("lock table reading in access exclusive mode");
  const sent = publish("readings", readings(gateway, [{ t: minutesAgo(8), m: { ac_power_w: 2 } }]));
  const acknowledged = watched(sent);
  await expect.poll(() => waiting(pool)).toBe(1);
  expect(acknowledged.kept).toBe(false);

  await pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  // It tries again by itself, on a new connection.
  await expect.poll(() => waiting(pool)).toBe(1);
  expect(acknowledged.kept).toBe(false);
  await holder.query("commit");
  await sent;
  expect(await db.selectFrom("reading").select("ac_power_w").orderBy("ts").execute()).toEqual([
    { ac_power_w: 1 },
    { ac_power_w: 2 },
  ]);
  expect(await db.selectFrom("changed_readings").select("lane").execute()).toEqual([
    { lane: 0 },
    { lane: 0 },
  ]);
});

test("backlog that stands still does not hold up live readings, neither another's nor the gateway's own", async () => {
  const { db, pool, url, mqttUrl } = await gatewayServer();
  const [sleeper, other] = [await newGateway(db), await newGateway(db)];
  const backlog = await connected(mqttUrl, sleeper, gatewayLogin(sleeper, "backlog"));
  const own = await connected(mqttUrl, sleeper);
  const live = await connected(mqttUrl, other);
  const t = minutesAgo(10_000);
  await backlog.publish(
    "readings",
    readings(sleeper, [{ t: t - 1, m: { ac_power_w: 0 } }], { historical: true }),
  );
  const holder = await session(url);
  await holder.query("begin");
  // The backlog's next reading waits for this row to be committed or not.
  await holder.query("insert into reading (project_id, device_id, ts, interval_s) values ($1, $2, $3, 300)", [
    sleeper.project_id,
    sleeper.device_id,
    new Date(t),
  ]);
  const late = backlog.publish(
    "readings",
    readings(sleeper, [{ t, m: { ac_power_w: 7 } }], { historical: true }),
  );
  const acknowledged = watched(late);
  await expect.poll(() => waiting(pool)).toBe(1);
  for (const [who, gateway] of [
    [live, other],
    [own, sleeper],
  ] as const) {
    await who.publish("readings", readings(gateway, [{ t: minutesAgo(1), m: { ac_power_w: 1 } }]));
  }
  expect(acknowledged.kept).toBe(false);
  await holder.query("rollback");
  await late;
  const stored = await db.selectFrom("reading").select(["ac_power_w", "source"]).orderBy("ts").execute();
  expect(stored.map(({ ac_power_w, source }) => [ac_power_w, source])).toEqual([
    [0, 1],
    [7, 1],
    [1, 0],
    [1, 0],
  ]);
  expect(
    (await db.selectFrom("changed_readings").select("lane").execute())
      .map(({ lane }) => lane)
      .toSorted((a, b) => a - b),
  ).toEqual([0, 0, 1, 1]);
});

test("a week of backlog from one gateway does not delay another's live readings", async () => {
  const { db, mqttUrl } = await gatewayServer();
  const [sleeper, other] = [await newGateway(db), await newGateway(db)];
  const backlog = await connected(mqttUrl, sleeper);
  const live = await connected(mqttUrl, other);
  // A week of readings every 30 seconds.
  const count = (7 * 86_400) / 30;
  const messages = Array.from({ length: Math.ceil(count / 500) }, (_, message) =>
    readings(
      sleeper,
      Array.from({ length: 500 }, (__, index) => ({
        t: minutesAgo(10 + (message * 500 + index) / 2),
        m: { ac_power_w: index, energy_total_wh: 1e6 - message * 500 - index },
      })),
      { historical: true, seq: message },
    ),
  );
  let acknowledged = 0;
  const sent = Promise.all(
    messages.map(async (message) => {
      await backlog.publish("readings", message);
      acknowledged += 1;
    }),
  );
  const done = watched(sent);
  // How much of the backlog went before each live message: messages of 500 readings.
  const before: number[] = [];
  while (!done.kept) {
    const start = acknowledged;
    await live.publish("readings", readings(other, [{ t: Date.now(), m: { ac_power_w: 1 } }]));
    before.push(acknowledged - start);
  }
  await sent;
  // Live messages went through all along, and none stood behind the whole backlog.
  expect(before.length).toBeGreaterThan(5);
  expect(Math.max(...before)).toBeLessThan(messages.length / 2);
  expect(before.toSorted((a, b) => a - b)[before.length >> 1]).toBeLessThanOrEqual(4);
  const { n } = await db
    .selectFrom("reading")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("source", "=", 1)
    .executeTakeFirstOrThrow();
  expect(n).toBe(messages.length * 500);
});

test("while the database is away nothing is acknowledged and nobody new comes in; back again, all goes on by itself", async () => {
  const { db, url, mqttUrl } = await gatewayServer();
  const gateway = await newGateway(db);
  const { publish, client } = await connected(mqttUrl, gateway);
  await publish("readings", readings(gateway, [{ t: minutesAgo(9), m: { ac_power_w: 1 } }]));
  const name = new URL(url).pathname.slice(1);
  const admin = await session(inject("postgresUrl"));
  await admin.query(`alter database ${name} with allow_connections false`);
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
  const sent = publish("readings", readings(gateway, [{ t: minutesAgo(8), m: { ac_power_w: 2 } }]));
  const acknowledged = watched(sent);
  await expect(mqtt.connectAsync(mqttUrl, gatewayLogin(gateway, "new"), false)).rejects.toMatchObject({
    code: 3,
  });
  expect(acknowledged.kept).toBe(false);
  expect(client.connected).toBe(true);
  await admin.query(`alter database ${name} with allow_connections true`);
  await sent;
  expect(await db.selectFrom("reading").select("ac_power_w").orderBy("ts").execute()).toEqual([
    { ac_power_w: 1 },
    { ac_power_w: 2 },
  ]);
  await connected(mqttUrl, gateway, gatewayLogin(gateway, "new"));
});
