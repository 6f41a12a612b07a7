// Views of the desk that people save for themselves.
import {
  addAlarmView,
  alarmDesk,
  ALARM_VIEW_LIMITS,
  changeAlarmView,
  listAlarmViews,
  removeAlarmView,
  type AlarmViewFilters,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { desk, faultOf, groupsOf, raise, refresh, shown, type At } from "../../../../testing/alarm-kit.ts";
import { accountOn, tokenFor } from "../../../../testing/fleet-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";

const FILTERS: AlarmViewFilters = {
  view: "mine",
  project_uids: [],
  severity: "critical",
  kind: null,
  who: "anybody",
  filter_by: "roof",
  order_by: "since",
};

const add = (at: At, name: string, filters: Partial<AlarmViewFilters> = {}, token = at.token) =>
  at.api(addAlarmView, { token, body: { name, filters: { ...FILTERS, ...filters } } });
const viewsOf = async (at: At, token = at.token) => (await at.api(listAlarmViews, { token })).body.items;
const namesOf = async (at: At) => (await viewsOf(at)).map(({ name }: { name: string }) => name);

test("a view is saved, listed by name, renamed, given other filters and taken away", async () => {
  const at = await desk();
  const { project_uid } = at.plant;
  const { body } = await add(at, "Night shift", { project_uids: [project_uid] });
  await add(at, "Day shift");
  expect(body.message).toBe("The view has been saved");
  expect(await viewsOf(at)).toMatchObject([
    { name: "Day shift", filters: FILTERS, projects_gone: 0 },
    { name: "Night shift", filters: { ...FILTERS, project_uids: [project_uid] }, projects_gone: 0 },
  ]);
  const { alarm_view_uid } = body.view;
  const change = (fields: object) =>
    at.api(changeAlarmView, { token: at.token, body: { alarm_view_uid, ...fields } });
  expect((await change({ name: "night SHIFT" })).status).toBe(200);
  expect((await change({ filters: { ...FILTERS, who: "nobody" } })).body.view).toMatchObject({
    name: "night SHIFT",
    filters: { who: "nobody" },
  });
  await at.api(removeAlarmView, { token: at.token, query: { alarm_view_uid } });
  expect(await namesOf(at)).toEqual(["Day shift"]);
});

test("a name is taken once, however it is capitalised, and an account has so many views at most", async () => {
  const at = await desk();
  await add(at, "Night shift");
  const again = await add(at, "NIGHT shift");
  expect(again).toMatchObject({
    status: 409,
    body: { code: "alarm_view.name_taken", fields: { "body.name": "Another view has this name" } },
  });
  for (let n = 1; n < ALARM_VIEW_LIMITS.perAccount; n += 1) await add(at, `View ${n}`);
  expect(await add(at, "One more")).toMatchObject({ status: 409, body: { code: "alarm_view.too_many" } });
  const second = (await viewsOf(at)).find(({ name }: { name: string }) => name === "View 1");
  const body = { alarm_view_uid: second.alarm_view_uid, name: "Night Shift" };
  expect(await at.api(changeAlarmView, { token: at.token, body })).toMatchObject({
    status: 409,
    body: { code: "alarm_view.name_taken" },
  });
});

test("nobody sees, changes or removes another one's view, and whoever only looks at a project saves views as well", async () => {
  const at = await desk();
  const { body } = await add(at, "Night shift");
  const { alarm_view_uid } = body.view;
  const reader = await accountOn(at.db, { project_id: at.plant.project_id, role: "read_only" });
  expect(await viewsOf(at, reader.token)).toEqual([]);
  const change = { token: reader.token, body: { alarm_view_uid, name: "Mine" } };
  const remove = { token: reader.token, query: { alarm_view_uid } };
  for (const told of [await at.api(changeAlarmView, change), await at.api(removeAlarmView, remove)]) {
    expect(told).toMatchObject({ status: 404, body: { code: "alarm_view.not_found" } });
  }
  expect((await add(at, "Night shift", {}, reader.token)).status).toBe(200);
  expect(await namesOf(at)).toEqual(["Night shift"]);
});

test("a view names only projects that its account sees, and says how many it sees no more", async () => {
  const at = await desk();
  const other = await scene(at.db);
  expect(await add(at, "Theirs", { project_uids: [other.project_uid] })).toMatchObject({
    status: 404,
    body: { code: "project.not_found" },
  });
  const { project_id, project_uid } = other;
  const { account_id } = at.plant;
  await at.db.insertInto("project_member").values({ project_id, account_id, role: "owner" }).execute();
  await add(at, "Both", { project_uids: [at.plant.project_uid, project_uid] });
  await at.db
    .deleteFrom("project_member")
    .where("project_id", "=", project_id)
    .where("account_id", "=", account_id)
    .execute();
  expect(await viewsOf(at)).toMatchObject([
    { filters: { project_uids: [at.plant.project_uid] }, projects_gone: 1 },
  ]);
});

test("the desk is narrowed to several projects, and refused where one of them is not the caller's", async () => {
  const at = await desk();
  const others = [await scene(at.db), await scene(at.db)];
  for (const { project_id, gateway_id, device_id } of others) {
    const { account_id } = at.plant;
    await at.db.insertInto("project_member").values({ project_id, account_id, role: "owner" }).execute();
    await raise(at.db, { project_id, gateway_id, device_id, severity: "warning" });
  }
  await raise(at.db, faultOf(at));
  await refresh(at);
  const uids = [at.plant, ...others].map(({ project_uid }) => project_uid);
  expect(groupsOf(await shown(at, { project_uid: uids.join(",") }))).toHaveLength(3);
  const two = await shown(at, { project_uid: uids.slice(1).join(",") });
  expect(two.items.map(({ severity }: { severity: string }) => severity)).toEqual(["warning", "warning"]);
  const stranger = await tokenFor(at.db, await scene(at.db));
  const asked = await at.api(alarmDesk, { token: stranger, query: { project_uid: uids.join(",") } });
  expect(asked).toMatchObject({ status: 404, body: { code: "project.not_found" } });
});
