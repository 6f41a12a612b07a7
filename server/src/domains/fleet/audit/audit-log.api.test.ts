import {
  appConfig,
  createApiKey,
  login,
  ownAudit,
  projectAudit,
  setTariff,
  updateProject,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { apiOf, newcomer, PASSWORD, signIn } from "../../../../testing/api-kit.ts";
import { accountOn, tokenFor } from "../../../../testing/fleet-kit.ts";
import { freshDb, scene } from "../../../../testing/test-kit.ts";
import { identityRoutes } from "../../identity/index.ts";
import { fleetRoutes } from "../index.ts";

async function scenery() {
  const db = await freshDb();
  const api = await apiOf(db, (serve) => {
    identityRoutes(serve, db, appConfig.parse({}));
    fleetRoutes(serve, db);
  });
  const plant = await scene(db);
  const { project_uid, project_id } = plant;
  const token = await tokenFor(db, plant);
  const minh = await accountOn(db, { project_id, role: "managed" });
  const rename = (as: string, name: string) =>
    api(updateProject, { token: as, body: { project_uid, name }, address: "203.0.113.7" });
  const log = async (query: object = {}) =>
    (await api(projectAudit, { token, query: { project_uid, ...query } })).body;
  return { db, api, plant, token, minh, rename, log };
}

const actions = ({ items }: { items: readonly { action: string }[] }) => items.map(({ action }) => action);

test("the owner sees who did what when and from where, with the values before and after, the newest first", async () => {
  const { api, plant, token, minh, rename, log } = await scenery();
  const { project_uid } = plant;
  expect((await rename(token, "Roof 2")).status).toBe(200);
  const tariff = { project_uid, valid_from: "2026-01-01", vnd_per_kwh: "2000" };
  expect((await api(setTariff, { token: minh.token, body: tariff })).status).toBe(200);
  const { items, total_items } = await log();
  expect(total_items).toBe(2);
  expect(actions({ items })).toEqual(["tariff.set", "project.changed"]);
  const [set, changed] = items;
  expect(set).toMatchObject({
    person: { name: "Minh Pham", email: minh.email },
    by: "session",
    key: null,
    before: null,
    after: { valid_from: "2026-01-01", vnd_per_kwh: "2000.0000" },
  });
  expect(changed).toMatchObject({
    person: { name: "Lan Tran" },
    address: "203.0.113.7",
    before: { name: "Roof 1" },
    after: { name: "Roof 2" },
    subject_name: "Roof 2",
    project: { project_uid, name: "Roof 2" },
  });
  expect(Math.abs(Date.parse(changed.at) - Date.now())).toBeLessThan(60_000);
});

test("a change by a key names the key, and one by the product itself nobody", async () => {
  const { db, api, plant, token, rename, log } = await scenery();
  const spec = { name: "Nightly report", right: "write", project_uids: null, valid_days: 1 };
  const { key } = (await api(createApiKey, { token, body: spec })).body;
  await rename(key, "By a program");
  const { project_id } = plant;
  await sql`insert into audit_event (action, project_id) values ('project.erased', ${project_id})`.execute(
    db,
  );
  const { items } = await log();
  expect(items).toMatchObject([
    { action: "project.erased", by: "system", person: null, key: null },
    { by: "key", person: { name: "Lan Tran" }, key: { name: "Nightly report", shown: key.slice(0, 14) } },
  ]);
});

test("the log is only its owners': others who take part are told so, and for strangers there is no project", async () => {
  const { db, api, plant, minh } = await scenery();
  const { project_uid, project_id } = plant;
  const viewer = await accountOn(db, { project_id, role: "read_only" });
  const stranger = await accountOn(db, null);
  const ask = async (as: { token: string }) => {
    const { status, body } = await api(projectAudit, { token: as.token, query: { project_uid } });
    return [status, body.code];
  };
  expect(await ask(minh)).toEqual([403, "project.owner_only"]);
  expect(await ask(viewer)).toEqual([403, "project.read_only"]);
  expect(await ask(stranger)).toEqual([404, "project.not_found"]);
});

test("it is filtered by person, by thing and by action, by what it was done to and by time; pages count what matches", async () => {
  const { api, plant, token, minh, rename, log } = await scenery();
  const { project_uid } = plant;
  await rename(token, "Roof 2");
  await rename(minh.token, "Roof 3");
  await api(setTariff, { token, body: { project_uid, valid_from: "2026-01-01", vnd_per_kwh: "2000" } });
  expect(actions(await log({ person: minh.email }))).toEqual(["project.changed"]);
  expect(actions(await log({ action: "tariff" }))).toEqual(["tariff.set"]);
  expect(actions(await log({ action: "project.changed" }))).toHaveLength(2);
  expect(actions(await log({ action: "project.removed" }))).toEqual([]);
  expect(actions(await log({ keyword: project_uid.slice(0, 8).toUpperCase() }))).toHaveLength(3);
  expect(actions(await log({ keyword: "nothing like it" }))).toEqual([]);
  const soon = new Date(Date.now() + 60_000).toISOString();
  expect(actions(await log({ from: soon }))).toEqual([]);
  expect(actions(await log({ to: soon }))).toHaveLength(3);
  const second = await log({ items_page: 2, page: 2 });
  expect([second.items.length, second.total_items]).toEqual([1, 3]);
  expect(second.people.map(({ name }: { name: string }) => name)).toEqual(["Lan Tran", "Minh Pham"]);
  expect(second.actions).toEqual(["project.changed", "tariff.set"]);
});

test("what cannot be asked is refused by the name of its field", async () => {
  const { api, plant, token } = await scenery();
  const query = { project_uid: plant.project_uid, action: "x; drop", from: "yesterday", items_page: 501 };
  const told = await api(projectAudit, { token, query });
  expect([told.status, Object.keys(told.body.fields).toSorted()]).toEqual([
    400,
    ["query.action", "query.from", "query.items_page"],
  ]);
});

test("an account sees what it did and what was tried on it, of all projects and of one key; of others nothing", async () => {
  const { db, api } = await scenery();
  const me = await newcomer(db);
  await api(login, { body: { username: me.email, password: "wrong horse" }, address: "203.0.113.9" });
  const { access_token: token } = await signIn(api, login, me.email, PASSWORD);
  const spec = { name: "One", right: "read", project_uids: null, valid_days: 1 };
  const made = (await api(createApiKey, { token, body: spec })).body;
  await api(projectAudit, {
    token: made.key,
    query: { project_uid: "3f0c9f1e-7a55-4c0e-9d6b-2f1f5f0d9a10" },
  });
  const own = async (query: object = {}) => (await api(ownAudit, { token, query: { ...query } })).body;
  const all = await own();
  expect(actions(all)).toEqual([
    "key.first_used",
    "key.created",
    "session.opened",
    "sign_in.failed",
    "account.created",
  ]);
  expect(all.items[3]).toMatchObject({ person: null, by: "nobody", address: "203.0.113.9" });
  expect(actions(await own({ api_key_uid: made.api_key_uid }))).toEqual(["key.first_used"]);
  const refused = await api(ownAudit, { token: made.key });
  expect([refused.status, refused.body.code]).toEqual([403, "key.not_allowed"]);
});
