import { unitConversion, unitsOf } from "@heliograph/contract";
import { expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { readMapping } from "./import-mapping.ts";

const sound = {
  time: { column: "t", format: "ISO", timezone: "Asia/Ho_Chi_Minh", stamp: "end" },
  interval_s: 300,
  device: { column: "inverter" },
  columns: { P: { quantity: "ac_power_w", unit: "kW" } },
};
const faultsOf = (mapping: unknown) => {
  const read = readMapping(JSON.stringify(mapping));
  return "faults" in read ? read.faults : [];
};

test("what a mapping leaves out has the defaults of a plain CSV file", () => {
  const read = readMapping(JSON.stringify(sound));
  expect(read).toMatchObject({
    mapping: {
      csv: { delimiter: ",", decimal: ".", encoding: "utf8", skip_lines: 0, header: true },
      only: [],
      columns: { P: { scale: 1, offset: 0 } },
    },
  });
});

test("all that is wrong with a mapping is said at once, each with its place", () => {
  const faults = faultsOf({
    ...sound,
    time: { column: "t", format: "HH:mm", timezone: "Mars/Olympus", stamp: "middle" },
    interval_s: 0,
    device: {},
    columns: { P: { quantity: "ac_power_w", unit: "kWh" }, Q: { quantity: "warp", unit: "1" } },
    surprise: 1,
  });
  const places = faults.map((fault) => fault.split(":")[0]);
  for (const place of [
    "time.format",
    "time.timezone",
    "time.stamp",
    "interval_s",
    "device",
    "columns.Q.quantity",
  ]) {
    expect(places).toContain(place);
  }
  expect(faults.some((fault) => fault.includes("surprise"))).toBe(true);
});

test.each([
  [
    "a unit that does not fit",
    { columns: { P: { quantity: "ac_power_w", unit: "kWh" } } },
    /columns\.P\.unit: .*kW/,
  ],
  [
    "a quantity mapped twice",
    { columns: { P: { quantity: "ac_power_w", unit: "W" }, Q: { quantity: "ac_power_w", unit: "W" } } },
    /already/,
  ],
  ["no column at all", { columns: {} }, /one column/],
  ["a scale of zero", { columns: { P: { quantity: "ac_power_w", unit: "W", scale: 0 } } }, /scale/],
  ["one sign for two things", { csv: { decimal: "," } }, /delimiter/],
  ["a pattern without a group", { device: { file_name: "inverter-.*" } }, /device/],
  ["a condition that says nothing", { only: [{ column: "x" }] }, /is_not/],
])("%s is a fault", (_name, change, expected) => {
  expect(faultsOf({ ...sound, ...change }).join("\n")).toMatch(expected);
});

test("a text that is no JSON is a fault and not an error", () => {
  expect(readMapping("{")).toEqual({ faults: [expect.stringContaining("not JSON")] });
});

test.each(["import-inverters.json", "import-weather.json", "import-portal-export.json"])(
  "the example %s is sound",
  (name) => {
    const text = readFileSync(new URL(`../../../../../docs/examples/${name}`, import.meta.url), "utf8");
    expect(readMapping(text)).toHaveProperty("mapping");
  },
);

test.each([
  ["energy_total_wh", "kWh", 5, 5000],
  ["energy_total_wh", "MJ", 3.6, 1000],
  ["irradiance_w_m2", "kW/m2", 0.8, 800],
  ["module_temperature_c", "°F", 212, 100],
  ["module_temperature_c", "K", 300, 26.85],
  ["soc_percent", "1", 0.5, 50],
  ["ac_power_factor", "1", 0.97, 0.97],
  ["flow_l_h", "l/min", 2, 120],
  ["ac_power_w", "kWh/interval", 0.5, 2000],
] as const)("%s in %s is converted", (quantity, unit, given, expected) => {
  const { factor, offset } = unitConversion(quantity, unit, 900) ?? { factor: NaN, offset: NaN };
  expect(given * factor + offset).toBeCloseTo(expected, 9);
});

test("units of other quantities do not fit", () => {
  expect(unitConversion("ac_power_w", "kWh", 900)).toBeNull();
  expect(unitConversion("energy_total_wh", "kWh/interval", 900)).toBeNull();
  expect(unitsOf("ac_reactive_power_var")).toEqual(["var", "kvar"]);
});
