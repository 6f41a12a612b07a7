import { expect, test } from "vitest";
import { columnsByDevice } from "./import-columns.ts";
import { readMapping } from "./import-mapping.ts";

const sound = {
  time: { column: "t", format: "ISO", timezone: "UTC", stamp: "end" },
  interval_s: 900,
  device: { serial: "A" },
  columns: { P: { quantity: "ac_power_w", unit: "kW" } },
};
function read(change: object) {
  return readMapping(JSON.stringify({ ...sound, ...change }));
}
const faults = (change: object) => {
  const found = read(change);
  return "faults" in found ? found.faults.join("\n") : "";
};

test.each([
  ["neither intervals nor a period", { interval_s: undefined }, /either interval_s or period/],
  ["intervals and a period", { period: "day" }, /either interval_s or period/],
  [
    "a power by the day",
    { interval_s: undefined, period: "day" },
    /columns\.P\.quantity: must be one of interval_production_wh/,
  ],
  [
    "a day without one in the format",
    { time: { ...sound.time, format: "YYYY-MM" } },
    /time\.format: must be .* a format with YYYY, MM and DD/,
  ],
  [
    "a sum that is said of one column only",
    {
      columns: {
        P: { quantity: "ac_power_w", unit: "kW", sum: true },
        Q: { quantity: "ac_power_w", unit: "kW" },
      },
    },
    /columns\.Q: ac_power_w is mapped from "P" already; sum: true on both/,
  ],
  [
    "a tracker of a power of the grid's side",
    { columns: { P: { quantity: "ac_power_w", unit: "kW", mppt: 1 } } },
    /columns\.P\.mppt: is for dc_voltage_v/,
  ],
  [
    "a string of no tracker",
    { columns: { I: { quantity: "dc_current_a", unit: "A", string: 1 } } },
    /columns\.I\.string: is for dc_current_a of a tracker/,
  ],
  [
    "a pattern that finds no device",
    {
      device: { header: true },
      columns: {},
      patterns: [{ header: "^P$", quantity: "ac_power_w", unit: "W" }],
    },
    /patterns\.0: must find the device by a group/,
  ],
  [
    "a group that nobody asked for",
    { patterns: [{ header: "^P(.)$", quantity: "ac_power_w", unit: "W" }] },
    /patterns\.0: has a group/,
  ],
  ["a device that nothing names", { device: undefined }, /device: must name a column/],
  [
    "a constant beyond what is possible",
    { constants: { ac_frequency_hz: 500 } },
    /constants\.ac_frequency_hz: must be from 0 to 100/,
  ],
  [
    "a register of no kind",
    { columns: { P: { quantity: "ac_power_w", unit: "kW", register: "u8" } } },
    /columns\.P\.register/,
  ],
])("%s is a fault that names its place", (_name, change, expected) => {
  expect(faults(change)).toMatch(expected);
});

test("columns that two patterns or names claim for one value are a fault of the file", () => {
  const found = read({ patterns: [{ header: "^Pac$", quantity: "ac_power_w", unit: "W" }] });
  if ("faults" in found) throw new Error(found.faults.join("; "));
  expect(columnsByDevice(found.mapping, ["t", "P", "Pac"])).toEqual({
    fault: 'Its columns "P" and "Pac" both mean ac_power_w of one device',
  });
  expect(columnsByDevice(found.mapping, ["t", "P", "other"])).toMatchObject({ devices: [{ serial: null }] });
});

test("a file none of whose columns a pattern knows is not read", () => {
  const found = read({
    device: { header: true },
    columns: {},
    patterns: [{ header: "^WR (\\d+)$", quantity: "ac_power_w", unit: "W" }],
  });
  if ("faults" in found) throw new Error(found.faults.join("; "));
  expect(columnsByDevice(found.mapping, ["t", "Wr 1"])).toHaveProperty("fault");
});
