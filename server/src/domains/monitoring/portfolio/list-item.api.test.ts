import { projectList } from "@heliograph/contract";
import { expect, test } from "vitest";
import {
  NOON,
  addDay,
  addDevice,
  addLatest,
  heard,
  minutesAgo,
  performanceApi,
} from "../../../../testing/performance-kit.ts";
import { refreshSummaries } from "../../kpi/index.ts";

test("an item shows the project, its live figures, its status and its gateways in the specification's shape", async () => {
  const { db, api, plant, token } = await performanceApi();
  await db
    .updateTable("gateway")
    .set({ name: "Roof", capacity_wp: 60_000 })
    .where("gateway_id", "=", plant.gateway_id)
    .execute();
  await heard(db, plant, minutesAgo(1));
  await addLatest(db, plant, minutesAgo(5), { ac_power_w: 30_123.4 });
  const sensor = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S-1" });
  await addLatest(db, sensor, minutesAgo(5), { irradiance_w_m2: 801.5, module_temperature_c: 48 });
  await addDay(db, plant, "2026-02-03", { production_wh: 240_000 });
  await addDay(db, sensor, "2026-02-03", { insolation_wh_m2: 5000 });
  await addDay(db, plant, "2026-02-04", { production_wh: 120_000 });
  await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NOON));

  const { status, body } = await api(projectList, {
    token,
    body: { keyword: "" },
    timezone: "Asia/Ho_Chi_Minh",
  });
  expect(status).toBe(200);
  expect(body.current_time).toBe("2026-02-04T12:00:00+07:00");
  const { items, ...pages } = body.paginate_data;
  expect(pages).toEqual({ items_page: 10, page: 1, total_items: 1, total_pages: 1 });
  const [{ project_info, project_data, gateway_list, ...state }] = items;
  expect(items).toHaveLength(1);
  expect(state).toEqual({
    plant_status: "normal",
    sleeping: false,
    alert_data: { status: "normal" },
    last_reading_at: minutesAgo(5).toISOString(),
    last_contact_at: minutesAgo(1).toISOString(),
    swh_data: null,
  });
  expect(project_info).toEqual(infoOf(plant.project_uid));
  expect(project_data).toEqual(FIGURES);
  expect(gateway_list).toEqual([gatewayOf(plant)]);
});

const infoOf = (project_uid: string) => ({
  project_uid,
  project_ssoc_name: "Roof 1",
  project_address: "",
  project_capacity_pv: 60,
  project_type: "pv",
  project_role_to_user: "owner",
  check_gateway_capacity_config: true,
  calculate_expected_data_by: "gateway",
  project_latitude: 10.7769,
  project_longitude: 106.7009,
  timezone: "Asia/Ho_Chi_Minh",
  run_nze: false,
  commissioned_on: null,
});

const FIGURES = {
  gateway_active_power: { value: 30_123, unit: "W", silent: 0, devices: 1, reporting: null },
  radiation_data: {
    radiation_value: { value: 801.5, unit: "W/m2" },
    panel_temperature: { value: 48, unit: "°C" },
  },
  production: {
    today_production: { value: 120, unit: "kWh" },
    total_production: { value: 360, unit: "kWh" },
    total_since: "2026-02-03",
  },
  metter_production: {
    today_production: { value: null, unit: "kWh" },
    total_production: { value: null, unit: "kWh" },
    total_since: "2026-02-03",
  },
  inverter_production: {
    today_production: { value: 120, unit: "kWh" },
    total_production: { value: 360, unit: "kWh" },
    total_since: "2026-02-03",
  },
  reduction: {
    co2_reduction: {
      metter_co2_reduction: { value: null, unit: "t" },
      inverter_co2_reduction: { value: expect.closeTo(0.36 * 0.6592, 9), unit: "t" },
      co2_reduction: { value: expect.closeTo(0.36 * 0.6592, 9), unit: "t" },
      metter_since: "2026-02-03",
      inverter_since: "2026-02-03",
      since: "2026-02-03",
    },
  },
  cost_saving: { value: Math.round(360 * 2204.0655), unit: "VND", since: "2026-02-03" },
  pr_data: { value: expect.closeTo(80, 9), unit: "%", day: "2026-02-03" },
  pr_alert: {
    pr_status: { status: null },
    pr_judged: { value: expect.closeTo(80, 9), unit: "%", corrected: false },
    pr_guaranteed: { value: null, unit: "%" },
    pr_simulate: { value: null, unit: "%" },
  },
};

const gatewayOf = (plant: { gateway_uid: string; gateway_serial: string }) => ({
  gateway_info: {
    uid: plant.gateway_uid,
    serial: plant.gateway_serial,
    name: "Roof",
    alias: null,
    firmware_version: null,
    last_contact_at: minutesAgo(1).toISOString(),
  },
  gateway_data: { gateway_status: true, nze_status: false, allowToogleNze: false, nze_allowed_at: null },
});
