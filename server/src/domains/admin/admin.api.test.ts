import { randomUUID } from "node:crypto";
import {
  adminProjectList,
  adminWidgetList,
  clearProjectCache,
  listOwnProjects,
  projectWidget,
  removeProject,
  uploadFile,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { apiOf } from "../../../testing/api-kit.ts";
import { freshStore, PNG } from "../../../testing/file-kit.ts";
import { accountOn, tokenFor } from "../../../testing/fleet-kit.ts";
import { addDay, NOON } from "../../../testing/performance-kit.ts";
import { freshPools, scene } from "../../../testing/test-kit.ts";
import { asAdmin, asAccount } from "../../platform/db.ts";
import { fileRoutes, fleetRoutes } from "../fleet/index.ts";
import { monitoringRoutes } from "../monitoring/index.ts";
import { refreshOutdated } from "../kpi/index.ts";
import { adminRoutes } from "./index.ts";

async function kit() {
  const { db } = await freshPools();
  const { store } = await freshStore();
  const api = await apiOf(db, (serve) => {
    fleetRoutes(serve, db);
    fileRoutes(serve, db, store);
    monitoringRoutes(serve, db, () => NOON);
    adminRoutes(serve, db, () => NOON);
  });
  const plant = await scene(db);
  const admin = await accountOn(db, null);
  await db.updateTable("account").set({ kind: "admin" }).where("account_id", "=", admin.account_id).execute();
  const { email } = await db
    .selectFrom("account")
    .select("email")
    .where("account_id", "=", plant.account_id)
    .executeTakeFirstOrThrow();
  const list = async (query = {}) => (await api(adminProjectList, { token: admin.token, query })).body;
  return { db, api, plant: { ...plant, email }, token: await tokenFor(db, plant), admin, list };
}

test("an administrator sees every project with its owners and waiting tickets, page by page, and removed ones never", async () => {
  const { db, api, plant, token, list } = await kit();
  const other = await scene(db);
  await db
    .updateTable("project")
    .set({ name: "Xưởng Đông" })
    .where("project_id", "=", other.project_id)
    .execute();
  const ticket = { project_id: plant.project_id, subject: "S" };
  await db
    .insertInto("ticket")
    .values([
      { ...ticket, status: "open" },
      { ...ticket, status: "answered" },
    ])
    .execute();
  const all = await list();
  expect(all.paginate_info).toEqual({ total_item: 2, total_page: 1 });
  expect(all.data).toMatchObject([
    {
      project_uid: plant.project_uid,
      project_ssoc_name: "Roof 1",
      project_capacity_pv: 60,
      plant_status: "not_configured",
      owners: [{ display_name: "Lan Tran", email: plant.email }],
      open_tickets: 1,
    },
    { project_uid: other.project_uid, open_tickets: 0 },
  ]);
  const second = await list({ item_num: 1, page: 2 });
  expect(second.data).toMatchObject([{ project_uid: other.project_uid }]);
  expect(second.paginate_info.total_page).toBe(2);
  expect((await list({ keyword: "dong xuong" })).data).toMatchObject([{ project_uid: other.project_uid }]);
  expect((await list({ keyword: plant.email })).data).toMatchObject([{ project_uid: plant.project_uid }]);
  expect((await list({ keyword: "100%" })).data).toEqual([]);
  expect((await list({ project_type: "swh" })).data).toEqual([]);
  await api(removeProject, { token, query: { project_uid: plant.project_uid } });
  expect((await list()).data).toHaveLength(1);
});

test("the overview of any project is the one its members see, read-only, with its owners", async () => {
  const { api, plant, token, admin } = await kit();
  const query = { project_uid: plant.project_uid };
  await api(uploadFile, { token, query: { ...query, name: "roof.png" }, file: PNG });
  const theirs = await api(projectWidget, { token, query });
  const seen = await api(adminWidgetList, { token: admin.token, query });
  expect(seen.status).toBe(200);
  const { widgets_list, owners, ...rest } = seen.body;
  const project_info = { ...theirs.body.project_info, project_role_to_user: "read_only" };
  expect(rest).toEqual({ ...theirs.body, project_info });
  expect(theirs.body.widget_project_info.project_public_files).toMatchObject([
    { category: "image", name: "roof.png", url: expect.stringContaining("/api/v1/fleet/file?file_uid=") },
  ]);
  expect(widgets_list).toContainEqual({ widget_name: "widget_project_info", request_type: 0 });
  expect(owners).toEqual([{ display_name: "Lan Tran", email: plant.email }]);
  const none = await api(adminWidgetList, { token: admin.token, query: { project_uid: randomUUID() } });
  expect([none.status, none.body.code]).toEqual([404, "project.not_found"]);
});

test("to a normal user the administration is not there, and an administrator is no member of anything", async () => {
  const { api, plant, token, admin } = await kit();
  const query = { project_uid: plant.project_uid };
  for (const e of [adminProjectList, adminWidgetList, clearProjectCache]) {
    const { status, body } = await api(e, { token, query });
    expect([e.name, status, body.code]).toEqual([e.name, 404, "request.no_such_address"]);
    expect((await api(e, { query })).body.code).toBe("token.required");
  }
  expect((await api(projectWidget, { token: admin.token, query })).status).toBe(404);
  expect((await api(listOwnProjects, { token: admin.token })).body.items).toEqual([]);
});

test("clearing the cache of a project sums its days anew at once, and says who did it", async () => {
  const { db, api, plant, admin } = await kit();
  const { project_id, project_uid } = plant;
  await addDay(db, plant, "2026-02-03", { production_wh: 90_000 });
  await refreshOutdated(db, NOON);
  const summed = () =>
    db
      .selectFrom("project_summary")
      .select("before_today_inverter_wh")
      .where("project_id", "=", project_id)
      .executeTakeFirstOrThrow();
  expect(await summed()).toEqual({ before_today_inverter_wh: 90_000 });
  // A figure that went wrong in a way that nothing has noticed.
  await db.updateTable("project_summary").set({ before_today_inverter_wh: 1 }).execute();
  await refreshOutdated(db, NOON);
  expect(await summed()).toEqual({ before_today_inverter_wh: 1 });
  const told = await api(clearProjectCache, { token: admin.token, query: { project_uid } });
  expect(told.body).toMatchObject({ projects: 1 });
  expect(await summed()).toEqual({ before_today_inverter_wh: 90_000 });
  const events = await db
    .selectFrom("audit_event")
    .select(["account_id", "subject"])
    .where("action", "=", "project_cache.cleared")
    .execute();
  expect(events).toEqual([{ account_id: admin.account_id, subject: project_uid }]);
});

test("clearing all caches leaves the work to the worker, which makes every figure right again", async () => {
  const { db, api, plant, admin } = await kit();
  const other = await scene(db);
  await addDay(db, plant, "2026-02-03", { production_wh: 90_000 });
  await addDay(db, other, "2026-02-03", { production_wh: 70_000 });
  await refreshOutdated(db, NOON);
  await db.updateTable("project_summary").set({ before_today_inverter_wh: 1 }).execute();
  const told = await api(clearProjectCache, { token: admin.token });
  expect(told.body).toMatchObject({ projects: 2 });
  await refreshOutdated(db, NOON);
  const sums = await db
    .selectFrom("project_summary")
    .select("before_today_inverter_wh")
    .orderBy("project_id")
    .execute();
  expect(sums.map((row) => row.before_today_inverter_wh)).toEqual([90_000, 70_000]);
});

test("row-level security shows an administrator the list, and of one project's data only what was named", async () => {
  const { db, plant, admin } = await kit();
  const other = await scene(db);
  const gateways = (projects: number[]) =>
    asAdmin(db, { account_id: admin.account_id, projects }, (tx) =>
      tx.selectFrom("gateway").select("project_id").execute(),
    );
  expect(await gateways([])).toEqual([]);
  expect(await gateways([other.project_id])).toEqual([{ project_id: other.project_id }]);
  const names = await asAdmin(db, { account_id: admin.account_id, projects: [] }, (tx) =>
    tx.selectFrom("project").select("project_id").orderBy("project_id").execute(),
  );
  expect(names).toEqual([{ project_id: plant.project_id }, { project_id: other.project_id }]);
  const written = asAdmin(db, { account_id: admin.account_id, projects: [plant.project_id] }, (tx) =>
    tx.updateTable("project").set({ name: "Mine" }).execute(),
  );
  await expect(written).rejects.toThrow(/permission denied/);
  // The next transaction of the same connection is no administrator's.
  const after = await asAccount(db, { account_id: admin.account_id, projects: [] }, (tx) =>
    sql<{ is: boolean }>`select app_admin() as is`.execute(tx),
  );
  expect(after.rows).toEqual([{ is: false }]);
});
