import fc from "fast-check";
import { expect, test } from "vitest";
import { contactStatus, deviceStatus, sensorHealthOf } from "./device-status.ts";

const PLACE = {
  latitude: 10.6,
  longitude: 106.7,
  timezone: "Asia/Ho_Chi_Minh",
  night_from: null,
  night_to: null,
};
const at = (clock: string, day = "2026-02-04") => Date.parse(`${day}T${clock}:00+07:00`);
const NOON = at("12:00");
const NIGHT = at("22:00");
const INTERVAL = 300;

type Given = Parameters<typeof deviceStatus>[0];
const said = (ms: number | null, m: Given["m"], more: Partial<Given> = {}): Given => ({
  asset_type: "solar_inverter",
  interval_s: INTERVAL,
  ts: ms === null ? null : new Date(ms),
  m,
  alarmed: false,
  ...more,
});
const sensor = (ms: number | null, m: Given["m"]) => said(ms, m, { asset_type: "sensor_radiation" });
const health = (ms: number, m: Given["m"], nowMs = ms) => {
  const found = sensorHealthOf(sensor(ms, m), PLACE, nowMs);
  return found === null ? null : [found.status, ...found.reasons];
};

test("what has never spoken is not installed, and three intervals of silence by day are offline", () => {
  const status = (lastContactMs: number | null) =>
    contactStatus({ interval_s: INTERVAL, lastContactMs }, PLACE, NOON);
  expect([status(null), status(NOON - 900_000), status(NOON - 900_001)]).toEqual([
    "not_configured",
    "normal",
    "offline",
  ]);
});

test("silence from dusk on is sleep, silence from the afternoon on is not, and nothing sleeps for days", () => {
  const status = (lastContactMs: number) =>
    contactStatus({ interval_s: INTERVAL, lastContactMs }, PLACE, NIGHT);
  expect(status(at("18:10"))).toBe("sleeping");
  expect(status(at("14:00"))).toBe("offline");
  expect(status(at("18:10", "2026-02-01"))).toBe("offline");
  expect(contactStatus({ interval_s: INTERVAL, lastContactMs: at("18:10", "2026-02-03") }, PLACE, NOON)).toBe(
    "offline",
  );
});

test("a fault, an error, an open alarm and a doubted sensor are warnings, of a device that speaks", () => {
  const status = (given: Given) => deviceStatus(given, PLACE, NOON);
  expect(status(said(NOON, { state: 4 }))).toBe("normal");
  expect(status(said(NOON, { state: 7 }))).toBe("warning");
  expect(status(said(NOON, { state: 4, ext: { errors: ["E17"] } }))).toBe("warning");
  expect(status(said(NOON, { state: 4 }, { alarmed: true }))).toBe("warning");
  expect(status(sensor(NOON, { irradiance_w_m2: 0 }))).toBe("warning");
  expect(status(said(NOON - 3_600_000, { state: 7 }, { alarmed: true }))).toBe("offline");
});

test("a sensor is late by day after three intervals, and lost after an hour; at night its silence is none", () => {
  const values = { irradiance_w_m2: 700 };
  expect(health(NOON - 1_200_000, values, NOON)).toEqual(["Warning", "silent"]);
  expect(health(NOON - 3_700_000, values, NOON)).toEqual(["Critical", "silent"]);
  expect(health(at("18:20"), { irradiance_w_m2: 1 }, NIGHT)).toEqual(["Normal"]);
  expect(health(at("13:00"), values, NIGHT)).toEqual(["Critical", "silent"]);
});

test("a dead, a missing and an impossible irradiance are told apart", () => {
  expect(health(NOON, { irradiance_w_m2: 812, module_temperature_c: 51, ambient_temperature_c: 33 })).toEqual(
    ["Normal"],
  );
  expect(health(NOON, { irradiance_w_m2: 0 })).toEqual(["Critical", "dark_by_day"]);
  expect(health(NOON, { module_temperature_c: 40 })).toEqual(["Critical", "no_irradiance"]);
  expect(health(NOON, { irradiance_w_m2: 1800 })).toEqual(["Warning", "too_bright"]);
  expect(health(NIGHT, { irradiance_w_m2: 300 })).toEqual(["Warning", "bright_by_night"]);
  expect(health(NIGHT, { irradiance_w_m2: -3 })).toEqual(["Normal"]);
});

const warm = (module_temperature_c: number, ambient_temperature_c?: number) =>
  health(NOON, {
    irradiance_w_m2: 700,
    module_temperature_c,
    ...(ambient_temperature_c === undefined ? {} : { ambient_temperature_c }),
  });

test("a module that is hotter, or colder than the air, than one can be is doubted", () => {
  expect(warm(150)).toEqual(["Warning", "module_temperature"]);
  expect(warm(95, 30)).toEqual(["Warning", "module_temperature"]);
  expect(warm(10, 30)).toEqual(["Warning", "module_temperature"]);
  expect(warm(65, 30)).toEqual(["Normal"]);
});

test("only sensors of radiation that have reported have a sensor status", () => {
  expect(sensorHealthOf(said(NOON, {}), PLACE, NOON)).toBeNull();
  expect(sensorHealthOf(sensor(null, null), PLACE, NOON)).toBeNull();
});

test("darkness alone is never a fault: a sensor that measured well and fell silent at dusk is Normal all night", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 600 }),
      fc.float({ min: -5, max: 20, noNaN: true }),
      (minutes, light) => {
        const nowMs = at("18:30") + minutes * 60_000;
        expect(health(at("18:15"), { irradiance_w_m2: light }, nowMs)).toEqual(["Normal"]);
      },
    ),
  );
});
