import { randomUUID } from "node:crypto";
import { listForSelect, SHOW_CASE_LIMIT, showCase, showCaseTotals } from "@heliograph/contract";
import { expect, test } from "vitest";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import { performanceApi } from "../../../../testing/performance-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";

/** Another project of the account. */
async function addProject(
  db: Db,
  account_id: number,
  project: { name: string; project_type?: "pv" | "swh"; today_meter_wh?: number },
) {
  const { name, project_type = "pv", ...summary } = project;
  const made = await db
    .insertInto("project")
    .values({ name, project_type, latitude: 10, longitude: 106, timezone: "UTC", capacity_wp: 1000 })
    .returning(["project_id", "project_uid"])
    .executeTakeFirstOrThrow();
  const { project_id } = made;
  await db.insertInto("project_member").values({ project_id, account_id, role: "managed" }).execute();
  await db
    .insertInto("project_summary")
    .values({ project_id, ...summary })
    .execute();
  return made;
}

const addFile = (db: Db, project_id: number, name: string, category: "image" | "document") =>
  db
    .insertInto("project_file")
    .values({ project_id, name, category, mime: "image/png", size_bytes: 1, file_uid: randomUUID() })
    .execute();

test("a showcase shows the chosen projects in the order chosen, each once, with its newest image", async () => {
  const { db, api, plant, token } = await performanceApi();
  const other = await addProject(db, plant.account_id, { name: "Other", today_meter_wh: 5000 });
  await addFile(db, other.project_id, "old.png", "image");
  await addFile(db, other.project_id, "new.png", "image");
  await addFile(db, other.project_id, "plan.pdf", "document");
  const project_uid_list = [other.project_uid, plant.project_uid, other.project_uid];
  const { body } = await api(showCase, { token, body: { project_uid_list } });
  expect(body.data).toHaveLength(2);
  expect(body.data[0]).toMatchObject({
    project_info: { project_ssoc_name: "Other", project_capacity_pv: 1 },
    project_data: { metter_production: { today_production: { value: 5 } } },
    project_image: { name: "new.png" },
  });
  expect(body.data[1]).toMatchObject({
    project_info: { project_ssoc_name: "Roof 1" },
    project_image: null,
  });
});

test("the totals are of the chosen projects and of no other", async () => {
  const { db, api, plant, token } = await performanceApi();
  const { account_id } = plant;
  const one = await addProject(db, account_id, { name: "One", today_meter_wh: 5000 });
  const two = await addProject(db, account_id, { name: "Two", today_meter_wh: 7000 });
  await addProject(db, account_id, { name: "Three", today_meter_wh: 90_000 });
  const query = { project_uid_list: `${one.project_uid},${two.project_uid}` };
  const { body } = await api(showCaseTotals, { token, query });
  expect(body).toMatchObject({
    total_projects: 2,
    total_project_capacity_pv: { value: 2 },
    total_today_production: { value: 12 },
    total_cost_saving: { value: null },
  });
});

test("one project that is another's refuses the showcase, as one that is not there", async () => {
  const { db, api, plant, token } = await performanceApi();
  const theirs = await scene(db);
  const { project_uid } = plant;
  const told = [];
  for (const uid of [theirs.project_uid, randomUUID()]) {
    const list = [project_uid, uid];
    for (const { status, body } of [
      await api(showCase, { token, body: { project_uid_list: list } }),
      await api(showCaseTotals, { token, query: { project_uid_list: list.join() } }),
    ]) {
      told.push([status, body.code, JSON.stringify(body).includes("Roof")]);
    }
  }
  expect(told).toEqual(Array.from({ length: 4 }, () => [404, "project.not_found", false]));
  const viewer = await accountOn(db, { project_id: plant.project_id, role: "read_only" });
  const seen = await api(showCase, { token: viewer.token, body: { project_uid_list: [project_uid] } });
  expect([seen.status, seen.body.data[0].project_info.project_role_to_user]).toEqual([200, "read_only"]);
});

test("a showcase of none, of too many or of what is no project is refused by its field", async () => {
  const { api, token } = await performanceApi();
  const many = Array.from({ length: SHOW_CASE_LIMIT + 1 }, () => randomUUID());
  for (const [project_uid_list, field] of [
    [[], "project_uid_list"],
    [many, "project_uid_list"],
    [["roof"], "project_uid_list.0"],
  ] as const) {
    const shown = await api(showCase, { token, body: { project_uid_list } });
    expect([shown.status, Object.keys(shown.body.fields)]).toEqual([400, [`body.${field}`]]);
    const sums = await api(showCaseTotals, {
      token,
      query: { project_uid_list: project_uid_list.join() },
    });
    expect([sums.status, Object.keys(sums.body.fields)]).toEqual([400, [`query.${field}`]]);
  }
});

test("the selector pages ten at a time by name, finds words without accents, and keeps to the type", async () => {
  const { db, api, plant, token } = await performanceApi();
  for (let n = 10; n < 22; n += 1) await addProject(db, plant.account_id, { name: `Mái số ${n}` });
  await addProject(db, plant.account_id, { name: "Heater", project_type: "swh" });
  const ask = async (query: Record<string, string | number> = {}) => {
    const { body } = await api(listForSelect, { token, query });
    const names = body.data.map((row: { project_ssoc_name: string }) => row.project_ssoc_name);
    return { names, ...body.paginate_info };
  };
  const first = await ask();
  expect(first).toMatchObject({ total_item: 14, total_page: 2 });
  expect(first.names).toHaveLength(10);
  expect(first.names[0]).toBe("Heater");
  expect((await ask({ page: 2 })).names).toEqual(["Mái số 19", "Mái số 20", "Mái số 21", "Roof 1"]);
  expect((await ask({ keyword: "mai so 2" })).total_item).toBe(3);
  expect((await ask({ filter: "swh" })).names).toEqual(["Heater"]);
  const stranger = await accountOn(db, null);
  expect((await api(listForSelect, { token: stranger.token })).body.data).toEqual([]);
});
