import { GATEWAY_LIMITS, type ReadingEntry } from "@heliograph/contract";
import { expect, test } from "vitest";
import { deviceOf, firstDay, plantOf } from "../testing/fleet-kit.ts";
import { devicesOf } from "./fleet/devices.ts";
import { dayStartMs } from "./fleet/plant.ts";
import { kept, newestDay, type LoggedDevice } from "./history.ts";
import { plantModel } from "./plant-model.ts";
import { silences } from "./quirks.ts";
import { report } from "./readings/report.ts";

const day = "2026-11-18";
const VIET_NAM = plantOf("bv-anphuc").site;
const whole = { day, from_ms: dayStartMs(VIET_NAM, day), to_ms: dayStartMs(VIET_NAM, day) + 86_400_000 };
const uidOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
const logged = (key: string): LoggedDevice[] =>
  devicesOf(plantOf(key), 0).map((device, index) => ({ device, device_uid: uidOf(index) }));
const readingsOf = (key: string, span = whole): ReadingEntry[] =>
  kept(plantModel(plantOf(key)), 0, logged(key), span).flatMap(({ readings }) => readings);
const hour = ({ t }: ReadingEntry): number => (t - whole.from_ms) / 3_600_000;
const sorted = (readings: ReadingEntry[]): ReadingEntry[] =>
  readings.toSorted((a, b) => a.t - b.t || a.device_uid.localeCompare(b.device_uid));

test.each(["detmay-binhan", "go-tanuyen"])(
  "a day of %s holds each device and instant once, in batches that one message can carry",
  (key) => {
    const batches = kept(plantModel(plantOf(key)), 0, logged(key), whole);
    const seen = new Set<string>();
    for (const { intervalS, readings } of batches) {
      expect(readings.length).toBeLessThanOrEqual(GATEWAY_LIMITS.readingsPerMessage);
      const message = {
        v: 1,
        gateway_uid: uidOf(0),
        seq: 1_000_000,
        sent_at: 0,
        interval_s: 300,
        historical: true,
        readings,
      };
      expect(JSON.stringify(message).length).toBeLessThan(GATEWAY_LIMITS.messageBytes);
      for (const { device_uid, t } of readings) {
        expect(t > whole.from_ms && t <= whole.to_ms).toBe(true);
        expect((t - whole.from_ms) % (intervalS * 1000)).toBe(0);
        expect(seen.has(`${device_uid} ${t}`)).toBe(false);
        seen.add(`${device_uid} ${t}`);
      }
    }
  },
);

test("inverters are silent at night and end their day with no power; the grid meter goes on with fewer readings", () => {
  const devices = logged("linhkien-donganh");
  const uid = (kind: "inverter" | "grid_meter"): string =>
    devices.find(
      ({ device }) => device === deviceOf(plantOf("linhkien-donganh"), kind) || device.kind === kind,
    )?.device_uid ?? "";
  const of = (kind: "inverter" | "grid_meter"): ReadingEntry[] =>
    readingsOf("linhkien-donganh").filter(({ device_uid }) => device_uid === uid(kind));
  expect(of("inverter").every((reading) => hour(reading) > 5.5 && hour(reading) < 18)).toBe(true);
  expect(of("inverter").at(-1)?.m.ac_power_w).toBe(0);
  expect(of("grid_meter").filter((reading) => hour(reading) <= 5)).toHaveLength(20);
  expect(of("grid_meter").filter((reading) => hour(reading) > 8 && hour(reading) <= 9)).toHaveLength(12);
});

test("parts of a day put together are the whole day", () => {
  const middle = whole.from_ms + 11 * 3_600_000 + 123_000;
  const parts = [
    ...readingsOf("bv-anphuc", { ...whole, to_ms: middle }),
    ...readingsOf("bv-anphuc", { ...whole, from_ms: middle }),
  ];
  expect(sorted(parts)).toEqual(sorted(readingsOf("bv-anphuc")));
});

test("what a bad line lost is missing, what a gateway kept while it had no line is there", () => {
  const lost = silences(plantOf("trangtrai-duchoa"), 0, day);
  expect(lost.length).toBeGreaterThan(0);
  for (const { t } of readingsOf("trangtrai-duchoa")) {
    const second = (t - whole.from_ms) / 1000;
    expect(lost.some(({ from, to }) => second > from && second <= to)).toBe(false);
  }
  const [late] = silences(plantOf("kho-catlai"), 0, day);
  const inside = readingsOf("kho-catlai").filter(({ t }) => {
    const second = (t - whole.from_ms) / 1000;
    return late !== undefined && second > late.from && second <= late.to;
  });
  expect(inside.length).toBeGreaterThan(50);
});

test("counters of history and of live readings at the same instant are the same", () => {
  const model = plantModel(plantOf("sieuthi-muavang"));
  const devices = logged("sieuthi-muavang");
  const history = readingsOf("sieuthi-muavang");
  for (const { device, device_uid } of devices) {
    for (const to of [32_400, 46_800, 61_200]) {
      const live = report(model, device, { day, from: to - 10, to }, "full")?.m ?? {};
      const then = history.find(
        (entry) => entry.device_uid === device_uid && entry.t === whole.from_ms + to * 1000,
      );
      for (const [name, value] of Object.entries(then?.m ?? {})) {
        if (name.startsWith("energy_")) expect(live).toMatchObject({ [name]: value });
      }
    }
  }
});

test("spans are taken from their newest local day", () => {
  const owed = { from_ms: whole.from_ms - 40_000_000, to_ms: whole.to_ms };
  expect(newestDay(VIET_NAM, owed)).toEqual(whole);
  expect(newestDay(VIET_NAM, { ...owed, to_ms: whole.from_ms })).toEqual({
    day: "2026-11-17",
    from_ms: owed.from_ms,
    to_ms: whole.from_ms,
  });
});

test("what is long ago is kept by the hour, with the counters that the five minutes end with", () => {
  const hourly = kept(plantModel(plantOf("dmt-hoathang")), 0, logged("dmt-hoathang"), {
    ...whole,
    hourly: true,
  });
  expect(new Set(hourly.map(({ intervalS }) => intervalS))).toEqual(new Set([3600]));
  const entries = hourly.flatMap(({ readings }) => readings);
  const fine = new Map(
    readingsOf("dmt-hoathang").map(({ device_uid, t, m }) => [`${device_uid} ${t}`, m.energy_total_wh]),
  );
  let compared = 0;
  for (const { device_uid, t, m } of entries) {
    expect((t - whole.from_ms) % 3_600_000).toBe(0);
    const then = fine.get(`${device_uid} ${t}`);
    if (then !== undefined && m.energy_total_wh !== undefined) {
      expect(m.energy_total_wh).toBe(then);
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(50);
});

const STRINGS_DAY = firstDay(
  plantOf("go-tanuyen").quirks.stringFault ?? { everyDays: 1, phase: 0 },
  "2026-10-01",
);

test("where a string has failed before, the logger keeps the strings' currents four times an hour; elsewhere it does not", () => {
  const from_ms = dayStartMs(VIET_NAM, STRINGS_DAY);
  const span = { day: STRINGS_DAY, from_ms, to_ms: from_ms + 86_400_000 };
  const lists = readingsOf("go-tanuyen", span).filter(({ x }) => x?.mppt !== undefined);
  expect(lists.length).toBeGreaterThan(5 * 40);
  expect(lists.every(({ t }) => (t - from_ms) % 900_000 === 0)).toBe(true);
  expect(readingsOf("detmay-binhan").some(({ x }) => x?.mppt !== undefined)).toBe(false);
});
