import { batteryChart, powerChart } from "@heliograph/contract";
import { expect, test } from "vitest";
import { addDevice, addReading, performanceApi } from "../../../../testing/performance-kit.ts";

/** Values by slot label, gaps left out. */
const known = (labels: readonly string[], values: readonly (number | null)[]) =>
  Object.fromEntries(values.flatMap((value, slot) => (value === null ? [] : [[labels[slot], value]])));

const VIEW_DAY = "2026-02-04";
const at = (clock: string) => `${VIEW_DAY}T${clock}:00+07:00`;

test("the power chart has every device's day in slots of five minutes, gaps as null, and sums of those that are whole", async () => {
  const { db, api, plant, token } = await performanceApi();
  const { project_uid } = plant;
  const second = await addDevice(db, plant, { asset_type: "solar_inverter", serial: "INV-2", alias: "East" });
  const sensor = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S-1" });
  await addReading(db, plant, "2026-02-04T09:05:00+07:00", { ac_power_w: 1000, dc_power_w: 1100 });
  await addReading(db, plant, "2026-02-04T09:15:00+07:00", { ac_power_w: 3000 });
  await addReading(db, second, "2026-02-04T09:05:00+07:00", { ac_power_w: 500 });
  await addReading(db, sensor, "2026-02-04T09:15:00+07:00", { irradiance_w_m2: 512.34, interval_s: 900 });
  await addReading(db, plant, "2026-02-03T09:05:00+07:00", { ac_power_w: 9999 });
  await addReading(db, plant, "2026-02-05T09:05:00+07:00", { ac_power_w: 9999 });

  const { status, body } = await api(powerChart, {
    token,
    query: { project_uid, view_day: VIEW_DAY, skip_page: "true" },
  });
  expect(status).toBe(200);
  expect(body.date_label).toHaveLength(288);
  expect([body.date_label[60], body.date_label[249]]).toEqual(["05:00", "20:45"]);
  expect(body.data.map((one: { gateway_device: object }) => one.gateway_device)).toEqual([
    { device_uid: plant.device_uid, device_serial: "INV-1", alias: "INV-1", asset_type: "solar_inverter" },
    { device_uid: second.device_uid, device_serial: "INV-2", alias: "East", asset_type: "solar_inverter" },
    { device_uid: sensor.device_uid, device_serial: "S-1", alias: "S-1", asset_type: "sensor_radiation" },
  ]);
  const [first, , light] = body.data;
  expect(first).toMatchObject({
    label: {
      gateway_uid: plant.gateway_uid,
      gateway_serial: plant.gateway_serial,
      alias: plant.gateway_serial,
    },
    is_radiation: false,
    is_grid_meter: false,
    device_real_power: [],
    radiation_data: [],
  });
  expect(first.device_data_ac).toHaveLength(288);
  expect(known(body.date_label, first.device_data_ac)).toEqual({ "09:00": 1000, "09:10": 3000 });
  expect(known(body.date_label, first.device_data_dc)).toEqual({ "09:00": 1100 });
  expect(light.is_radiation).toBe(true);
  expect(known(body.date_label, light.radiation_data)).toEqual({
    "09:00": 512.3,
    "09:05": 512.3,
    "09:10": 512.3,
  });
  // The second inverter has been silent since.
  expect(known(body.date_label, body.total_data.device_data_ac)).toEqual({ "09:00": 1500 });
  expect(body.total_data.silent[body.date_label.indexOf("09:10")]).toBe(1);
  expect(known(body.date_label, body.total_data.radiation_data)).toEqual({
    "09:00": 512.3,
    "09:05": 512.3,
    "09:10": 512.3,
  });
  expect(body.total_data).toMatchObject({ grid_power: [], battery_power: [], load: [] });
  expect(body).toMatchObject({
    run_nze: false,
    view_day: VIEW_DAY,
    timezone: "Asia/Ho_Chi_Minh",
    units: { power: "W" },
  });
});

test("a power far above the rating of its device is a gap, and in no mean", async () => {
  const { db, api, plant, token } = await performanceApi();
  await addReading(db, plant, at("09:05"), { ac_power_w: 40_000 });
  await addReading(db, plant, at("09:10"), { ac_power_w: 75_001 });
  await addReading(db, plant, at("09:15"), { ac_power_w: 75_000 });
  for (const [second, ac_power_w] of [20_000, 4e8, 40_000].entries()) {
    await addReading(db, plant, `${VIEW_DAY}T10:00:0${second + 1}+07:00`, { ac_power_w, interval_s: 1 });
  }
  const { body } = await api(powerChart, {
    token,
    query: { project_uid: plant.project_uid, view_day: VIEW_DAY },
  });
  expect(known(body.date_label, body.total_data.device_data_ac)).toEqual({
    "09:00": 40_000,
    "09:10": 75_000,
    "10:00": 30_000,
  });
});

test("readings of every second count by their mean, and belong to the slot in which they end", async () => {
  const { db, api, plant, token } = await performanceApi();
  await addReading(db, plant, "2026-02-04T09:00:00+07:00", { ac_power_w: 100, interval_s: 1 });
  for (const [second, watts] of [100, 200, 600].entries()) {
    await addReading(db, plant, `2026-02-04T09:00:0${second + 1}+07:00`, {
      ac_power_w: watts,
      interval_s: 1,
    });
  }
  const { body } = await api(powerChart, {
    token,
    query: { project_uid: plant.project_uid, view_day: VIEW_DAY },
  });
  expect(known(body.date_label, body.data[0].device_data_ac)).toEqual({ "08:55": 100, "09:00": 300 });
});

test("with meters and a battery the chart tells import, export and what the site uses", async () => {
  const { db, api, plant, token } = await performanceApi();
  const grid = await addDevice(db, plant, { asset_type: "grid_meter", serial: "G-1" });
  const battery = await addDevice(db, plant, { asset_type: "battery", serial: "B-1" });
  await addReading(db, plant, at("09:05"), { ac_power_w: 5000 });
  await addReading(db, grid, at("09:05"), { ac_power_w: -1000 });
  await addReading(db, battery, at("09:05"), { charge_power_w: 1500, discharge_power_w: 0 });
  await addReading(db, grid, at("09:10"), { ac_power_w: 700 });
  await addReading(db, grid, at("02:05"), { ac_power_w: 900 });
  await addReading(db, battery, at("02:05"), { charge_power_w: 0, discharge_power_w: 400, soc_percent: 44 });
  const { body } = await api(powerChart, {
    token,
    query: { project_uid: plant.project_uid, view_day: VIEW_DAY },
  });
  const total = body.total_data;
  expect(known(body.date_label, total.grid_power)).toEqual({ "02:00": 900, "09:00": -1000, "09:05": 700 });
  expect(known(body.date_label, total.battery_power)).toEqual({ "02:00": 400, "09:00": -1500 });
  expect(known(body.date_label, total.load)).toEqual({ "02:00": 1300, "09:00": 2500 });
  expect(body.data.map((one: { is_grid_meter: boolean }) => one.is_grid_meter)).toEqual([false, true]);
  expect(known(body.date_label, body.data[1].device_real_power)).toEqual({
    "02:00": 900,
    "09:00": -1000,
    "09:05": 700,
  });

  const charts = await api(batteryChart, {
    token,
    query: { project_uid: plant.project_uid, view_day: VIEW_DAY },
  });
  expect(charts.body.data).toHaveLength(1);
  const [one] = charts.body.data;
  expect(one.label.gateway_device).toMatchObject({ device_uid: battery.device_uid, asset_type: "battery" });
  expect(known(charts.body.date_label, one.device_soc.arr_value)).toEqual({ "02:00": 44 });
  expect(known(charts.body.date_label, one.device_battery_charge_power.arr_value)).toEqual({
    "02:00": 0,
    "09:00": 1500,
  });
  expect(known(charts.body.date_label, one.device_battery_dis_charge_power.arr_value)).toEqual({
    "02:00": 400,
    "09:00": 0,
  });
});

test.each([
  ["skips an hour", "2026-03-29", "2026-03-29T01:00:00Z", { "02:55": null, "03:00": 700 }],
  ["repeats an hour", "2026-10-25", "2026-10-25T01:00:00Z", { "02:00": 500, "02:05": null }],
] as const)(
  "the day on which the clock %s has 288 slots by the wall clock",
  async (_what, view_day, from, expected) => {
    const { db, api, plant, token } = await performanceApi({ timezone: "Europe/Berlin" });
    const after = (minutes: number) => new Date(Date.parse(from) + minutes * 60_000).toISOString();
    await addReading(db, plant, after(5), { ac_power_w: 700 });
    await addReading(db, plant, after(5 - 60), { ac_power_w: 300 });
    const { body } = await api(powerChart, { token, query: { project_uid: plant.project_uid, view_day } });
    const slots = body.data[0].device_data_ac;
    expect(slots).toHaveLength(288);
    for (const [label, value] of Object.entries(expected)) {
      expect([label, slots[body.date_label.indexOf(label)]]).toEqual([label, value]);
    }
  },
);

test("a device that was taken out is in the charts of its days, and in no later one", async () => {
  const { db, api, plant, token } = await performanceApi();
  await addReading(db, plant, "2026-02-03T09:05:00+07:00", { ac_power_w: 10 });
  await db
    .updateTable("device")
    .set({ removed_at: new Date() })
    .where("device_id", "=", plant.device_id)
    .execute();
  const on = async (view_day: string) =>
    (await api(powerChart, { token, query: { project_uid: plant.project_uid, view_day } })).body.data.length;
  expect([await on("2026-02-03"), await on("2026-02-04")]).toEqual([1, 0]);
});
