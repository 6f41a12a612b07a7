import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import {
  giveCommand,
  HALF,
  handOver,
  lifeOf,
  pass,
  sayReading,
} from "../../../../testing/control/command-kit.ts";
import { freshDb, freshPools, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { startListener } from "../../../platform/listener.ts";
import { holdsOf, storeAcks } from "../../telemetry/index.ts";
import { startCommandWatch } from "../index.ts";

const ack = (
  db: Db,
  { gateway_id }: { gateway_id: number },
  command_uid: string,
  status: "done" | "reverted" = "done",
) => storeAcks(db, [{ gateway_id, ack: { v: 1, command_uid, status, text: "" } }]);
/** Makes what is due at once due: passes stand for the time between. */
const dueNow = (db: Db) => sql`update command set look_at = now() where look_at is not null`.execute(db);
const inMinutes = (minutes: number) => Date.now() + minutes * 60_000;
const spans = async (db: Db) =>
  await db
    .selectFrom("power_limit_span")
    .select(["kind", "limit_w", "device_id", "until"])
    .orderBy("span_id")
    .execute();

test("a command goes from queued to verified by what its gateway and its inverter say, and its limit is in force", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  await sayReading(db, plant, -5, { ac_power_w: 41_000 });
  const uid = await giveCommand(db, plant);
  await pass(db);
  expect(await lifeOf(db, uid)).toEqual({ state: "queued", steps: ["queued"] });
  await handOver(db, uid);
  await dueNow(db);
  await pass(db);
  await ack(db, plant, uid);
  await dueNow(db);
  await pass(db);
  expect(await lifeOf(db, uid)).toMatchObject({
    state: "acknowledged",
    steps: ["queued", "sent: by_mqtt", "acknowledged"],
  });
  expect(await spans(db)).toEqual([]);
  await sayReading(db, plant, 2, { power_limit_w: 25_000, power_limit_source: 2, ac_power_w: 25_000 });
  await pass(db);
  expect(await lifeOf(db, uid)).toMatchObject({ state: "verified" });
  expect((await lifeOf(db, uid)).steps.slice(3)).toEqual(["applied", "verified"]);
  expect(await spans(db)).toEqual([
    { kind: "power_limit", limit_w: 25_000, device_id: plant.device_id, until: null },
  ]);
  // Its successor ends the limit.
  await giveCommand(db, plant, { command: { name: "power_limit", limit: null } });
  expect(await spans(db)).toMatchObject([{ until: expect.any(Date) }]);
});

test("a relay of a water heater that is ordered for the gateway itself is read back from its controller", async () => {
  const db = await freshDb();
  const plant = await scene(db, "owner", { project_type: "swh" });
  const { project_id, device_id } = plant;
  await db.updateTable("device").set({ asset_type: "swh_controller" }).execute();
  const command = { name: "connect", on: true, relay: "RL2" } as const;
  const uid = await giveCommand(db, plant, { device: null, command });
  await handOver(db, uid);
  await ack(db, plant, uid);
  const ext = JSON.stringify({ relays: [{ relay: "RL2", on: true }] });
  await db
    .insertInto("reading")
    .values({ project_id, device_id, ts: new Date(Date.now() + 2000), interval_s: 1, ext })
    .execute();
  await pass(db);
  expect((await lifeOf(db, uid)).steps.at(-1)).toBe("applied");
  expect(await spans(db)).toEqual([]);
});

test("a server that dies between handing over and the answer leaves a command that expires, and is never sent again", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const uid = await giveCommand(db, plant);
  // Marked as sent by a process that handed nothing over.
  await handOver(db, uid);
  await pass(db);
  expect((await lifeOf(db, uid)).state).toBe("sent");
  await dueNow(db);
  await pass(db, Date.now() + 121_000);
  expect(await lifeOf(db, uid)).toEqual({
    state: "expired",
    steps: ["queued", "sent: by_mqtt", "expired: not_acknowledged"],
  });
  const { rows } =
    await sql`select message_uid from gateway_message where sent_at is null and not withdrawn`.execute(db);
  expect(rows).toEqual([]);
});

test("an answer after the expiry is a note and brings nothing to life, and answers that come twice count once", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const late = await giveCommand(db, plant);
  await handOver(db, late, 200);
  await sql`update command set expires_at = now() - interval '80 s'`.execute(db);
  await pass(db);
  expect((await lifeOf(db, late)).state).toBe("expired");
  await ack(db, plant, late);
  await ack(db, plant, late);
  for (let round = 0; round < 3; round += 1) {
    await dueNow(db);
    await pass(db);
  }
  expect(await lifeOf(db, late)).toEqual({
    state: "expired",
    steps: ["queued", "sent: by_mqtt", "expired: not_acknowledged", "expired: late_answer"],
  });
  const twice = await giveCommand(db, plant, { command: { name: "connect", on: false } });
  await handOver(db, twice);
  await ack(db, plant, twice);
  await ack(db, plant, twice);
  await pass(db);
  await dueNow(db);
  await pass(db);
  expect((await lifeOf(db, twice)).steps).toEqual(["queued", "sent: by_mqtt", "acknowledged"]);
});

test("a gateway that is lost for an hour has gone back by itself: shown, its limit ended, and nothing is sent again", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  await sayReading(db, plant, -5, { ac_power_w: 41_000 });
  const uid = await giveCommand(db, plant, { reversion: { after_s: 900, to: "own_limit" } });
  await handOver(db, uid);
  await ack(db, plant, uid);
  await sayReading(db, plant, 2, { power_limit_w: 25_000, power_limit_source: 2, ac_power_w: 25_000 });
  await pass(db);
  expect((await lifeOf(db, uid)).state).toBe("verified");
  await dueNow(db);
  await pass(db, inMinutes(14));
  expect((await lifeOf(db, uid)).state).toBe("verified");
  await dueNow(db);
  await pass(db, inMinutes(60));
  expect(await lifeOf(db, uid)).toMatchObject({ state: "reverted" });
  expect((await lifeOf(db, uid)).steps.at(-1)).toBe("reverted: lost");
  expect(await spans(db)).toMatchObject([{ until: expect.any(Date) }]);
  const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from gateway_message`.execute(db);
  expect(rows).toEqual([{ n: 1 }]);
  expect(await holdsOf(db, [plant.gateway_id])).toEqual([]);
});

test("what is in force is held: its gateway is told again each third of its time, until something else holds", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const uid = await giveCommand(db, plant, { reversion: { after_s: 900, to: "own_limit" } });
  expect(await holdsOf(db, [plant.gateway_id])).toEqual([]);
  await handOver(db, uid);
  await pass(db);
  const [held] = await holdsOf(db, [plant.gateway_id]);
  expect(held).toMatchObject({ message_uid: uid });
  const next = await db.selectFrom("command").select("hold_at").executeTakeFirstOrThrow();
  expect(Math.round(((next.hold_at?.getTime() ?? 0) - Date.now()) / 10_000)).toBe(30);
  await sql`update command set hold_at = now()`.execute(db);
  await pass(db);
  const [again] = await holdsOf(db, [plant.gateway_id]);
  expect(again?.asked_at.getTime()).toBeGreaterThan(held?.asked_at.getTime() ?? 0);
  const newer = await giveCommand(db, plant, { reversion: { after_s: 900, to: "own_limit" } });
  await handOver(db, newer);
  await pass(db);
  expect((await holdsOf(db, [plant.gateway_id])).map(({ message_uid }) => message_uid)).toEqual([newer]);
});

test("a gateway that says that it went back has, at once", async () => {
  const db = await freshDb();
  const plant = await scene(db);
  const uid = await giveCommand(db, plant, { reversion: { after_s: 900, to: "own_limit" } });
  await handOver(db, uid);
  await ack(db, plant, uid);
  await ack(db, plant, uid, "reverted");
  await pass(db);
  expect((await lifeOf(db, uid)).steps).toEqual([
    "queued",
    "sent: by_mqtt",
    "acknowledged",
    "reverted: gateway_reverted",
  ]);
});

test("with two processes that watch, each step is written once", async () => {
  const { db, url } = await freshPools();
  const plants = await Promise.all(Array.from({ length: 12 }, () => scene(db)));
  const listener = startListener(url);
  onTestFinished(() => listener.stop());
  const watches = await Promise.all([
    startCommandWatch({ db, listener }),
    startCommandWatch({ db, listener }),
  ]);
  onTestFinished(async () => void (await Promise.all(watches.map((watch) => watch.stop()))));
  for (const plant of plants) await sayReading(db, plant, -5, { ac_power_w: 41_000 });
  const uids = await Promise.all(plants.map((plant) => giveCommand(db, plant, { command: HALF })));
  await Promise.all(
    plants.map(async (plant, index) => {
      const uid = uids[index] ?? "";
      await handOver(db, uid);
      await ack(db, plant, uid);
      await sayReading(db, plant, 1, { power_limit_w: 25_000, power_limit_source: 2, ac_power_w: 24_000 });
    }),
  );
  await expect
    .poll(async () => (await Promise.all(uids.map((uid) => lifeOf(db, uid)))).map(({ state }) => state), {
      timeout: 8000,
    })
    .toEqual(uids.map(() => "verified"));
  for (const uid of uids) {
    expect((await lifeOf(db, uid)).steps).toEqual([
      "queued",
      "sent: by_mqtt",
      "acknowledged",
      "applied",
      "verified",
    ]);
  }
});
