import { createHash } from "node:crypto";
import {
  API_KEY_LIMITS,
  createApiKey,
  createProject,
  getUserInfo,
  listApiKeys,
  listOwnProjects,
  listTariffs,
  removeProject,
  revokeApiKey,
  setTariff,
  appConfig,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { accountOn, tokenFor } from "../../../../testing/fleet-kit.ts";
import { freshDb, scene } from "../../../../testing/test-kit.ts";
import { identityRoutes } from "../../identity/index.ts";
import { fleetRoutes } from "../index.ts";

const SPEC = { name: "Nightly report", right: "read", project_uids: null, valid_days: 30 } as const;

async function scenery() {
  const db = await freshDb();
  const api = await apiOf(db, (serve) => {
    identityRoutes(serve, db, appConfig.parse({}));
    fleetRoutes(serve, db);
  });
  const plant = await scene(db);
  const token = await tokenFor(db, plant);
  const make = async (spec: object = {}) => {
    const told = await api(createApiKey, { token, body: { ...SPEC, ...spec } });
    expect(told.status).toBe(200);
    return told.body as { api_key_uid: string; key: string; expires_at: string };
  };
  const tell = async (key: string) => {
    const { status, body } = await api(getUserInfo, { token: key });
    return [status, body.code ?? null];
  };
  const logged = async () => {
    const rows = await db
      .selectFrom("audit_event")
      .select(["action", "subject", "api_key_id", "detail", "before", "after"])
      .where("action", "like", "key.%")
      .orderBy("audit_id")
      .execute();
    return rows;
  };
  return { db, api, plant, token, make, tell, logged };
}

test("a key is told once, begins so that it is known for one, and the database holds only its hash", async () => {
  const { db, api, token, make } = await scenery();
  const { key } = await make();
  expect(key).toMatch(/^hgk_[0-9a-f]{10}_[A-Za-z0-9_-]{43}$/);
  const rows = await db.selectFrom("api_key").selectAll().execute();
  expect(rows[0]?.secret_hash.equals(createHash("sha256").update(key).digest())).toBe(true);
  const secret = key.slice(15);
  const log = await db.selectFrom("audit_event").selectAll().execute();
  const { body } = await api(listApiKeys, { token });
  for (const kept of [rows, log, body]) expect(JSON.stringify(kept)).not.toContain(secret);
  expect(body.items[0].shown).toBe(key.slice(0, 14));
});

test("a key makes the calls of its account, and the list says when and from where it was used last", async () => {
  const { api, plant, token, make } = await scenery();
  const { key, expires_at } = await make();
  expect((await api(listApiKeys, { token })).body.items[0]).toMatchObject({
    name: "Nightly report",
    right: "read",
    projects: null,
    expires_at,
    last_used_at: null,
    last_address: null,
  });
  const me = await api(getUserInfo, { token: key, address: "203.0.113.7" });
  expect([me.status, me.body.uid]).toEqual([200, plant.account_uid]);
  const [listed] = (await api(listApiKeys, { token })).body.items;
  expect(listed.last_address).toBe("203.0.113.7");
  expect(Math.abs(Date.parse(listed.last_used_at) - Date.now())).toBeLessThan(60_000);
});

test("the last use is written once a minute however often a key calls", async () => {
  const { db, api, make } = await scenery();
  const { key } = await make();
  const used = () => db.selectFrom("api_key").select(["last_used_at", "last_address"]).executeTakeFirst();
  await api(getUserInfo, { token: key, address: "203.0.113.7" });
  const first = await used();
  await api(getUserInfo, { token: key, address: "203.0.113.8" });
  expect(await used()).toEqual(first);
  await db
    .updateTable("api_key")
    .set({ last_used_at: sql<Date>`now() - interval '61 seconds'` })
    .execute();
  await api(getUserInfo, { token: key, address: "203.0.113.8" });
  expect((await used())?.last_address).toBe("203.0.113.8");
});

test("a key that was revoked is refused with the next call, an expired one and a made-up one too, each by its name", async () => {
  const { db, api, token, make, tell } = await scenery();
  const [gone, old, good] = [await make(), await make(), await make()];
  for (const { key } of [gone, old, good]) expect(await tell(key)).toEqual([200, null]);
  expect((await api(revokeApiKey, { token, query: { api_key_uid: gone.api_key_uid } })).status).toBe(200);
  expect(await tell(gone.key)).toEqual([401, "key.revoked"]);
  await db
    .updateTable("api_key")
    .set({ expires_at: sql<Date>`now()` })
    .where("api_key_uid", "=", old.api_key_uid)
    .execute();
  expect(await tell(old.key)).toEqual([401, "key.expired"]);
  const forged = `${good.key.slice(0, -1)}${good.key.endsWith("A") ? "B" : "A"}`;
  const unknown = `hgk_0000000000_${"A".repeat(43)}`;
  for (const key of [forged, unknown, "hgk_short"]) expect(await tell(key)).toEqual([401, "key.not_valid"]);
  expect(await tell(good.key)).toEqual([200, null]);
  const names = (await api(listApiKeys, { token })).body.items.map(
    (one: { api_key_uid: string }) => one.api_key_uid,
  );
  expect(names).toEqual([good.api_key_uid, old.api_key_uid]);
  const again = await api(revokeApiKey, { token, query: { api_key_uid: gone.api_key_uid } });
  expect([again.status, again.body.code]).toEqual([404, "key.not_found"]);
});

test("a key is good for nothing once its account is disabled", async () => {
  const { db, make, tell } = await scenery();
  const { key } = await make();
  await db
    .updateTable("account")
    .set({ disabled_at: sql<Date>`now()` })
    .execute();
  expect(await tell(key)).toEqual([401, "key.not_valid"]);
});

test("a key that may only read is refused a change as people are who may only look, and nothing changes", async () => {
  const { db, api, plant, make } = await scenery();
  const { project_uid } = plant;
  const { key } = await make();
  const body = { project_uid, valid_from: "2025-01-01", vnd_per_kwh: "2000" };
  const told = await api(setTariff, { token: key, body });
  expect([told.status, told.body.code]).toEqual([403, "project.read_only"]);
  const removal = await api(removeProject, { token: key, query: { project_uid } });
  expect([removal.status, removal.body.code]).toEqual([403, "project.read_only"]);
  expect((await api(listTariffs, { token: key, query: { project_uid } })).body.items).toEqual([]);
  expect(await db.selectFrom("project").select("removed_at").execute()).toEqual([{ removed_at: null }]);
});

test("a key that may write changes what its account may, and no more", async () => {
  const { db, api, plant, make } = await scenery();
  const { project_uid, project_id } = plant;
  const { key } = await make({ right: "write" });
  const body = { project_uid, valid_from: "2025-01-01", vnd_per_kwh: "2000" };
  expect((await api(setTariff, { token: key, body })).status).toBe(200);
  const log = await db
    .selectFrom("audit_event as e")
    .innerJoin("api_key as k", "k.api_key_id", "e.api_key_id")
    .select(["e.action", "e.account_id", "k.name"])
    .where("e.action", "=", "tariff.set")
    .execute();
  expect(log).toEqual([{ action: "tariff.set", account_id: plant.account_id, name: "Nightly report" }]);
  const viewer = await accountOn(db, { project_id, role: "read_only" });
  const made = await api(createApiKey, { token: viewer.token, body: { ...SPEC, right: "write" } });
  const told = await api(setTariff, { token: made.body.key, body });
  expect([told.status, told.body.code]).toEqual([403, "project.read_only"]);
});

test("for a key with chosen projects the others are not there: in no list, and by name as if they did not exist", async () => {
  const { db, api, plant, token, make } = await scenery();
  const other = await scene(db);
  const { account_id, project_uid } = plant;
  await db
    .insertInto("project_member")
    .values({ account_id, project_id: other.project_id, role: "owner" })
    .execute();
  const { key } = await make({ project_uids: [project_uid], right: "write" });
  const uids = async (as: string) =>
    (await api(listOwnProjects, { token: as })).body.items.map((one: typeof plant) => one.project_uid);
  expect((await uids(token)).toSorted()).toEqual([project_uid, other.project_uid].toSorted());
  expect(await uids(key)).toEqual([project_uid]);
  const ask = (uid: string) => api(listTariffs, { token: key, query: { project_uid: uid } });
  expect((await ask(project_uid)).status).toBe(200);
  const hidden = await ask(other.project_uid);
  const none = await ask("3f0c9f1e-7a55-4c0e-9d6b-2f1f5f0d9a10");
  const { request_id: _a, ...told } = hidden.body;
  const { request_id: _b, ...toldOfNone } = none.body;
  expect([hidden.status, told]).toEqual([404, toldOfNone]);
  const listed = (await api(listApiKeys, { token })).body.items[0].projects;
  expect(listed).toEqual([{ project_uid, name: "Roof 1" }]);
  const project = { name: "Third", latitude: 1, longitude: 1, timezone: "Asia/Tokyo", capacity_wp: 1 };
  const made = await api(createProject, { token: key, body: { ...project, project_type: "pv" } });
  expect([made.status, made.body.code]).toEqual([403, "key.chosen_projects"]);
});

test("a key of an account that has left the project reaches it no longer", async () => {
  const { db, api, plant, make } = await scenery();
  const { key } = await make({ project_uids: [plant.project_uid] });
  const ask = () => api(listTariffs, { token: key, query: { project_uid: plant.project_uid } });
  expect((await ask()).status).toBe(200);
  await db.deleteFrom("project_member").execute();
  expect((await ask()).status).toBe(404);
});

test("a key is made for no project that its account may not see", async () => {
  const { db, api, token } = await scenery();
  const theirs = await scene(db);
  const told = await api(createApiKey, { token, body: { ...SPEC, project_uids: [theirs.project_uid] } });
  expect([told.status, told.body.code]).toEqual([404, "project.not_found"]);
});

test("what cannot be a key is refused by the name of its field", async () => {
  const { api, token } = await scenery();
  const wrong = { name: " ", right: "own", project_uids: [], valid_days: API_KEY_LIMITS.days + 1 };
  const told = await api(createApiKey, { token, body: wrong });
  expect(told.status).toBe(400);
  expect(told.body.fields["body.project_uids"]).toBe("Choose at least one project");
  expect(Object.keys(told.body.fields).toSorted()).toEqual([
    "body.name",
    "body.project_uids",
    "body.right",
    "body.valid_days",
  ]);
});

test("an account has at most as many keys as are allowed, also when they are made at once; revoked ones do not count", async () => {
  const { db, api, plant, token } = await scenery();
  const { perAccount } = API_KEY_LIMITS;
  await sql`insert into api_key (account_id, name, access_right, all_projects, shown, secret_hash, expires_at)
    select ${plant.account_id}, 'one', 'read', true, 'hgk_' || n, ''::bytea, now() + interval '1 day'
    from generate_series(1, ${perAccount - 1}) n`.execute(db);
  const made = await Promise.all(Array.from({ length: 3 }, () => api(createApiKey, { token, body: SPEC })));
  const codes = made.map(({ body }): string => body.code ?? "made").toSorted();
  expect(codes).toEqual(["key.too_many", "key.too_many", "made"]);
  const one = made.find(({ status }) => status === 200);
  await api(revokeApiKey, { token, query: { api_key_uid: one?.body.api_key_uid } });
  expect((await api(createApiKey, { token, body: SPEC })).status).toBe(200);
});

test("made, first used, refused and revoked stand in the log, a use once and refusals not more often than they have to", async () => {
  const { api, plant, token, make, logged } = await scenery();
  const { key, api_key_uid } = await make({ project_uids: [plant.project_uid] });
  for (let time = 0; time < 3; time += 1) await api(getUserInfo, { token: key });
  const body = { project_uid: plant.project_uid, vnd_per_kwh: "2000" };
  for (let time = 0; time < 3; time += 1) await api(setTariff, { token: key, body });
  await api(revokeApiKey, { token, query: { api_key_uid } });
  const subject = key.slice(0, 14);
  const log = await logged();
  const { api_key_id } = log[1] ?? {};
  expect(api_key_id).toEqual(expect.any(Number));
  const nothing = { detail: {}, before: null, after: null };
  expect(log).toEqual([
    {
      ...nothing,
      action: "key.created",
      subject,
      api_key_id: null,
      after: { name: "Nightly report", right: "read", projects: ["Roof 1"], expires_at: expect.any(String) },
    },
    { ...nothing, action: "key.first_used", subject, api_key_id },
    {
      ...nothing,
      action: "key.refused",
      subject,
      api_key_id,
      detail: { call: "setTariff", why: "project.read_only" },
    },
    { ...nothing, action: "key.revoked", subject, api_key_id: null, before: { name: "Nightly report" } },
  ]);
});
