import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { liveEvents, liveSummary, type LiveSummary } from "@heliograph/contract";
import { accountOn, tokenFor } from "../../../fleet-kit.ts";
import { freshPools, scene } from "../../../test-kit.ts";
import type { Db } from "../../platform/db.ts";
import { server } from "../../platform/http.ts";
import { startListener } from "../../platform/listener.ts";
import { listen, webServer } from "../../platform/web-server.ts";
import { doorkeeperGateway } from "../fleet/index.ts";
import { doorkeeperSession } from "../identity/index.ts";
import { LIVE_CHANNEL, startLive } from "./live.jobs.ts";
import { liveRoutes } from "./live.routes.ts";

/** The stream on a real HTTP server, with access checked again often. */
async function liveServer() {
  const pools = await freshPools();
  const listener = startListener(pools.url);
  const live = await startLive({ db: pools.db, listener, accessMs: 100 });
  const app = await webServer({});
  const serve = server(app, { session: doorkeeperSession(pools.db), gateway: doorkeeperGateway(pools.db) });
  liveRoutes(serve, pools.db, live);
  const port = await listen(app, "127.0.0.1", 21_000 + (process.pid % 20_000));
  onTestFinished(async () => {
    await app.close();
    await live.stop();
    await listener.stop();
  });
  const plant = await scene(pools.db);
  const token = await tokenFor(pools.db, plant);
  return { ...pools, plant, token, url: `http://127.0.0.1:${port}/api/v1/${liveEvents.path}` };
}

/** Opens the stream; `events` grows as they arrive. */
async function open(url: string, token: string, ...projects: string[]) {
  const away = new AbortController();
  onTestFinished(() => away.abort());
  const reply = await fetch(`${url}?project_uid=${projects.join(",")}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: away.signal,
  });
  const events: LiveSummary[] = [];
  const read = async () => {
    let text = "";
    for await (const piece of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = (text + piece).split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const event = /^event: (.+)$/m.exec(part)?.[1];
        const sent = /^data: (.+)$/m.exec(part)?.[1];
        if (event === "summary" && sent !== undefined) events.push(liveSummary.parse(JSON.parse(sent)));
      }
    }
  };
  if (reply.ok) read().catch(() => {}); // the test leaves while the stream is open
  return { status: reply.status, events, reply, leave: () => away.abort() };
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
  await db.executeQuery(
    (await import("kysely")).CompiledQuery.raw("select pg_notify($1, $2)", [LIVE_CHANNEL, payload]),
  );
}
/** A problem's body without what differs from call to call. */
const body = async (reply: Response) => ({ ...((await reply.json()) as object), request_id: null });
const powers = (events: readonly LiveSummary[]) => events.map((event) => event.active_power_w);

test("first comes what is known, then each change, soon after it is announced", async () => {
  const { db, plant, token, url } = await liveServer();
  const { events } = await open(url, token, plant.project_uid);
  await expect.poll(() => events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    project_uid: plant.project_uid,
    active_power_w: null,
    total_meter_wh: null,
    last_reading_at: null,
  });
  await change(db, plant.project_id, { active_power_w: 5000, today_meter_wh: 40, before_today_meter_wh: 2 });
  const since = Date.now();
  await announce(db, JSON.stringify([plant.project_id]));
  await expect.poll(() => events, { timeout: 2000, interval: 10 }).toHaveLength(2);
  expect(Date.now() - since).toBeLessThan(2000);
  expect(events[1]).toMatchObject({
    active_power_w: 5000,
    today_meter_wh: 40,
    total_meter_wh: 42,
    total_inverter_wh: null,
  });
});

test("an announcement without a change says nothing, and many changes in a second become one event", async () => {
  const { db, plant, token, url } = await liveServer();
  const { events } = await open(url, token, plant.project_uid);
  await expect.poll(() => events).toHaveLength(1);
  for (let power = 1; power <= 20; power += 1) {
    await change(db, plant.project_id, { active_power_w: power });
    await announce(db, "*");
  }
  await expect.poll(() => powers(events).at(-1), { timeout: 5000 }).toBe(20);
  expect(events.length).toBeLessThan(10);
  const told = events.length;
  await announce(db, JSON.stringify([plant.project_id]));
  await change(db, plant.project_id, { active_power_w: 21 });
  await announce(db, JSON.stringify([plant.project_id]));
  await expect.poll(() => powers(events).at(-1), { timeout: 5000 }).toBe(21);
  expect(events.length).toBeLessThanOrEqual(told + 1);
});

test("each screen is told of its own projects and of no others", async () => {
  const { db, plant, token, url } = await liveServer();
  const other = await scene(db);
  const mine = await open(url, token, plant.project_uid);
  const theirs = await open(url, await tokenFor(db, other), other.project_uid);
  await change(db, other.project_id, { active_power_w: 7 });
  await announce(db, "*");
  await expect.poll(() => powers(theirs.events), { timeout: 5000 }).toEqual([null, 7]);
  expect(powers(mine.events)).toEqual([null]);
  expect(mine.events.every((event) => event.project_uid === plant.project_uid)).toBe(true);
});

test("who may not see one of the projects is told the same as if it were not there", async () => {
  const { db, plant, url, token } = await liveServer();
  const stranger = await scene(db);
  const strangerToken = await tokenFor(db, stranger);
  const foreign = await open(url, strangerToken, stranger.project_uid, plant.project_uid);
  const missing = await open(url, strangerToken, "0198a5a0-0000-7000-8000-000000000000");
  expect([foreign.status, missing.status]).toEqual([404, 404]);
  expect(await body(foreign.reply)).toEqual(await body(missing.reply));
  expect((await fetch(`${url}?project_uid=${plant.project_uid}`)).status).toBe(403);
  expect((await open(url, token, ...Array.from({ length: 101 }, () => plant.project_uid))).status).toBe(400);
  expect((await open(url, token)).status).toBe(400);
});

test("a member who is removed, or signs out, is told nothing more", async () => {
  const { db, plant, token, url } = await liveServer();
  const guest = await accountOn(db, { project_id: plant.project_id, role: "read_only" });
  const [owners, guests] = [
    await open(url, token, plant.project_uid),
    await open(url, guest.token, plant.project_uid),
  ];
  await expect.poll(() => [owners.events.length, guests.events.length]).toEqual([1, 1]);
  await db.deleteFrom("project_member").where("account_id", "=", guest.account_id).execute();
  await delay(400); // four checks
  await change(db, plant.project_id, { active_power_w: 1 });
  await announce(db, "*");
  await expect.poll(() => powers(owners.events), { timeout: 5000 }).toEqual([null, 1]);
  expect(powers(guests.events)).toEqual([null]);

  const again = await open(url, token, plant.project_uid);
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

test("when the connection that hears of changes is lost, what was missed is told once it is back", async () => {
  const { db, pool, plant, token, url } = await liveServer();
  const { events } = await open(url, token, plant.project_uid);
  await expect.poll(() => events).toHaveLength(1);
  const { rows } = await pool.query<{ ended: boolean }>(
    "select pg_terminate_backend(pid) as ended from pg_stat_activity where datname = current_database() and application_name = 'heliograph listener'",
  );
  expect(rows).toEqual([{ ended: true }]);
  await change(db, plant.project_id, { active_power_w: 3 });
  await expect.poll(() => powers(events), { timeout: 5000 }).toEqual([null, 3]);
  await change(db, plant.project_id, { active_power_w: 4 });
  await announce(db, JSON.stringify([plant.project_id]));
  await expect.poll(() => powers(events), { timeout: 5000 }).toEqual([null, 3, 4]);
});
