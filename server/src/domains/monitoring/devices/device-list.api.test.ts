import { projectDevice, projectDevices } from "@heliograph/contract";
import { expect, test } from "vitest";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import {
  NOON,
  addDay,
  addDevice,
  addLatest,
  heard,
  minutesAgo,
  performanceApi,
} from "../../../../testing/performance-kit.ts";

type Row = { serial: string } & Record<string, unknown>;
const bySerial = (rows: Row[]): Record<string, Row> =>
  Object.fromEntries(rows.map((row) => [row.serial, row]));

/** A plant at noon with a faulty inverter, a silent meter, a dead sensor, a battery, and an inverter that never spoke. */
async function motley() {
  const { db, api, plant, token } = await performanceApi();
  const meter = await addDevice(db, plant, {
    asset_type: "electric_meter",
    serial: "M-1",
    alias: "Roof meter",
  });
  const grid = await addDevice(db, plant, { asset_type: "grid_meter", serial: "G-1" });
  const sensor = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S-1" });
  const battery = await addDevice(db, plant, { asset_type: "battery", serial: "B-1" });
  await addDevice(db, plant, { asset_type: "solar_inverter", serial: "NEW" });
  await db
    .updateTable("device")
    .set({ firmware_version: "3.1.4" })
    .where("device_id", "=", plant.device_id)
    .execute();
  await heard(db, plant, minutesAgo(1));
  await addLatest(db, plant, minutesAgo(2), { ac_power_w: 30_000, state: 7 });
  await addLatest(db, meter, minutesAgo(40), { ac_power_w: 29_000 });
  await addLatest(db, grid, minutesAgo(2), { ac_power_w: -1500 });
  await addLatest(db, sensor, minutesAgo(2), { irradiance_w_m2: 0 });
  await addLatest(db, battery, minutesAgo(2), { charge_power_w: 900, discharge_power_w: 0 });
  await addDay(db, plant, "2026-02-04", { production_wh: 120_000 });
  await addDay(db, meter, "2026-02-04", { export_wh: 118_000 });
  await addDay(db, grid, "2026-02-04", { import_wh: 1000, export_wh: 3000 });
  await addDay(db, sensor, "2026-02-04", { insolation_wh_m2: 2900 });
  return { api, plant, token };
}

test("the list has one line a device with power, today, status and firmware, and each gateway with its state", async () => {
  const { api, plant, token } = await motley();
  const { status, body } = await api(projectDevices, { token, query: { project_uid: plant.project_uid } });
  expect(status).toBe(200);
  expect(body.current_time).toBe(new Date(NOON).toISOString());
  expect(body.gateways).toEqual([
    {
      uid: plant.gateway_uid,
      serial: plant.gateway_serial,
      name: expect.any(String),
      alias: null,
      firmware_version: null,
      last_contact_at: minutesAgo(1).toISOString(),
      device_status: "normal",
      devices: 6,
    },
  ]);
  const rows = bySerial(body.devices);
  expect(rows["INV-1"]).toMatchObject({
    gateway: { uid: plant.gateway_uid, serial: plant.gateway_serial, alias: plant.gateway_serial },
    firmware_version: "3.1.4",
    device_status: "warning",
    sensor: null,
    is_live: true,
    live: { value: 30_000, unit: "W" },
    today: { value: 120, unit: "kWh" },
    today_export: null,
  });
  expect(rows["M-1"]).toMatchObject({
    alias: "Roof meter",
    device_status: "offline",
    is_live: false,
    live: { value: 29_000 },
    today: { value: 118 },
  });
  expect(rows["G-1"]).toMatchObject({
    device_status: "normal",
    live: { value: -1500 },
    today: { value: 1 },
    today_export: { value: 3 },
  });
  expect(rows["S-1"]).toMatchObject({
    device_status: "warning",
    sensor: { status: "Critical", reasons: ["dark_by_day"] },
    live: { value: 0, unit: "W/m2" },
    today: { value: 2900, unit: "Wh/m2" },
  });
  expect(rows["B-1"]).toMatchObject({ live: { value: -900, unit: "W" } });
  expect(rows["NEW"]).toMatchObject({ device_status: "not_configured", ts: null, live: { value: null } });
});

test("an open alarm of a device makes it a warning; a minor, an unconfirmed and an ended one do not", async () => {
  const { db, api, plant, token } = await performanceApi();
  const { project_id, gateway_id } = plant;
  const alarm = { project_id, gateway_id, kind: "string_deviates", started_at: minutesAgo(90) };
  const on = async (serial: string, more: { severity: string; confirmed_at?: Date; ended_at?: Date }) => {
    const device = await addDevice(db, plant, { asset_type: "solar_inverter", serial });
    await addLatest(db, device, minutesAgo(1), { ac_power_w: 1 });
    await db
      .insertInto("alarm")
      .values({ ...alarm, device_id: device.device_id, ...more })
      .execute();
  };
  const confirmed_at = minutesAgo(80);
  await on("OPEN", { severity: "warning", confirmed_at });
  await on("MINOR", { severity: "minor", confirmed_at });
  await on("NOT-YET", { severity: "critical" });
  await on("ENDED", { severity: "critical", confirmed_at, ended_at: minutesAgo(10) });
  const { body } = await api(projectDevices, { token, query: { project_uid: plant.project_uid } });
  const rows = bySerial(body.devices);
  expect(["OPEN", "MINOR", "NOT-YET", "ENDED"].map((serial) => rows[serial]?.["device_status"])).toEqual([
    "warning",
    "normal",
    "normal",
    "normal",
  ]);
});

test("one device answers nameplate, warranty, its gateway, live values, and the strings that deviate", async () => {
  const { db, api, plant, token } = await performanceApi();
  await db
    .updateTable("device")
    .set({
      alias: "South roof",
      manufacturer: "Sungrow",
      model: "SG33CX",
      firmware_version: "2.2",
      ac_nominal_w: 33_000,
      dc_capacity_wp: 40_000,
      mppt_count: 3,
      warranty_begin: "2024-01-01",
      warranty_end: "2034-01-01",
    })
    .where("device_id", "=", plant.device_id)
    .execute();
  const strings = [8, 8.1, 7.9, 2].map((dc_current_a, index) => ({ string_id: index + 1, dc_current_a }));
  await addLatest(db, plant, minutesAgo(1), { ac_power_w: 20_000, ext: { mppt: [{ mppt_id: 1, strings }] } });
  const query = { project_uid: plant.project_uid, device_uid: plant.device_uid };
  const { status, body } = await api(projectDevice, { token, query });
  expect(status).toBe(200);
  expect(body.timezone).toBe("Asia/Ho_Chi_Minh");
  expect(body.device).toMatchObject({
    uid: plant.device_uid,
    serial: "INV-1",
    asset_type: "solar_inverter",
    alias: "South roof",
    manufacturer: "Sungrow",
    model: "SG33CX",
    firmware_version: "2.2",
    ac_nominal_w: 33_000,
    dc_capacity_wp: 40_000,
    battery_capacity_wh: null,
    mppt_count: 3,
    warranty_begin: "2024-01-01",
    warranty_end: "2034-01-01",
    gateway: { uid: plant.gateway_uid, devices: 1 },
    device_status: "normal",
    sensor: null,
    iot_data: { kind: "inverter", inverter_ac: { ac_power: { value: 20_000, unit: "W" } } },
    deviating_strings: ["1.4"],
  });
});

test("a member who only looks sees the same; a stranger and a device of another project are not found", async () => {
  const { db, api, plant, token } = await performanceApi();
  const { project_uid, device_uid, project_id } = plant;
  const viewer = await accountOn(db, { project_id, role: "read_only" });
  const stranger = await accountOn(db, null);
  const list = (who: string) => api(projectDevices, { token: who, query: { project_uid } });
  const one = (who: string, uid: string = device_uid) =>
    api(projectDevice, { token: who, query: { project_uid, device_uid: uid } });
  expect((await list(viewer.token)).body).toEqual((await list(token)).body);
  expect((await one(viewer.token)).body).toEqual((await one(token)).body);
  for (const refused of [await list(stranger.token), await one(stranger.token)]) {
    expect([refused.status, refused.body.code]).toEqual([404, "project.not_found"]);
  }
  const other = await one(token, plant.gateway_uid);
  expect([other.status, other.body.code]).toEqual([404, "device.not_found"]);
  await db
    .updateTable("device")
    .set({ removed_at: new Date() })
    .where("device_uid", "=", device_uid)
    .execute();
  expect((await one(token)).status).toBe(404);
  expect((await list(token)).body.devices).toEqual([]);
});

test("what is no uid is named, and nobody is answered without a token", async () => {
  const { api, plant, token } = await performanceApi();
  const wrong = await api(projectDevice, {
    token,
    query: { project_uid: plant.project_uid, device_uid: "17" },
  });
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ["query.device_uid"]]);
  expect((await api(projectDevices, { query: { project_uid: plant.project_uid } })).status).toBe(403);
});
