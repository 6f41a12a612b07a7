import { drawnQuantities, unitOf } from "@heliograph/contract/telemetry/quantities";
import { expect, test } from "vitest";
import { formatOf } from "../../../platform/format.ts";
import { allTexts } from "../../../testing/all-texts.ts";
import { type ChartAnswer, namesOf, toolContent } from "./chart-tool-content.ts";
import {
  barTo,
  canAddSeries,
  matching,
  selectionIn,
  rowsWithin,
  usefulSelection,
  withSelection,
  withZoom,
  zoomIn,
} from "./chart-tool-view.ts";
import type { Words } from "../words.ts";

const words: Words = { text: (key) => key, format: formatOf("en") };
const A = "00000000-0000-4000-8000-00000000000a";
const series = (quantity: string) => `${A}:${quantity}`;
const read = (...names: string[]) => selectionIn(new URLSearchParams({ series: names.join(",") }));
const power = { device_uid: A, quantity: "ac_power_w" } as const;
const sun = { device_uid: A, quantity: "irradiance_w_m2" } as const;

test("the address is read as far as it can be drawn: no strangers, no twins, no third unit, no ninth", () => {
  expect(read(series("ac_power_w"), series("ac_power_w"), series("happiness"), "x")).toEqual([power]);
  expect(read(series("ac_power_w"), series("irradiance_w_m2"), series("wind_speed_m_s"))).toEqual([
    power,
    sun,
  ]);
  expect(withSelection(new URLSearchParams("from=x"), [power]).toString()).toBe(
    `from=x&series=${encodeURIComponent(series("ac_power_w"))}`,
  );
});

test("an address that says nothing of series has none of its own; one from which all were taken stays empty", () => {
  expect(selectionIn(new URLSearchParams("from=x"))).toBeNull();
  const emptied = withSelection(new URLSearchParams(`series=${series("ac_power_w")}`), []);
  expect(selectionIn(emptied)).toEqual([]);
});

/** A device as the tree has it. */
const of = (
  device_uid: string,
  asset_type: string,
  ...quantities: (typeof power | typeof sun)["quantity"][]
) => ({
  device_uid,
  asset_type,
  quantities,
});

test("a first visit draws the power of the first inverters beside the sun, what else there is where there are none, and nothing of nothing", () => {
  const inverters = ["1", "2", "3", "4", "5", "6"].map((uid) => of(uid, "solar_inverter", "ac_power_w"));
  const sensors = [
    of("s", "sensor_radiation", "irradiance_w_m2"),
    of("t", "sensor_radiation", "irradiance_w_m2"),
  ];
  const first = (...devices: ReturnType<typeof of>[]) =>
    usefulSelection([{ devices }]).map((one) => `${one.device_uid}:${one.quantity}`);
  expect(first(of("m", "electric_meter", "ac_power_w"), ...inverters, ...sensors)).toEqual([
    "1:ac_power_w",
    "2:ac_power_w",
    "3:ac_power_w",
    "4:ac_power_w",
    "s:irradiance_w_m2",
  ]);
  expect(first(of("m", "electric_meter", "ac_power_w"))).toEqual(["m:ac_power_w"]);
  expect(usefulSelection([{ devices: [{ ...of("b", "battery"), quantities: ["soc_percent"] }] }])).toEqual([
    { device_uid: "b", quantity: "soc_percent" },
  ]);
  expect(first(of("x", "solar_inverter"))).toEqual([]);
});

test("what cannot be drawn besides is barred by its unit, and by the room once as many are drawn as may be", () => {
  const wind = { device_uid: A, quantity: "wind_speed_m_s" } as const;
  const eight = Array.from(
    { length: 8 },
    (_, n) => ({ device_uid: `${n}`, quantity: "ac_power_w" }) as const,
  );
  expect([barTo([power, sun], wind), barTo([power], wind), barTo(eight, power)]).toEqual([
    "unit",
    null,
    "full",
  ]);
});

test("a third unit has no axis, another series of a drawn unit has", () => {
  expect(canAddSeries([power, sun], { device_uid: A, quantity: "dc_power_w" })).toBe(true);
  expect(canAddSeries([power, sun], { device_uid: A, quantity: "soc_percent" })).toBe(false);
});

test("every quantity has a name, and those with a unit in their name have it", () => {
  expect(drawnQuantities.filter((name) => !Object.hasOwn(allTexts("vi"), `quantity.${name}`))).toEqual([]);
  expect(drawnQuantities.filter((name) => unitOf(name) === "")).toEqual([
    "ac_power_factor",
    "state",
    "event_bits",
  ]);
});

const answer: ChartAnswer = {
  timezone: "Asia/Ho_Chi_Minh",
  bin: "15_minutes",
  step_s: null,
  thinned: false,
  shown: {
    from: "2026-02-02T17:00:00Z",
    to: "2026-02-02T17:45:00Z",
    starts: [0, 1, 2].map((row) => Date.parse("2026-02-02T17:00:00Z") + row * 900_000),
    series: [
      { ...power, unit: "W", values: [1, null, 3], min: 1, max: 3, mean: 2, sum: null },
      { ...sun, unit: "W/m²", values: [7, 8, 9], min: 7, max: 9, mean: 8, sum: null },
    ],
  },
  overlay: {
    from: "2026-01-31T17:00:00Z",
    to: "2026-01-31T17:45:00Z",
    starts: [],
    series: [{ ...power, unit: "W", values: [5, 6, 7], min: 5, max: 7, mean: 6, sum: null }],
  },
};

test("units have an axis each, powers and energies the unit in which every screen shows them, gaps stay, and another day is dashed and named by the project's calendar", () => {
  const gateway = { gateway_uid: A, serial: "G", alias: "G" };
  const device = { device_uid: A, serial: "I", alias: "Inv", asset_type: "solar_inverter" } as const;
  const names = namesOf(
    [{ ...gateway, devices: [{ ...device, quantities: ["ac_power_w", "irradiance_w_m2"] }] }],
    words,
  );
  const plot = toolContent(answer, { selection: [power, sun], names, zoom: [1, 2], title: "Roof" }, words);
  expect(plot.content.rowNames).toEqual(["2026-02-03 00:15", "2026-02-03 00:30"]);
  expect(plot.content.series.map((one) => [one.name, one.axis, one.dash, one.values])).toEqual([
    ["Inv · quantity.ac_power_w", "left", undefined, [null, 0.003]],
    ["Inv · quantity.irradiance_w_m2", "right", undefined, [8, 9]],
    ["Inv · quantity.ac_power_w (2026-02-01)", "left", "dashed", [0.006, 0.007]],
  ]);
  expect([plot.left.unit, plot.right?.unit]).toEqual(["kW", "W/m²"]);
  expect(plot.statistics[0]).toMatchObject({ unit: "kW", min: 0.001, max: 0.003, mean: 0.002 });
});

test("the zoom is kept in the address by instants, so that it holds whatever the rows are", () => {
  const starts = [0, 10, 20, 30, 40];
  const address = withZoom(new URLSearchParams("series=x"), [10, 30]);
  expect(address.toString()).toBe("series=x&zoom=10-30");
  expect(rowsWithin(starts, zoomIn(address))).toEqual([1, 3]);
  expect(rowsWithin([0, 15, 29, 45], zoomIn(address))).toEqual([1, 2]);
  expect(withZoom(address, null).toString()).toBe("series=x");
});

test.each(["", "zoom=30-10", "zoom=x", "zoom=5-6", "zoom=0-40", "zoom=100-200"])(
  "what cannot be zoomed in on shows everything: %s",
  (address) => {
    expect(rowsWithin([0, 10, 20, 30, 40], zoomIn(new URLSearchParams(address)))).toBeNull();
  },
);

test("what is typed is found in the names of devices and quantities together, whatever its case", () => {
  const inverter = { alias: "INV-01", serial: "HU1", quantities: ["ac_power_w", "dc_power_w"] as const };
  const sensor = { alias: "WS-01", serial: "KZ1", quantities: ["irradiance_w_m2"] as const };
  const tree = [{ devices: [inverter] }, { devices: [sensor] }];
  const find = (search: string) =>
    matching(tree, search, (quantity) => quantity).map((gateway) =>
      gateway.devices.map((device) => [device.alias, ...device.quantities]),
    );
  expect(find("inv AC_")).toEqual([[["INV-01", "ac_power_w"]]]);
  expect(find("kz1")).toEqual([[["WS-01", "irradiance_w_m2"]]]);
  expect(find("inv irradiance")).toEqual([]);
  expect(matching(tree, "  ", (quantity) => quantity)).toEqual(tree);
});
