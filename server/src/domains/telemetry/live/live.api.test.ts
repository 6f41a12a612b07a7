import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { liveEvents, type LiveSummary } from "@heliograph/contract";
import { accountOn, tokenFor } from "../../../../testing/fleet-kit.ts";
import { liveServer, screen, waiting } from "../../../../testing/live-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { startListener } from "../../../platform/listener.ts";
import { insertApiKey } from "../../identity/index.ts";
import { announceCommands } from "./live-commands.sql.ts";
import { LIVE_CHANNEL } from "./live.jobs.ts";

/** A project with its owner signed in, and the stream, with access checked again often. */
async function place() {
  const pools = await freshPools();
  const listener = startListener(pools.url);
  onTestFinished(() => listener.stop());
  const url = await liveServer(pools.db, listener, 100);
  const plant = await scene(pools.db);
  return { ...pools, plant, token: await tokenFor(pools.db, plant), url };
}

async function change(
  db: Db,
  project_id: number,
  set: { active_power_w?: number; today_meter_wh?: number; before_today_meter_wh?: number },
) {
  await db
    .updateTable("project_summary")
    .set({ ...set, changed_at: new Date() })
    .where("project_id", "=", project_id)
    .execute();
}
async function announce(db: Db, payload: string) {
  await sql`select pg_notify(${LIVE_CHANNEL}, ${payload})`.execute(db);
}
/** A problem's body without what differs from call to call. */
const body = async (reply: Response) => ({ ...((await reply.json()) as object), request_id: null });
const powers = (events: readonly LiveSummary[]) => events.map((event) => event.active_power_w);

test("first comes what is known, then each change, soon after it is announced", async () => {
  const { db, plant, token, url } = await place();
  const { events } = await screen(url, token, plant.project_uid);
  await expect.poll(() => events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    project_uid: plant.project_uid,
    active_power_w: null,
    total_meter_wh: null,
    last_reading_at: null,
  });
  await change(db, plant.project_id, { active_power_w: 5000, today_meter_wh: 40, before_today_meter_wh: 2 });
  await announce(db, JSON.stringify([plant.project_id]));
  await expect.poll(() => events).toHaveLength(2);
  expect(events[1]).toMatchObject({
    active_power_w: 5000,
    today_meter_wh: 40,
    total_meter_wh: 42,
    total_inverter_wh: null,
  });
});

test("whoever asks for the head of the stream is answered and let go", async () => {
  const { plant, token, url } = await place();
  const address = new URL(`/api/v1/${liveEvents.path}?project_uid=${plant.project_uid}`, url);
  const reply = await fetch(address, { method: "HEAD", headers: { authorization: `Bearer ${token}` } });
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe("text/event-stream");
  expect(await reply.text()).toBe("");
});

test("an announcement without a change says nothing, and many changes in a second become one event", async () => {
  const { db, plant, token, url } = await place();
  const { events } = await screen(url, token, plant.project_uid);
  await expect.poll(() => events).toHaveLength(1);
  for (let power = 1; power <= 20; power += 1) {
    await change(db, plant.project_id, { active_power_w: power });
    await announce(db, "*");
  }
  await expect.poll(() => powers(events).at(-1)).toBe(20);
  expect(events.length).toBeLessThan(10);
  const told = events.length;
  await announce(db, JSON.stringify([plant.project_id]));
  await change(db, plant.project_id, { active_power_w: 21 });
  await announce(db, JSON.stringify([plant.project_id]));
  await expect.poll(() => powers(events).at(-1)).toBe(21);
  expect(events.length).toBeLessThanOrEqual(told + 1);
});

test("each screen is told of its own projects and of no others", async () => {
  const { db, plant, token, url } = await place();
  const other = await scene(db);
  const mine = await screen(url, token, plant.project_uid);
  const theirs = await screen(url, await tokenFor(db, other), other.project_uid);
  await change(db, other.project_id, { active_power_w: 7 });
  await announce(db, "*");
  await expect.poll(() => powers(theirs.events)).toEqual([null, 7]);
  expect(powers(mine.events)).toEqual([null]);
  expect(mine.events.every((event) => event.project_uid === plant.project_uid)).toBe(true);
});

test("who may not see one of the projects is told the same as if it were not there", async () => {
  const { db, plant, url, token } = await place();
  const stranger = await scene(db);
  const strangerToken = await tokenFor(db, stranger);
  const foreign = await screen(url, strangerToken, stranger.project_uid, plant.project_uid);
  const missing = await screen(url, strangerToken, "0198a5a0-0000-7000-8000-000000000000");
  expect([foreign.status, missing.status]).toEqual([404, 404]);
  expect(await body(foreign.reply)).toEqual(await body(missing.reply));
  expect((await fetch(`${url}?project_uid=${plant.project_uid}`)).status).toBe(403);
  expect((await screen(url, token, ...Array.from({ length: 101 }, () => plant.project_uid))).status).toBe(
    400,
  );
  expect((await screen(url, token)).status).toBe(400);
});

test("a member who is removed, or signs out, is told nothing more", async () => {
  const { db, plant, token, url } = await place();
  const guest = await accountOn(db, { project_id: plant.project_id, role: "read_only" });
  const [owners, guests] = [
    await screen(url, token, plant.project_uid),
    await screen(url, guest.token, plant.project_uid),
  ];
  await expect.poll(() => [owners.events.length, guests.events.length]).toEqual([1, 1]);
  await db.deleteFrom("project_member").where("account_id", "=", guest.account_id).execute();
  await delay(400); // four checks
  await change(db, plant.project_id, { active_power_w: 1 });
  await announce(db, "*");
  await expect.poll(() => powers(owners.events)).toEqual([null, 1]);
  expect(powers(guests.events)).toEqual([null]);

  const again = await screen(url, token, plant.project_uid);
  await expect.poll(() => again.events.length).toBe(1);
  await db
    .updateTable("session")
    .set({ ended_at: new Date() })
    .where("account_id", "=", plant.account_id)
    .execute();
  await delay(400);
  await change(db, plant.project_id, { active_power_w: 2 });
  await announce(db, "*");
  await delay(1500); // longer than any event takes
  expect([powers(owners.events), powers(again.events)]).toEqual([[null, 1], [1]]);
});

test("a program that listens with an API key is told of the key's project alone, and nothing more once the key is revoked", async () => {
  const { db, plant, url } = await place();
  const { account_id, project_id } = plant;
  const given = { name: "Wall display", right: "read", valid_days: 1, project_ids: [project_id] } as const;
  const made = await db.transaction().execute((tx) => insertApiKey(tx, account_id, given));
  const other = await scene(db);
  await db
    .insertInto("project_member")
    .values({ account_id, project_id: other.project_id, role: "owner" })
    .execute();
  expect((await screen(url, made?.key ?? "", plant.project_uid, other.project_uid)).status).toBe(404);
  const listens = await screen(url, made?.key ?? "", plant.project_uid);
  await expect.poll(() => listens.events.length).toBe(1);
  await delay(400); // four checks
  await change(db, project_id, { active_power_w: 1 });
  await announce(db, "*");
  await expect.poll(() => powers(listens.events)).toEqual([null, 1]);
  await db.updateTable("api_key").set({ revoked_at: new Date() }).execute();
  await delay(400);
  await change(db, project_id, { active_power_w: 2 });
  await announce(db, "*");
  await delay(1500); // longer than any event takes
  expect(powers(listens.events)).toEqual([null, 1]);
});

test("when the connection that hears of changes is lost, what was missed is told once it is back", async () => {
  const { db, pool, plant, token, url } = await place();
  const { events } = await screen(url, token, plant.project_uid);
  await expect.poll(() => events).toHaveLength(1);
  const { rows } = await pool.query<{ ended: boolean }>(
    "select pg_terminate_backend(pid) as ended from pg_stat_activity where datname = current_database() and application_name = 'heliograph listener'",
  );
  expect(rows).toEqual([{ ended: true }]);
  await change(db, plant.project_id, { active_power_w: 3 });
  await expect.poll(() => powers(events)).toEqual([null, 3]);
  await change(db, plant.project_id, { active_power_w: 4 });
  await announce(db, JSON.stringify([plant.project_id]));
  await expect.poll(() => powers(events)).toEqual([null, 3, 4]);
});

test("who looks at commands is told that those of a project went on, and nobody of those of others", async () => {
  const { db, plant, token, url } = await place();
  const other = await scene(db);
  const of = { project_uid: plant.project_uid };
  const looking = await waiting(url, token, { ...of, commands: "true" });
  const elsewhere = await waiting(url, token, of);
  await expect.poll(() => [looking.events.length, elsewhere.events.length]).toEqual([1, 1]);
  await db.transaction().execute((tx) => announceCommands(tx, [other.project_id, plant.project_id]));
  await expect.poll(() => looking.commandsOf).toEqual([plant.project_uid]);
  expect(elsewhere.commandsOf).toEqual([]);
});
