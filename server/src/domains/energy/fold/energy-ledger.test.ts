import { expect, test } from "vitest";
import { inverter, ledgerOf, memoryLedger, reading, sum } from "../../../../testing/ledger-test-kit.ts";
import { fold } from "./energy-ledger.ts";
import type { DeviceFacts } from "./energy-sheet.ts";
import { openLedger } from "./energy-state.ts";

const meter: DeviceFacts = { ...inverter, asset_type: "grid_meter", ac_nominal_w: null };
const utc = (at: number) => new Date(at).toISOString().slice(0, 16);
const day = (dump: ReturnType<typeof ledgerOf>, name: string) => dump.days.find((row) => row.day === name);

test("the first reading sets the mark and is no energy; its quarter hour knows nothing yet", () => {
  const { bins, days } = ledgerOf(inverter, [reading("2026-03-01T03:05:00Z", { production: 5000 })]);
  expect(bins).toHaveLength(1);
  expect(bins[0]).toMatchObject({ production_wh: null, est_production_wh: null, n: 1, covered_s: 300 });
  expect(days[0]).toMatchObject({ day: "2026-03-01", production_wh: null, n: 1 });
});

test("a reading belongs to the quarter hour and the day that end at its stamp", () => {
  // 17:00 UTC is midnight in Ho Chi Minh City.
  const { bins, days } = ledgerOf(inverter, [
    reading("2026-03-01T16:55:00Z", { production: 1000 }),
    reading("2026-03-01T17:00:00Z", { production: 1100 }),
    reading("2026-03-01T17:05:00Z", { production: 1300 }),
  ]);
  expect(bins.map(({ bin_utc, production_wh, n }) => [utc(bin_utc), production_wh, n])).toEqual([
    ["2026-03-01T16:45", 100, 2],
    ["2026-03-01T17:00", 200, 1],
  ]);
  expect(days.map((row) => [row.day, row.production_wh, row.n])).toEqual([
    ["2026-03-01", 100, 2],
    ["2026-03-02", 200, 1],
  ]);
});

test("energy between two stamps that straddle a quarter hour is shared by time, and is not estimated", () => {
  const { bins } = ledgerOf(meter, [
    reading("2026-03-01T03:12:00Z", { import: 1000 }),
    reading("2026-03-01T03:17:00Z", { import: 1500 }),
  ]);
  expect(bins.map((row) => row.import_wh)).toEqual([300, 200]);
  expect(bins.map((row) => row.est_import_wh)).toEqual([0, 0]);
});

test("a gap inside a day is estimated in its quarter hours, follows the sun, and is exact for the day", () => {
  const dump = ledgerOf(inverter, [
    reading("2026-03-01T00:00:00Z", { production: 100_000 }), // 07:00
    reading("2026-03-01T05:00:00Z", { production: 200_000 }), // 12:00
  ]);
  const parts = dump.bins.filter((row) => (row.production_wh ?? 0) > 0);
  expect(parts).toHaveLength(20);
  expect(sum(dump.bins, "production_wh")).toBe(100_000);
  expect(sum(dump.bins, "est_production_wh")).toBe(100_000);
  const rising = parts.map((row) => row.production_wh ?? 0);
  expect(rising).toEqual(rising.toSorted((a, b) => a - b));
  expect(rising[0]).toBeLessThan((rising.at(-1) ?? 0) / 2);
  expect(dump.days).toMatchObject([{ production_wh: 100_000, est_production_wh: 0 }]);
  expect(dump.events).toMatchObject([{ kind: "gap", counted: "production", detail: { wh: 100_000 } }]);
});

test("production over a night lies after sunrise; consumption over midnight is shared evenly and is estimated", () => {
  const dump = ledgerOf(inverter, [
    reading("2026-03-01T13:00:00Z", { production: 100_000, import: 0 }), // 20:00
    reading("2026-03-02T01:00:00Z", { production: 104_000, import: 1200 }), // 08:00
  ]);
  expect(day(dump, "2026-03-01")).toMatchObject({ production_wh: null, import_wh: 400, est_import_wh: 400 });
  expect(day(dump, "2026-03-02")).toMatchObject({
    production_wh: 4000,
    est_production_wh: 0,
    import_wh: 800,
    est_import_wh: 800,
  });
});

test("a gap of days gives every day its share, estimated, and days without a reading have no closing state", () => {
  const dump = ledgerOf(inverter, [
    reading("2026-03-01T05:00:00Z", { production: 0 }), // noon
    reading("2026-03-04T05:00:00Z", { production: 600_000 }),
  ]);
  expect(dump.days.map((row) => row.day)).toEqual(["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04"]);
  expect(sum(dump.days, "production_wh")).toBe(600_000);
  expect(sum(dump.days, "est_production_wh")).toBe(600_000);
  const [first = 0, second = 0, third = 0, last = 0] = dump.days.map((row) => row.production_wh ?? 0);
  expect(Math.abs(second - third)).toBeLessThan(2000);
  expect(Math.abs(first + last - second)).toBeLessThan(6000);
  expect(dump.days.map((row) => row.closing === null)).toEqual([false, true, true, true]);
  expect(dump.days.map((row) => row.n)).toEqual([1, 0, 0, 1]);
});

test("a held run that spans quarter hours and midnight gets its energy once the reset is certain", () => {
  const ledger = memoryLedger(meter);
  ledger.store([reading("2026-03-01T16:40:00Z", { import: 900_000 })]);
  ledger.store([
    reading("2026-03-01T16:50:00Z", { import: 0 }),
    reading("2026-03-01T17:00:00Z", { import: 0 }),
  ]);
  expect(sum(ledger.dump().days, "import_wh")).toBe(0);
  ledger.store([reading("2026-03-01T17:10:00Z", { import: 500 })]);
  const dump = ledger.dump();
  expect(dump.days.map((row) => [row.day, row.import_wh])).toEqual([
    ["2026-03-01", 0],
    ["2026-03-02", 500],
  ]);
  expect(dump.events).toMatchObject([
    { kind: "reset", counted: "import", at: Date.parse("2026-03-01T17:10:00Z") },
  ]);
});

test("an inverter without a counter gets the integral of its power, all of it integrated and none estimated", () => {
  const dump = ledgerOf(inverter, [
    reading("2026-03-01T03:15:00Z", { power: 10_000, interval: 900 }),
    reading("2026-03-01T03:30:00Z", { power: 20_000, interval: 900 }),
    reading("2026-03-01T03:45:00Z", { power: -5, interval: 900 }),
  ]);
  expect(dump.bins.map((row) => row.production_wh)).toEqual([2500, 5000, 0]);
  expect(dump.bins.map((row) => row.int_production_wh)).toEqual([2500, 5000, null]);
  expect(dump.bins.map((row) => row.est_production_wh)).toEqual([0, 0, 0]);
  expect(dump.days).toMatchObject([
    { production_wh: 7500, int_production_wh: 7500, est_production_wh: 0, power_wh: 7498.75 },
  ]);
});

test("once an inverter has shown its counter, its power is never counted as well, and nothing before it twice", () => {
  const { days } = ledgerOf(inverter, [
    reading("2026-03-01T03:15:00Z", { power: 10_000, interval: 900 }),
    reading("2026-03-01T03:30:00Z", { power: 10_000, production: 70_000, interval: 900 }),
    reading("2026-03-01T03:45:00Z", { power: 10_000, interval: 900 }),
    reading("2026-03-01T04:00:00Z", { power: 10_000, production: 75_000, interval: 900 }),
  ]);
  // Power up to the first value of the counter, and what it rose by from there on.
  expect(days).toMatchObject([{ production_wh: 10_000, int_production_wh: 5000, power_wh: 10_000 }]);
});

test("a meter at the grid without counters gets both ways from the sign of its power", () => {
  const { bins, days } = ledgerOf(meter, [
    reading("2026-03-01T03:15:00Z", { power: 8000, interval: 900 }),
    reading("2026-03-01T03:30:00Z", { power: -4000, interval: 900 }),
  ]);
  expect(bins.map((row) => [row.import_wh, row.export_wh])).toEqual([
    [2000, 0],
    [0, 1000],
  ]);
  expect(days).toMatchObject([
    { import_wh: 2000, int_import_wh: 2000, export_wh: 1000, int_export_wh: 1000, production_wh: null },
  ]);
});

test("a meter that counts only what it takes gets what it gives from its power", () => {
  const { days } = ledgerOf(meter, [
    reading("2026-03-01T03:15:00Z", { power: 8000, import: 100_000, interval: 900 }),
    reading("2026-03-01T03:30:00Z", { power: -4000, import: 100_010, interval: 900 }),
  ]);
  expect(days).toMatchObject([
    { import_wh: 10, int_import_wh: null, est_import_wh: 0, export_wh: 1000, int_export_wh: 1000 },
  ]);
});

test("a battery without counters is charged and discharged by its powers, or by the sign of its AC power", () => {
  const battery: DeviceFacts = { ...meter, asset_type: "battery" };
  const own = ledgerOf(battery, [
    reading("2026-03-01T03:15:00Z", { chargePower: 4000, dischargePower: 0, power: 99, interval: 900 }),
    reading("2026-03-01T03:30:00Z", { chargePower: 0, dischargePower: 2000, interval: 900 }),
  ]);
  expect(own.days).toMatchObject([
    { charge_wh: 1000, int_charge_wh: 1000, discharge_wh: 500, int_discharge_wh: 500, import_wh: null },
  ]);
  const signed = ledgerOf(battery, [
    reading("2026-03-01T03:15:00Z", { power: -4000, interval: 900 }),
    reading("2026-03-01T03:30:00Z", { power: 2000, interval: 900 }),
  ]);
  expect(signed.days).toMatchObject([{ charge_wh: 1000, discharge_wh: 500 }]);
});

test("a battery behind an inverter is charged by its own power, never by the inverter's", () => {
  const { days } = ledgerOf(inverter, [
    reading("2026-03-01T03:15:00Z", { power: 10_000, production: 5000, interval: 900 }),
    reading("2026-03-01T03:30:00Z", { power: 10_000, production: 7500, chargePower: 4000, interval: 900 }),
  ]);
  expect(days).toMatchObject([
    {
      production_wh: 2500,
      int_production_wh: null,
      charge_wh: 1000,
      int_charge_wh: 1000,
      discharge_wh: null,
    },
  ]);
});

test("a production meter without a counter is integrated, and one that counts its export is not", () => {
  const production: DeviceFacts = { ...meter, asset_type: "electric_meter" };
  const powers = [
    reading("2026-03-01T03:15:00Z", { power: 8000, interval: 900 }),
    reading("2026-03-01T03:30:00Z", { power: 8000, interval: 900 }),
  ];
  expect(ledgerOf(production, powers).days).toMatchObject([
    { production_wh: 4000, int_production_wh: 4000, export_wh: null },
  ]);
  const counting = powers.map((one, index) => ({ ...one, counters: [null, null, 2000 * index, null, null] }));
  expect(ledgerOf(production, counting).days).toMatchObject([{ production_wh: null, export_wh: 2000 }]);
});

test("a production meter whose export counter comes later goes on with it where its power ended", () => {
  const production: DeviceFacts = { ...meter, asset_type: "electric_meter" };
  const { days } = ledgerOf(production, [
    reading("2026-03-01T03:15:00Z", { power: 8000, interval: 900 }),
    reading("2026-03-01T03:30:00Z", { power: 8000, export: 900_000, interval: 900 }),
    reading("2026-03-01T03:45:00Z", { power: 8000, export: 902_000, interval: 900 }),
  ]);
  expect(days).toMatchObject([{ production_wh: 6000, int_production_wh: 4000, export_wh: 2000 }]);
});

test("a meter with import and export alone produces nothing known, whatever its power", () => {
  const { days } = ledgerOf(meter, [
    reading("2026-03-01T03:15:00Z", { power: -3000, import: 10, export: 500 }),
    reading("2026-03-01T03:20:00Z", { power: -3000, import: 10, export: 750 }),
  ]);
  expect(days).toMatchObject([{ production_wh: null, import_wh: 0, export_wh: 250, charge_wh: null }]);
});

test("a battery's charge, discharge and state of charge are kept apart", () => {
  const { bins } = ledgerOf({ ...meter, asset_type: "battery" }, [
    reading("2026-03-01T03:05:00Z", { charge: 1000, discharge: 400, soc: 40 }),
    reading("2026-03-01T03:10:00Z", { charge: 1600, discharge: 400, soc: 55 }),
  ]);
  expect(bins).toMatchObject([
    { charge_wh: 600, discharge_wh: 0, soc_percent: 55, production_wh: null, import_wh: null },
  ]);
});

test("a solar water heater counts delivered heat as production and electricity as import", () => {
  const heater: DeviceFacts = { ...inverter, asset_type: "swh_controller", ac_nominal_w: null };
  const { bins, days } = ledgerOf(heater, [
    reading("2026-03-01T03:05:00Z", { production: 9000, import: 50, tank: 60 }),
    reading("2026-03-01T03:10:00Z", { production: 9300, import: 60, tank: 61 }),
  ]);
  expect(bins).toMatchObject([{ production_wh: 300, import_wh: 10, tank_temperature_c: 60.5 }]);
  expect(days).toMatchObject([{ expected_s: 86_400, covered_s: 600 }]);
});

test("a half-hour reading covers two quarter hours with its power and irradiance", () => {
  const { bins } = ledgerOf(inverter, [
    reading("2026-03-01T03:30:00Z", { power: 8000, irradiance: 600, interval: 1800 }),
  ]);
  expect(bins).toMatchObject([
    { power_wh: 2000, power_avg_w: 8000, power_max_w: 8000, insolation_wh_m2: 150, covered_s: 900, n: 0 },
    { power_wh: 2000, power_avg_w: 8000, power_max_w: 8000, insolation_wh_m2: 150, covered_s: 900, n: 1 },
  ]);
});

test("an interval that overlaps the previous reading counts only what is new, to the millisecond", () => {
  const { bins } = ledgerOf(meter, [
    reading("2026-03-01T03:05:00.000Z", { power: 3600 }),
    reading("2026-03-01T03:05:10.500Z", { power: 7200 }),
  ]);
  expect(bins).toMatchObject([{ power_wh: 300 + 21, covered_s: 311, n: 2, power_max_w: 7200 }]);
});

test("only daylight counts for the completeness of what the sun drives, all day for the rest", () => {
  const night = reading("2026-03-01T20:00:00Z", { power: 0, import: 5 });
  const noon = reading("2026-03-02T05:00:00Z", { power: 0, import: 5 });
  const [pv] = ledgerOf(inverter, [night, noon]).days;
  expect(pv).toMatchObject({ n: 2, covered_s: 300 });
  expect(pv?.expected_s).toBeGreaterThan(11 * 3600);
  expect(pv?.expected_s).toBeLessThan(13 * 3600);
  expect(ledgerOf(meter, [night, noon]).days).toMatchObject([{ covered_s: 600, expected_s: 86_400 }]);
});

test.each([
  ["Europe/Berlin", "2026-03-29", 23 * 3600],
  ["Europe/Berlin", "2026-10-25", 25 * 3600],
  ["America/Santiago", "2026-04-04", 25 * 3600],
  ["America/Santiago", "2026-09-06", 23 * 3600],
  ["Australia/Lord_Howe", "2026-04-05", 24.5 * 3600],
  ["Asia/Kathmandu", "2026-04-05", 24 * 3600],
])("in %s the quarter hours of %s add up to the day's length and energy", (timezone, name, seconds) => {
  const start = Date.parse("2026-03-20T00:07:00Z") - 300_000;
  const readings = Array.from({ length: 288 * 225 }, (_, index) =>
    reading(start + 300_000 * (index + 1), { import: 100 * index, power: 1200 }),
  );
  const { bins, days } = ledgerOf({ ...meter, timezone }, readings);
  const chosen = days.find((row) => row.day === name);
  expect(chosen).toMatchObject({ expected_s: seconds, covered_s: seconds, power_wh: seconds / 3 });
  expect(chosen?.import_wh).toBe(seconds / 3);
  expect(sum(bins, "import_wh")).toBe(sum(days, "import_wh"));
  expect(sum(days, "import_wh")).toBe(100 * (readings.length - 1));
});

test("readings out of order, and time zones that do not exist, are faults of the caller", () => {
  const ledger = openLedger(inverter, null);
  const readings = ["2026-03-01T03:05:00Z", "2026-03-01T03:05:00Z"].map((at) =>
    reading(at, { production: 5000 }),
  );
  expect(() => ledger && fold(ledger, readings)).toThrow(RangeError);
  expect(() => ledgerOf({ ...inverter, timezone: "Mars/Olympus" }, readings.slice(1))).toThrow(RangeError);
});
