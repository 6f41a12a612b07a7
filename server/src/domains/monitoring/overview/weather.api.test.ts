import { weatherWidget } from "@heliograph/contract";
import { expect, test } from "vitest";
import { addDevice, addLatest, minutesAgo, performanceApi } from "../../../../testing/performance-kit.ts";

test("the weather is the mean of the sensors in contact; of silent ones it is what the last of them said, told as old", async () => {
  const { db, api, plant, token } = await performanceApi();
  const first = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S-1" });
  const second = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S-2" });
  const third = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S-3" });
  const query = { project_uid: plant.project_uid };
  await addLatest(db, first, minutesAgo(5), { irradiance_w_m2: 800, ambient_temperature_c: 31 });
  await addLatest(db, second, minutesAgo(4), { irradiance_w_m2: 820 });
  await addLatest(db, third, minutesAgo(90), { irradiance_w_m2: 300, wind_speed_m_s: 2.5 });
  const { body } = await api(weatherWidget, { token, query });
  expect(body).toMatchObject({
    current_time: "2026-02-04T12:00:00+07:00",
    timezone: "Asia/Ho_Chi_Minh",
    irradiance: { value: 810, unit: "W/m2", at: minutesAgo(4).toISOString(), live: true },
    panel_temperature: { value: null, unit: "°C", at: null, live: false },
    ambient_temperature: { value: 31, unit: "°C", at: minutesAgo(5).toISOString(), live: true },
    wind_speed: { value: 2.5, unit: "m/s", at: minutesAgo(90).toISOString(), live: false },
  });
});

test("the sun of the day is told in the project's zone", async () => {
  const { api, plant, token } = await performanceApi();
  const { sun } = (await api(weatherWidget, { token, query: { project_uid: plant.project_uid } })).body;
  expect(sun.is_up).toBe(true);
  expect(sun.elevation.value).toBeGreaterThan(62);
  expect(sun.highest_elevation.value).toBeGreaterThan(sun.elevation.value);
  expect(sun.sunrise).toMatch(/^2026-02-04T06:1\d:\d\d\+07:00$/);
  expect(sun.solar_noon).toMatch(/^2026-02-04T12:0\d:\d\d\+07:00$/);
  expect(sun.sunset).toMatch(/^2026-02-04T17:5\d:\d\d\+07:00$/);
});
