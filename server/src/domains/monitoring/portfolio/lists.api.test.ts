import { allProjectData, allProjectList, projectList, projectListDashboard } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { Db } from "../../../platform/db.ts";
import {
  NOON,
  addDevice,
  addLatest,
  heard,
  minutesAgo,
  performanceApi,
} from "../../../../testing/performance-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";
import { refreshSummaries } from "../../kpi/index.ts";

interface Listed {
  readonly project_info: { readonly project_ssoc_name: string };
}
const namesOf = (items: readonly Listed[]) => items.map((item) => item.project_info.project_ssoc_name);

interface Shown {
  name: string;
  address?: string;
  project_type?: "pv" | "swh";
  capacity_wp?: number;
  plant_status?: string;
  sleeping?: boolean;
  alert_status?: string;
  active_power_w?: number | null;
  today_meter_wh?: number | null;
  today_inverter_wh?: number | null;
  saving_vnd?: string;
}

/** More projects of the account, as their summaries say. */
async function addProjects(db: Db, account_id: number, projects: readonly Shown[]) {
  for (const { name, address = "", project_type = "pv", capacity_wp = 1000, ...summary } of projects) {
    const { project_id } = await db
      .insertInto("project")
      .values({
        name,
        address,
        project_type,
        capacity_wp,
        latitude: 10,
        longitude: 106,
        timezone: "Asia/Ho_Chi_Minh",
      })
      .returning("project_id")
      .executeTakeFirstOrThrow();
    await db.insertInto("project_member").values({ project_id, account_id, role: "managed" }).execute();
    await db
      .insertInto("project_summary")
      .values({ project_id, ...summary })
      .execute();
  }
}

/** The scene's project out of the way, so that a test counts its own alone. */
async function alone(db: Db, project_id: number) {
  await db
    .updateTable("project")
    .set({ removed_at: new Date() })
    .where("project_id", "=", project_id)
    .execute();
}

test("a project without gateways answers an empty list of them, and no zeros for what is not known", async () => {
  const { db, api, plant, token } = await performanceApi();
  await alone(db, plant.project_id);
  await addProjects(db, plant.account_id, [{ name: "Empty" }]);
  const { body } = await api(projectList, { token, body: {} });
  const [item] = body.paginate_data.items;
  expect(item.gateway_list).toEqual([]);
  expect(item.plant_status).toBe("not_configured");
  expect(item.project_data.gateway_active_power.value).toBeNull();
  expect(item.project_data.cost_saving.value).toBeNull();
  expect(item.project_info.check_gateway_capacity_config).toBe(false);
});

test("totals are of the page and of all that match; a project counts by its meter, else by its inverters", async () => {
  const { db, api, plant, token } = await performanceApi();
  await alone(db, plant.project_id);
  const projects = Array.from({ length: 12 }, (_, index) => ({
    name: `P ${String(index).padStart(2, "0")}`,
    capacity_wp: 10_000,
    active_power_w: 1000,
    today_meter_wh: index === 0 ? 5000 : null,
    today_inverter_wh: 6000,
    saving_vnd: "100.40",
  }));
  await addProjects(db, plant.account_id, projects);
  const { body } = await api(projectList, { token, body: {}, query: { page: 2 } });
  const names = namesOf(body.paginate_data.items);
  expect(names).toEqual(["P 10", "P 11"]);
  expect(body.paginate_data).toMatchObject({ page: 2, items_page: 10, total_items: 12, total_pages: 2 });
  expect(body.total_data.page_total_data).toMatchObject({
    total_projects: 2,
    total_gateway_active_power: { value: 2000, unit: "W", silent_projects: 0 },
    total_project_capacity_pv: { value: 20, unit: "kWp" },
    total_today_production: { value: 12, unit: "kWh" },
    total_cost_saving: { value: 201, unit: "VND" },
  });
  expect(body.total_data.all_total_data).toMatchObject({
    total_projects: 12,
    total_gateway_active_power: { value: 12_000, unit: "W", silent_projects: 0 },
    total_project_capacity_pv: { value: 120, unit: "kWp" },
    total_today_production: { value: 71, unit: "kWh" },
    total_cost_saving: { value: 1205, unit: "VND" },
  });
  const beyond = await api(projectList, { token, body: {}, query: { page: 3 } });
  expect(beyond.body.paginate_data.items).toEqual([]);
  expect(beyond.body.total_data.page_total_data).toMatchObject({
    total_projects: 0,
    total_gateway_active_power: { value: null, unit: "W", silent_projects: 0 },
  });
});

test("a search ignores case, accents and the order of words, and takes % and _ as they are", async () => {
  const { db, api, plant, token } = await performanceApi();
  await addProjects(db, plant.account_id, [
    { name: "Nhà máy dệt Phước Long", address: "TP. Thủ Đức" },
    { name: "Kho lạnh Cát Lái", address: "TP. Thủ Đức" },
    { name: "Tòa nhà 100% xanh", address: "Đà Nẵng" },
  ]);
  const found = async (keyword: string) => {
    const { body } = await api(projectList, { token, body: { keyword } });
    return namesOf(body.paginate_data.items);
  };
  expect(await found("phuoc long")).toEqual(["Nhà máy dệt Phước Long"]);
  expect(await found("LONG Phước")).toEqual(["Nhà máy dệt Phước Long"]);
  expect(await found("Phước".normalize("NFD"))).toEqual(["Nhà máy dệt Phước Long"]);
  expect(await found("thu duc")).toEqual(["Kho lạnh Cát Lái", "Nhà máy dệt Phước Long"]);
  expect(await found("đà nẵng")).toEqual(["Tòa nhà 100% xanh"]);
  expect(await found("100%")).toEqual(["Tòa nhà 100% xanh"]);
  expect(await found("n_a")).toEqual([]);
  expect(await found("thu duc hue")).toEqual([]);
});

test("statuses are counted over all that match, whichever were asked for; a sleeping plant is not offline", async () => {
  const { db, api, plant, token } = await performanceApi();
  await alone(db, plant.project_id);
  await addProjects(db, plant.account_id, [
    { name: "A", plant_status: "normal", alert_status: "normal" },
    { name: "B", plant_status: "offline", sleeping: true, alert_status: "normal" },
    { name: "C", plant_status: "offline", alert_status: "error" },
    { name: "D", plant_status: "warning", alert_status: "warning" },
  ]);
  const { body } = await api(projectList, {
    token,
    body: {},
    query: { status: "offline,warning", sort: "status" },
  });
  const shown = namesOf(body.paginate_data.items);
  expect(shown).toEqual(["C", "D"]);
  expect(body.paginate_data.total_items).toBe(2);
  expect(body.status_counts).toEqual({ normal: 1, warning: 1, offline: 1, sleeping: 1, not_configured: 0 });
  expect(body.alert_data).toEqual({ normal: 2, warning: 1, error: 1, not_installed: 0 });
});

test("a list is ordered either way with what is not known last", async () => {
  const { db, api, plant, token } = await performanceApi();
  await alone(db, plant.project_id);
  await addProjects(db, plant.account_id, [
    { name: "a", active_power_w: 5 },
    { name: "B", active_power_w: null },
    { name: "c", active_power_w: 50 },
  ]);
  const order = async (query: Record<string, string>) => {
    const { body } = await api(projectList, { token, body: {}, query });
    return namesOf(body.paginate_data.items).join("");
  };
  expect(await order({})).toBe("aBc");
  expect(await order({ order: "desc" })).toBe("cBa");
  expect(await order({ sort: "power" })).toBe("acB");
  expect(await order({ sort: "power", order: "desc" })).toBe("caB");
});

test("solar water heaters have a list of their own, with temperatures", async () => {
  const { db, api, plant, token } = await performanceApi({ project_type: "swh" });
  const controller = await addDevice(db, plant, { asset_type: "swh_controller", serial: "C-1" });
  await heard(db, plant, minutesAgo(1));
  await addLatest(db, controller, minutesAgo(1), { tank_temperature_c: 58.5, ambient_temperature_c: 31 });
  await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NOON));
  expect((await api(projectList, { token, body: {} })).body.paginate_data.items).toEqual([]);
  const { body } = await api(projectList, { token, body: { project_type: "swh" } });
  expect(body.paginate_data.items[0].swh_data).toEqual({
    tank_temperature: { value: 58.5, unit: "°C" },
    collector_temperature: { value: null, unit: "°C" },
    ambient_temperature: { value: 31, unit: "°C" },
    today_energy_saving: { value: null, unit: "kWh" },
    energy_saving: { value: null, unit: "kWh" },
    since: null,
    co2_reduction: { value: null, unit: "t" },
    relay_list: [],
    active_schedule: null,
  });
});

test("the dashboard sums and counts all projects of a type, and names those with an alarm, the worst first", async () => {
  const { db, api, plant, token } = await performanceApi();
  await alone(db, plant.project_id);
  await addProjects(db, plant.account_id, [
    { name: "A", plant_status: "normal", alert_status: "normal", active_power_w: 700, capacity_wp: 5000 },
    { name: "B", plant_status: "warning", alert_status: "warning", active_power_w: 300, capacity_wp: 5000 },
    { name: "C", plant_status: "offline", alert_status: "error", capacity_wp: 5000 },
    { name: "S", project_type: "swh", plant_status: "normal", alert_status: "normal" },
  ]);
  const { body } = await api(projectListDashboard, { token });
  expect(body).toMatchObject({
    total_projects: 3,
    total_gateway_active_power: { value: 1000, unit: "W", silent_projects: 0 },
    total_project_capacity_pv: { value: 15, unit: "kWp" },
    total_today_production: { value: null, unit: "kWh" },
    total_co2_reduction: {
      metter_co2_reduction: { value: null, unit: "t" },
      inverter_co2_reduction: { value: null, unit: "t" },
      co2_reduction: { value: null, unit: "t" },
    },
    plant_status_counts: { normal: 1, warning: 1, offline: 1, sleeping: 0, not_configured: 0 },
    alert_counts: { normal: 1, warning: 1, error: 1, not_installed: 0 },
    current_time: "2026-02-04T05:00:00+00:00",
  });
  expect(Object.values(body.plant_status)).toEqual(["normal", "warning", "offline"]);
  expect(
    body.real_time_alert.map((one: { project_ssoc_name: string; alert_data: object }) => [
      one.project_ssoc_name,
      one.alert_data,
    ]),
  ).toEqual([
    ["C", { status: "error" }],
    ["B", { status: "warning" }],
  ]);
});

test("the selector pages through names of every type and says which projects have gateways and devices", async () => {
  const { db, api, plant, token } = await performanceApi();
  await addProjects(db, plant.account_id, [{ name: "Another" }, { name: "Heater", project_type: "swh" }]);
  const { body } = await api(allProjectList, { token, query: { item_num: 2 } });
  expect(body.paginate_info).toEqual({ total_item: 3, total_page: 2 });
  const rest = await api(allProjectList, { token, query: { item_num: 2, page: 2, keyword: "" } });
  const rows = [...body.data, ...rest.body.data].map((row) => [
    row.project_ssoc_name,
    row.project_type,
    row.has_gateway,
    row.has_device,
  ]);
  expect(rows).toEqual([
    ["Another", "pv", false, false],
    ["Heater", "swh", false, false],
    ["Roof 1", "pv", true, true],
  ]);
});

test("another account's projects are in no list, total, count or alarm", async () => {
  const { db, api, token } = await performanceApi();
  const theirs = await scene(db);
  await db
    .updateTable("project")
    .set({ name: "Theirs" })
    .where("project_id", "=", theirs.project_id)
    .execute();
  await db
    .updateTable("project_summary")
    .set({ plant_status: "offline", alert_status: "error", active_power_w: 9e6 })
    .where("project_id", "=", theirs.project_id)
    .execute();
  const list = await api(projectList, { token, body: {} });
  expect(list.body.paginate_data.total_items).toBe(1);
  expect(JSON.stringify(list.body)).not.toContain("Theirs");
  expect(list.body.total_data.all_total_data.total_gateway_active_power.value).toBeNull();
  const dashboard = await api(projectListDashboard, { token });
  expect(dashboard.body).toMatchObject({
    total_projects: 1,
    real_time_alert: [],
    alert_counts: { error: 0 },
  });
  expect((await api(allProjectList, { token })).body.paginate_info.total_item).toBe(1);
});

test("all projects with their live figures come by name in pages, of every type unless one is asked for", async () => {
  const { db, api, plant, token } = await performanceApi();
  await addProjects(db, plant.account_id, [
    { name: "A", active_power_w: 700, plant_status: "normal", alert_status: "normal" },
    { name: "Water", project_type: "swh" },
  ]);
  const { body } = await api(allProjectData, { token, query: { item_num: 2 } });
  expect(namesOf(body.data)).toEqual(["A", "Roof 1"]);
  expect(body.paginate_info).toEqual({ total_item: 3, total_page: 2 });
  expect(body.data[0]).toMatchObject({
    plant_status: "normal",
    project_data: { gateway_active_power: { value: 700, unit: "W" } },
    gateway_list: [],
  });
  expect(body.data[1].gateway_list).toHaveLength(1);
  const second = await api(allProjectData, { token, query: { item_num: 2, page: 2 } });
  expect(namesOf(second.body.data)).toEqual(["Water"]);
  const swh = await api(allProjectData, { token, query: { project_type: "swh" } });
  expect(swh.body.paginate_info).toEqual({ total_item: 1, total_page: 1 });
  const found = await api(allProjectData, { token, query: { keyword: "roof" } });
  expect(namesOf(found.body.data)).toEqual(["Roof 1"]);
});
