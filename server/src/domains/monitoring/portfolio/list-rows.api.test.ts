import {
  allProjectData,
  allProjectList,
  projectList,
  projectListDashboard,
  projectListRows,
  ROWS_AT_ONCE,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import { performanceApi } from "../../../../testing/performance-kit.ts";

/** As many more projects of the account; every other one is offline. */
async function fleet(count: number) {
  const kit = await performanceApi();
  await sql`
    with made as (
      insert into project (name, latitude, longitude, project_type, timezone, capacity_wp)
      select 'Roof A' || lpad(n::text, 4, '0'), 10, 106, 'pv', 'UTC', 1000 from generate_series(1, ${count}::int4) n
      returning project_id
    ), joined as (
      insert into project_member (project_id, account_id, role)
      select project_id, ${kit.plant.account_id}::int4, 'owner' from made
    )
    insert into project_summary (project_id, plant_status)
    select project_id, case when project_id % 2 = 0 then 'offline' else 'normal' end from made`.execute(
    kit.db,
  );
  return kit;
}

test("a whole list comes in few answers, its rows those of the list and counted once", async () => {
  const { api, token } = await fleet(ROWS_AT_ONCE + 4);
  const rows = async (page: number) =>
    (await api(projectListRows, { token, query: { page }, body: {} })).body;
  const [first, second, third] = [await rows(1), await rows(2), await rows(3)];
  expect(first.total_items).toBe(ROWS_AT_ONCE + 5);
  expect([first.items.length, second.items.length, third.items.length]).toEqual([ROWS_AT_ONCE, 5, 0]);
  expect([second.total_items, third.total_items]).toEqual([null, null]);
  const listed = await api(projectList, { token, query: { items_page: 100 }, body: {} });
  expect(first.items.slice(0, 100)).toEqual(listed.body.paginate_data.items);
  const uids = [...first.items, ...second.items].map(
    (item: { project_info: { project_uid: string } }) => item.project_info.project_uid,
  );
  expect(new Set(uids).size).toBe(ROWS_AT_ONCE + 5);
});

test("the rows are narrowed and ordered as the list is, and are the caller's own", async () => {
  const { db, api, token } = await fleet(6);
  const query = { status: "offline", sort: "name", order: "desc" };
  const body = { keyword: "roof a" };
  const { items, total_items } = (await api(projectListRows, { token, query, body })).body;
  const listed = (await api(projectList, { token, query, body })).body;
  expect(items).toEqual(listed.paginate_data.items);
  expect([items.length, total_items]).toEqual([3, 3]);
  const all = await api(allProjectData, { token, query: { item_num: 2 } });
  expect(all.body.paginate_info).toEqual({ total_item: 7, total_page: 4 });
  const stranger = await accountOn(db, null);
  expect((await api(projectListRows, { token: stranger.token, body: {} })).body).toEqual({
    items: [],
    total_items: 0,
  });
});

test("a new list has new totals: count, power, capacity and CO2 of the pv projects alone (M145)", async () => {
  const { db, api, token, plant } = await performanceApi();
  const add = async (project_type: "pv" | "swh", capacity_wp: number, active_power_w: number) => {
    const { project_id } = await db
      .insertInto("project")
      .values({ name: "Roof 2", latitude: 10, longitude: 106, project_type, timezone: "UTC", capacity_wp })
      .returning("project_id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("project_member")
      .values({ project_id, account_id: plant.account_id, role: "owner" })
      .execute();
    await db
      .insertInto("project_summary")
      .values({ project_id, active_power_w, meter_co2_kg: 500, counted_co2_kg: 500, saved_co2_kg: 70 })
      .execute();
  };
  const told = async () => {
    const { body } = await api(projectList, { token, body: {} });
    const { body: dashboard } = await api(projectListDashboard, { token });
    const totals = body.total_data.all_total_data;
    expect(dashboard.total_gateway_active_power).toEqual(totals.total_gateway_active_power);
    return [
      totals.total_projects,
      totals.total_gateway_active_power.value,
      totals.total_project_capacity_pv.value,
      totals.total_co2_reduction.co2_reduction.value,
    ];
  };
  const [count, , capacity] = await told();
  expect(count).toBe(1);
  await add("swh", 9000, 900);
  expect(await told()).toEqual([1, null, capacity, null]);
  await add("pv", 4000, 1500);
  expect(await told()).toEqual([2, 1500, capacity + 4, 0.5]);
});

test("the filter of a selector narrows it to a type (M213)", async () => {
  const { api, token } = await fleet(2);
  const count = async (query: Record<string, string>) =>
    (await api(allProjectList, { token, query })).body.paginate_info.total_item;
  expect(await count({ filter: "all" })).toBe(3);
  expect(await count({ filter: "pv" })).toBe(3);
  expect(await count({ filter: "swh" })).toBe(0);
  const wrong = await api(allProjectList, { token, query: { filter: "wind" } });
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ["query.filter"]]);
});
