import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_SLOTS, powerChart } from "@heliograph/contract/monitoring/charts/day-charts";
import {
  clockOf,
  distinctNames,
  drawn,
  DRAWN_MINUTES,
  exported,
  imported,
  inKw,
  peakOf,
  powerLines,
  presentOn,
  serialsOf,
  silentCounts,
  sumBySlot,
} from "./power-chart.ts";

const uid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const flat = (value: number | null) => Array.from({ length: DAY_SLOTS }, () => value);

const gatewayOf = (n: number) => ({ gateway_uid: uid(n), gateway_serial: `G${n}`, alias: `Gateway ${n}` });
const noSum = (devices: number) => ({
  device_data_ac: [],
  device_data_dc: [],
  device_data_ac_estimated: [],
  silent: [],
  devices,
  absent: 0,
});
const noKwh = { value: null, unit: "kWh" };

const inverter = (n: number, gateway: number, ac: (number | null)[], dc: (number | null)[] = []) => ({
  label: gatewayOf(gateway),
  gateway_device: {
    device_uid: uid(n),
    device_serial: `S${n}`,
    alias: "Inverter",
    asset_type: "solar_inverter",
  },
  is_radiation: false,
  is_grid_meter: false,
  device_real_power: [],
  device_data_ac: ac,
  device_data_dc: dc,
  radiation_data: [],
});

const day = powerChart.answer.parse({
  view_day: "2026-03-10",
  timezone: "Asia/Ho_Chi_Minh",
  date_label: Array.from({ length: DAY_SLOTS }, (_, slot) => clockOf(slot * 5)),
  units: { power: "W", radiation: "W/m2" },
  data: [
    inverter(1, 91, flat(1000), flat(1100)),
    inverter(2, 91, flat(null)),
    inverter(3, 92, flat(500)),
    { ...inverter(4, 92, []), is_grid_meter: true, device_real_power: flat(-20) },
  ],
  total_data: {
    ...noSum(3),
    sum_of: "solar_inverter",
    device_data_ac: flat(1500),
    device_data_dc: flat(1100),
    grid_power: [],
    battery_power: [],
    load: [],
    radiation_data: [],
  },
  gateway_data: [
    {
      ...noSum(2),
      label: gatewayOf(91),
      device_data_ac: flat(null),
      device_data_ac_estimated: flat(1900),
      silent: flat(1),
    },
    { ...noSum(1), label: gatewayOf(92), device_data_ac: flat(500) },
  ],
  day_data: {
    peak_power: { value: null, unit: "W", at: null, by: null },
    production: { ...noKwh, by: null },
    import_energy: noKwh,
    export_energy: noKwh,
    load_energy: noKwh,
    insolation: { value: null, unit: "Wh/m2" },
  },
  run_nze: false,
});

describe("the drawn part of the day", () => {
  test("is slots 60 to 249: 05:00 to 20:45", () => {
    expect(DRAWN_MINUTES).toHaveLength(190);
    expect([DRAWN_MINUTES.at(0), DRAWN_MINUTES.at(-1)].map((at) => clockOf(at ?? 0))).toEqual([
      "05:00",
      "20:45",
    ]);
    expect(drawn(Array.from({ length: DAY_SLOTS }, (_, slot) => slot))).toEqual(
      Array.from({ length: 190 }, (_, index) => index + 60),
    );
  });

  test("of a quantity that the plant does not have is all gap, not zero", () => {
    expect(drawn([])).toEqual(Array.from({ length: 190 }, () => null));
  });

  test("shows the present only while it lies in it", () => {
    expect([presentOn(299), presentOn(300), presentOn(1245), presentOn(1246)]).toEqual([
      null,
      300,
      1245,
      null,
    ]);
  });
});

describe("sums", () => {
  test("add what is known and are unknown only where nothing is", () => {
    expect(sumBySlot([[1, null, null], [2, 5, null], []])).toEqual([3, 5, null]);
    expect(sumBySlot([])).toEqual([]);
  });

  test("never turn a gap into a number or a number into a gap", () => {
    const row = fc.array(fc.option(fc.integer({ min: -1000, max: 1000 }), { nil: null }), {
      minLength: 5,
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (rows) => {
        for (const [slot, sum] of sumBySlot(rows).entries()) {
          const known = rows.map((one) => one[slot] ?? null).filter((value) => value !== null);
          expect(sum).toBe(known.length === 0 ? null : known.reduce((a, b) => a + b, 0));
        }
      }),
    );
  });
});

test("import and export split the grid power at zero and together are the grid power again", () => {
  const grid = [3000, 0, -1200, null];
  expect(imported(grid)).toEqual([3000, 0, 0, null]);
  expect(exported(grid)).toEqual([0, 0, -1200, null]);
});

test("power is shown in kW", () => {
  expect(inKw([2_531_000, 0, null])).toEqual([2531, 0, null]);
});

describe("lines", () => {
  test("of the total are the server's sum", () => {
    expect(powerLines(day, "ac", "total").map((line) => line.values[100])).toEqual([1500]);
    expect(powerLines(day, "dc", "total").map((line) => line.values[100])).toEqual([1100]);
  });

  test("of single devices are the inverters that have the quantity, and nothing else", () => {
    expect(powerLines(day, "ac", "device").map((line) => line.key)).toEqual([uid(1), uid(2), uid(3)]);
    expect(powerLines(day, "dc", "device").map((line) => line.key)).toEqual([uid(1)]);
  });

  test("of Belink are the server's sums: one of which a device is silent has no value, and what its counter proves", () => {
    const lines = powerLines(day, "ac", "belink");
    expect(lines.map(({ name, values, estimated }) => [name, values[100], estimated[100]])).toEqual([
      ["Gateway 91", null, 1900],
      ["Gateway 92", 500, undefined],
    ]);
    expect(powerLines(day, "dc", "belink")).toEqual([]);
  });

  test("that share a name are told apart by serial; a name of its own stays as it is", () => {
    const named = distinctNames(powerLines(day, "ac", "device"), serialsOf(day));
    expect(named.map((line) => line.name)).toEqual(["Inverter (S1)", "Inverter (S2)", "Inverter (S3)"]);
    expect(distinctNames(powerLines(day, "ac", "belink"), serialsOf(day)).map((line) => line.name)).toEqual([
      "Gateway 91",
      "Gateway 92",
    ]);
  });
});

test("the peak is the highest value and where it first was", () => {
  expect(peakOf([null, 3, 9, 9], ["a", "b", "c", "d"])).toEqual({ value: 9, at: "c" });
  expect(peakOf([null, 0, -2], ["a", "b", "c"])).toBeNull();
});

test("silence is the most devices at once, and how many in each drawn slot", () => {
  expect(silentCounts({ silent: [] })).toEqual({ most: 0, drawn: Array.from({ length: 190 }, () => 0) });
  const { most, drawn: shown } = silentCounts({ silent: flat(0).with(100, 2).with(101, 3) });
  expect([most, shown[40], shown[41], shown[42]]).toEqual([3, 2, 3, 0]);
});
