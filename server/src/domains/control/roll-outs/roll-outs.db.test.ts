import {
  commandArgs,
  continueRollOut,
  createRollOut,
  listRollOutGateways,
  listRollOuts,
  readRollOut,
  stopRollOut,
} from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { tokenFor } from "../../../../testing/fleet-kit.ts";
import { account, freshDb, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { controlRoutes } from "../index.ts";
import { bringOn } from "./roll-outs.jobs.ts";

const SETTINGS = { origin: "https://portal.example", silent_ms: 900_000, clean_ms: 3_600_000 };
const MINUTE_MS = 60_000;

/** An owner with `count` gateways of the type, in as many projects, and a version for them. */
async function fleet(count: number) {
  const db = await freshDb();
  const owner = await account(db);
  const plants = [];
  for (let n = 0; n < count; n += 1) {
    const plant = await scene(db);
    await db
      .insertInto("project_member")
      .values({ project_id: plant.project_id, account_id: owner.account_id, role: "owner" })
      .execute();
    plants.push(plant);
  }
  await db.updateTable("gateway").set({ gateway_type: "HG-1", firmware_version: "1.4.0" }).execute();
  const { file_uid } = await db
    .insertInto("firmware")
    .values({
      file_uid: randomUUID(),
      gateway_type: "HG-1",
      version: "1.5.0",
      file_name: "hg1.bin",
      size_bytes: 3_600_000,
      sha256: "a".repeat(64),
      signature: "s",
      signed_by: "Maker",
    })
    .returning("file_uid")
    .executeTakeFirstOrThrow();
  const api = await apiOf(db, (serve) => controlRoutes(serve, db));
  const token = await tokenFor(db, owner);
  const gateway_uids = plants.map(({ gateway_uid }) => gateway_uid);
  return { db, api, token, plants, file_uid, gateway_uids };
}

/** What is handed to gateways that have not been told yet; marks it as handed over and taken. */
async function taken(db: Db, at: Date): Promise<{ gateway_id: number; payload: Record<string, unknown> }[]> {
  const { rows } = await sql<{ gateway_id: number; payload: Record<string, unknown> }>`
    update gateway_message set sent_at = ${at}, sent_by = 'mqtt', ack_at = ${at}, ack_status = 'done'
    where sent_at is null and not withdrawn returning gateway_id, payload`.execute(db);
  await sql`update command set state = 'acknowledged' where state = 'queued'`.execute(db);
  return rows.toSorted((a, b) => a.gateway_id - b.gateway_id);
}

/** A gateway comes back with the version: its command is verified by that. */
async function comesBack(db: Db, gateway_id: number, version = "1.5.0"): Promise<void> {
  await db
    .updateTable("gateway")
    .set({ firmware_version: version, last_contact_at: new Date() })
    .where("gateway_id", "=", gateway_id)
    .execute();
  if (version === "1.5.0") {
    await db.updateTable("command").set({ state: "verified" }).where("gateway_id", "=", gateway_id).execute();
  }
}

const statesOf = async (db: Db) =>
  (
    await db.selectFrom("roll_out_gateway").select("state").orderBy("wave").orderBy("gateway_id").execute()
  ).map(({ state }) => state);

test("a roll-out in waves goes to one gateway, a tenth and the rest, each wave after a clean hour, and every gateway's own version is its evidence", async () => {
  const { db, api, token, plants, file_uid, gateway_uids: inOrder } = await fleet(21);
  // The one that was named first goes ahead.
  const gateway_uids = inOrder.toReversed();
  const made = await api(createRollOut, { token, body: { file_uid, gateway_uids, mode: "waves" } });
  expect(made.status).toBe(200);
  const { roll_out_uid } = made.body;
  let now = Date.now();
  const counts: number[] = [];
  for (let wave = 1; wave <= 3; wave += 1) {
    await bringOn(db, SETTINGS, now);
    const given = await taken(db, new Date(now));
    counts.push(given.length);
    if (wave === 1) expect(given[0]?.gateway_id).toBe(plants.at(-1)?.gateway_id);
    expect(given[0]?.payload).toMatchObject({ name: "firmware", version: "1.5.0", type: "Flash" });
    expect(String(given[0]?.payload["url"])).toMatch(
      /^https:\/\/portal\.example\/api\/v1\/firmware-data\/public\?/,
    );
    await bringOn(db, SETTINGS, now + MINUTE_MS);
    for (const { gateway_id } of given) await comesBack(db, gateway_id);
    await bringOn(db, SETTINGS, now + 2 * MINUTE_MS);
    // Nothing is given before the hour is over.
    await bringOn(db, SETTINGS, now + 30 * MINUTE_MS);
    expect(await taken(db, new Date(now))).toEqual([]);
    now += 2 * MINUTE_MS + SETTINGS.clean_ms;
  }
  expect(counts).toEqual([1, 2, 18]);
  const { body } = await api(readRollOut, { token, query: { roll_out_uid } });
  expect([body.state, body.counts.updated, body.wave]).toEqual(["done", 21, 3]);
  expect(new Set(body.gateways.map((one: { reported_version: string }) => one.reported_version))).toEqual(
    new Set(["1.5.0"]),
  );
});

test("a wave with a gateway that does not come back within 15 minutes stops the roll-out, and the rest are left out", async () => {
  const { db, api, token, plants, file_uid, gateway_uids } = await fleet(21);
  const { body: made } = await api(createRollOut, { token, body: { file_uid, gateway_uids, mode: "waves" } });
  const first = Date.now();
  await bringOn(db, SETTINGS, first);
  for (const { gateway_id } of await taken(db, new Date(first))) await comesBack(db, gateway_id);
  await bringOn(db, SETTINGS, first);
  // A person need not wait for the hour.
  expect((await api(continueRollOut, { token, body: made })).status).toBe(200);
  const now = Date.now();
  await bringOn(db, SETTINGS, now);
  const second = await taken(db, new Date(now));
  await comesBack(db, second[0]?.gateway_id ?? 0);
  await bringOn(db, SETTINGS, now + 14 * MINUTE_MS);
  expect((await api(readRollOut, { token, query: made })).body.state).toBe("running");
  await bringOn(db, SETTINGS, now + 15 * MINUTE_MS);
  const { body } = await api(readRollOut, { token, query: made });
  expect(body).toMatchObject({
    state: "stopped",
    counts: { updated: 2, silent: 1, left_out: 18, waiting: 0 },
  });
  const lost = second[1]?.gateway_id;
  const named = plants.find(({ gateway_id }) => gateway_id === lost)?.gateway_serial;
  const silent = body.gateways.find((one: { state: string }) => one.state === "silent");
  expect([body.stopped.reason, silent.serial, body.stopped.gateway.name]).toEqual([
    "silent",
    named,
    silent.name,
  ]);
  await bringOn(db, SETTINGS, now + 10 * SETTINGS.clean_ms);
  expect(await taken(db, new Date(now))).toEqual([]);
});

test("two processes begin a wave once; where the portal does not know its own address, gateways get a path at it", async () => {
  const { db, api, token, file_uid, gateway_uids } = await fleet(2);
  await api(createRollOut, { token, body: { file_uid, gateway_uids, mode: "all" } });
  await Promise.all([1, 2, 3].map(() => bringOn(db, { ...SETTINGS, origin: null }, Date.now())));
  const given = await taken(db, new Date());
  expect(given).toHaveLength(2);
  for (const { payload } of given) {
    expect(commandArgs.parse(payload)).toMatchObject({
      url: expect.stringMatching(/^\/api\/v1\/firmware-data\/public\?/) as string,
    });
  }
});

test("a gateway of another type, one in another roll-out and a version that was withdrawn are refused by name", async () => {
  const { db, api, token, plants, file_uid, gateway_uids } = await fleet(2);
  const [first] = plants;
  await db
    .updateTable("gateway")
    .set({ gateway_type: "HG-2" })
    .where("gateway_id", "=", first?.gateway_id ?? 0)
    .execute();
  const body = { file_uid, gateway_uids, mode: "all" };
  const other = await api(createRollOut, { token, body });
  expect([other.status, other.body.code]).toEqual([409, "roll_out.other_type"]);
  expect(other.body.message).toContain(first?.gateway_serial);
  const offered = await api(listRollOutGateways, { token, query: { file_uid } });
  expect(offered.body.items.map((one: { serial: string }) => one.serial)).toEqual([
    plants[1]?.gateway_serial,
  ]);
  await db.updateTable("gateway").set({ gateway_type: "HG-1" }).execute();
  expect((await api(createRollOut, { token, body })).status).toBe(200);
  const again = await api(createRollOut, { token, body });
  expect([again.status, again.body.code]).toEqual([409, "roll_out.under_way"]);
  await db.updateTable("firmware").set({ withdrawn_at: new Date() }).execute();
  const gone = await api(createRollOut, { token, body });
  expect([gone.status, gone.body.code]).toEqual([404, "firmware.not_found"]);
  // What has not begun with a version that was withdrawn never does.
  await bringOn(db, SETTINGS, Date.now());
  expect(await statesOf(db)).toEqual(["left_out", "left_out"]);
});

test("who stops a roll-out takes back what no gateway was told; who sees a part of it, or only looks, changes nothing; both stand in the log of each project", async () => {
  const { db, api, token, plants, file_uid, gateway_uids } = await fleet(3);
  const { body: made } = await api(createRollOut, { token, body: { file_uid, gateway_uids, mode: "all" } });
  await bringOn(db, SETTINGS, Date.now());
  const part = await tokenFor(db, plants[0] ?? (await account(db)));
  const shown = await api(readRollOut, { token: part, query: made });
  expect([shown.body.gateways.length, shown.body.counts.under_way, shown.body.may_change]).toEqual([
    1,
    1,
    false,
  ]);
  const refused = await api(stopRollOut, { token: part, query: made });
  expect([refused.status, refused.body.code]).toEqual([403, "roll_out.read_only"]);
  const reading = await account(db);
  await db
    .insertInto("project_member")
    .values({ project_id: plants[0]?.project_id ?? 0, account_id: reading.account_id, role: "read_only" })
    .execute();
  const reader = await tokenFor(db, reading);
  expect((await api(readRollOut, { token: reader, query: made })).body.may_change).toBe(false);
  expect((await api(listRollOutGateways, { token: reader, query: { file_uid } })).body.items).toEqual([]);
  const stranger = await tokenFor(db, await account(db));
  expect((await api(readRollOut, { token: stranger, query: made })).status).toBe(404);
  expect((await api(listRollOuts, { token: stranger })).body.items).toEqual([]);
  expect((await api(stopRollOut, { token, query: made })).status).toBe(200);
  expect(await statesOf(db)).toEqual(["left_out", "left_out", "left_out"]);
  expect(await taken(db, new Date())).toEqual([]);
  expect((await api(stopRollOut, { token, query: made })).body.code).toBe("roll_out.over");
  const entries = await db
    .selectFrom("audit_event")
    .select(["project_id", "action"])
    .where("action", "like", "roll_out.%")
    .orderBy("audit_id")
    .execute();
  const each = (action: string) => plants.map(({ project_id }) => ({ project_id, action }));
  expect(entries).toEqual([...each("roll_out.begun"), ...each("roll_out.stopped")]);
});
