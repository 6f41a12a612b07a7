import { projectDetail, projectInfoOnly, projectWidget, widgetList } from "@heliograph/contract";
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

const names = (list: { widget_name: string; request_type: number }[]) =>
  list.map((one) => [one.widget_name, one.request_type]);

/** A plant with an inverter and a production meter that was last heard of twenty minutes ago, and its overview. */
async function overview() {
  const { db, api, plant, token } = await performanceApi();
  const meter = await addDevice(db, plant, { asset_type: "electric_meter", serial: "M-1" });
  await heard(db, plant, minutesAgo(1));
  await addLatest(db, plant, minutesAgo(5), {
    ac_power_w: 30_000,
    ac_power_factor: 0.99,
    dc_power_w: 30_600,
    state: 4,
    ext: {
      mppt: [
        {
          mppt_id: 1,
          dc_voltage_v: 610,
          dc_current_a: 12,
          dc_power_w: 7320,
          strings: [{ string_id: 2, dc_current_a: 6 }],
        },
      ],
      errors: ["E17"],
    },
  });
  await addLatest(db, meter, minutesAgo(20), {
    ac_power_w: 29_000,
    energy_import_wh: 12,
    energy_export_wh: 5000,
    ac_frequency_hz: 50.01,
    ext: { phases: [{ phase: "b", current_a: 41.5, voltage_v: 231 }], production_by_tariff_wh: [1000, 2000] },
  });
  await addDay(db, plant, "2026-01-31", { production_wh: 200_000 });
  await addDay(db, plant, "2026-02-04", { production_wh: 120_000 });
  await addDay(db, meter, "2026-02-04", { export_wh: 118_000 });
  await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NOON));

  const { status, body } = await api(projectWidget, { token, query: { project_uid: plant.project_uid } });
  expect(status).toBe(200);
  const [gateway, inverter, electricMeter] = body.project_info.project_asset_list.map(
    (group: { serial_list: unknown[] }) => group.serial_list[0],
  );
  return { plant, meter, body, gateway, inverter, electricMeter };
}

test("the overview names every gateway and device, and the project's own clock and day", async () => {
  const { plant, meter, body, gateway } = await overview();
  expect(body.widget_date_time_info).toEqual({
    current_time: "2026-02-04T12:00:00+07:00",
    timezone: "Asia/Ho_Chi_Minh",
    today: "2026-02-04",
  });
  expect(body.project_data.metter_production).toEqual({
    today_production: { value: 118, unit: "kWh" },
    total_production: { value: 118, unit: "kWh" },
    total_since: "2026-01-31",
  });
  expect(body.gateway_list).toMatchObject([
    {
      gateway_info: { uid: plant.gateway_uid, serial: plant.gateway_serial },
      gateway_data: { gateway_status: true, nze_status: false, allowToogleNze: false, nze_allowed_at: null },
      gateway_manage_device: [
        { asset_type: "solar_inverter", asset_serial_list: [{ uid: plant.device_uid, serial: "INV-1" }] },
        { asset_type: "electric_meter", asset_serial_list: [{ uid: meter.device_uid, serial: "M-1" }] },
      ],
    },
  ]);
  expect(
    body.project_info.project_asset_list.map((group: { asset_type: string }) => group.asset_type),
  ).toEqual(["iot_gateway", "solar_inverter", "electric_meter"]);
  expect(gateway).toMatchObject({ uid: plant.gateway_uid, iot_data: null });
  expect(body.widget_project_info.project_asset_list).toEqual([
    { asset_type: "iot_gateway", serial_list: [{ uid: plant.gateway_uid, serial: plant.gateway_serial }] },
    { asset_type: "solar_inverter", serial_list: [{ uid: plant.device_uid, serial: "INV-1" }] },
    { asset_type: "electric_meter", serial_list: [{ uid: meter.device_uid, serial: "M-1" }] },
  ]);
});

test("an inverter answers trackers, strings, AC values and its ledger, nested as the specification has them", async () => {
  const { plant, inverter } = await overview();
  expect(inverter).toMatchObject({
    uid: plant.device_uid,
    gateway: { uid: plant.gateway_uid },
    gateway_info: { uid: plant.gateway_uid, serial: plant.gateway_serial },
    iot_data: {
      kind: "inverter",
      ts: minutesAgo(5).toISOString(),
      is_live: true,
      mppt_list: {
        mppt: [
          {
            mppt_id: 1,
            dc_voltage: { value: 610, unit: "V" },
            dc_current: { value: 12, unit: "A" },
            dc_power: { value: 7320, unit: "W" },
            string_list: [{ string_id: 2, dc_current: { value: 6, unit: "A" } }],
          },
        ],
      },
      inverter_ac: {
        ac_power: { value: 30_000, unit: "W" },
        ac_power_factor: { value: 0.99, unit: "" },
        ac_current: { value: null, unit: "A" },
      },
      inverter_production: {
        today_production: { value: 120, unit: "kWh" },
        total_production: { value: 320, unit: "kWh" },
      },
      inverter_status: { state: 4, error_list: ["E17"] },
      battery_inverter: { SOC: { value: null, unit: "%" } },
    },
  });
});

test("a meter answers its counters, phases and tariff registers, and says that its values are old", async () => {
  const { electricMeter } = await overview();
  expect(electricMeter).toMatchObject({
    iot_data: {
      kind: "meter",
      is_live: false,
      metter_energy: {
        total_watt_hours_import: { value: 12, unit: "Wh" },
        total_watt_hours_export: { value: 5000, unit: "Wh" },
      },
      metter_power: { total_real_power: { value: 29_000, unit: "W" } },
      metter_grid: {
        phase_a_current: { value: null },
        phase_b_current: { value: 41.5 },
        frequency: { value: 50.01 },
      },
      metter_production: {
        today_production: { value: 118, unit: "kWh" },
        total_production_t1: { value: 1, unit: "kWh" },
        total_production_t2: { value: 2, unit: "kWh" },
        total_production_t3: { value: null, unit: "kWh" },
      },
    },
  });
});

test("a grid meter, a sensor, a battery and a water heater each answer in their own shape", async () => {
  const { db, api, plant, token } = await performanceApi();
  const grid = await addDevice(db, plant, { asset_type: "grid_meter", serial: "G" });
  const sensor = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S" });
  const battery = await addDevice(db, plant, { asset_type: "battery", serial: "B" });
  const heater = await addDevice(db, plant, { asset_type: "swh_controller", serial: "H" });
  await addDevice(db, plant, { asset_type: "solar_panel", serial: "P" });
  await addLatest(db, grid, minutesAgo(1), { ac_power_w: -1500 });
  await addLatest(db, sensor, minutesAgo(1), { irradiance_w_m2: 640 });
  await addLatest(db, battery, minutesAgo(1), { soc_percent: 81, charge_power_w: 900 });
  await addLatest(db, heater, minutesAgo(1), {
    tank_temperature_c: 55,
    ext: { relays: [{ relay: "pump", on: true }] },
  });
  await addDay(db, grid, "2026-02-04", { import_wh: 1000, export_wh: 3000 });
  const { body } = await api(projectWidget, { token, query: { project_uid: plant.project_uid } });
  const shapes = Object.fromEntries(
    body.project_info.project_asset_list.map(
      (group: { asset_type: string; serial_list: { iot_data: unknown }[] }) => [
        group.asset_type,
        group.serial_list[0]?.iot_data,
      ],
    ),
  );
  expect(shapes).toMatchObject({
    grid_meter: {
      kind: "grid_meter",
      metter_power_grid: { total_real_power: { value: -1500, unit: "W" } },
      today_import: { value: 1, unit: "kWh" },
      today_export: { value: 3, unit: "kWh" },
    },
    sensor_radiation: { kind: "sensor", radiation_data: { radiation_value: { value: 640, unit: "W/m2" } } },
    battery: {
      kind: "inverter",
      battery_inverter: { SOC: { value: 81, unit: "%" }, charge_power: { value: 900, unit: "W" } },
    },
    swh_controller: {
      kind: "swh",
      swh_sensor: { tank_temperature: { value: 55, unit: "°C" } },
      swh_relay: [{ relay: "pump", on: true }],
    },
    solar_panel: { kind: "other", ts: null, is_live: false },
  });
});

test("devices and gateways that were taken out are not in the overview, and those of other projects never were", async () => {
  const { db, api, plant, token } = await performanceApi();
  const gone = await addDevice(db, plant, { asset_type: "solar_inverter", serial: "OLD" });
  await db
    .updateTable("device")
    .set({ removed_at: new Date() })
    .where("device_id", "=", gone.device_id)
    .execute();
  const { body } = await api(projectDetail, { token, query: { project_uid: plant.project_uid } });
  expect(body.gateway_list).toHaveLength(1);
  expect(body.gateway_list[0].gateway_manage_device).toEqual([
    { asset_type: "solar_inverter", asset_serial_list: [{ uid: plant.device_uid, serial: "INV-1" }] },
  ]);
});

test("every widget that a project lists is one that clients keep: request type 0", async () => {
  const pv = await performanceApi();
  const listed = async ({ api, plant, token }: typeof pv) =>
    (await api(widgetList, { token, query: { project_uid: plant.project_uid } })).body.widgets_list;
  expect(names(await listed(pv))).toEqual([
    ["widget_project_info", 0],
    ["widget_date_time_info", 0],
    ["widget_gateway_info", 0],
    ["widget_gateway_data", 0],
    ["widget_map_gps", 0],
  ]);
  const swh = await listed(await performanceApi({ project_type: "swh" }));
  expect(names(swh)).toContainEqual(["widget_swh_sensor", 0]);
});

test("what is fixed about a project comes without its live figures", async () => {
  const { api, plant, token } = await performanceApi();
  const { body } = await api(projectInfoOnly, { token, query: { project_uid: plant.project_uid } });
  expect(Object.keys(body)).toEqual(["project_info"]);
  expect(body.project_info).toMatchObject({
    project_uid: plant.project_uid,
    project_capacity_pv: 60,
    run_nze: false,
  });
});
