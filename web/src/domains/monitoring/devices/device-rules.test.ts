import fc from "fast-check";
import { expect, test } from "vitest";
import { formatOf } from "../../../platform/format.ts";
import { devicesTable } from "./device-csv.ts";
import { fakeDeviceDetail, fakeDeviceRow, inverterSays, uid, ZONE } from "./testing/device-fakes.ts";
import { liveFigure, todayFigure, whenOf } from "./device-figures.ts";
import { shownDevices } from "./device-rows.ts";
import { nameplateOf } from "./device-nameplate.ts";
import { sectionsOf } from "./device-sections.ts";
import { DEVICE_GROUPS, DEVICE_SORTS, type DeviceView, deviceViewIn, withDeviceView } from "./device-view.ts";

const words = { text: (key: string) => key, format: formatOf("en") };
const view = (change: Partial<DeviceView> = {}): DeviceView => ({
  ...deviceViewIn(new URLSearchParams()),
  ...change,
});
const serials = (devices: Parameters<typeof shownDevices>[0], change: Partial<DeviceView>) =>
  shownDevices(devices, view(change)).groups.flatMap(({ rows }) => rows.map(({ serial }) => serial));

test("an address tells a view and a view its address, what is as at first is left out, and what others keep stays", () => {
  const change = {
    gateway: uid(1),
    group: "meters",
    status: "offline",
    find: "mái",
    device: uid(7),
    show: "details",
  } as const;
  const address = withDeviceView(new URLSearchParams("searchProject=kho"), change);
  expect(deviceViewIn(address)).toEqual(view(change));
  expect(address.get("searchProject")).toBe("kho");
  const closed = withDeviceView(address, { ...view(), device: null });
  expect(closed.toString()).toBe("searchProject=kho");
});

test("an address that tells nonsense shows the list as at first", () => {
  const nonsense = new URLSearchParams("gateway=1&group=x&status=y&sort=z&order=up&device=7&show=all");
  expect(deviceViewIn(nonsense)).toEqual(view());
});

const keys = (devices: Parameters<typeof shownDevices>[0]) =>
  shownDevices(devices, view()).groups.map(({ key }) => key);

test("inverters, meters and sensors always have their group; others only when there are some", () => {
  expect(keys([])).toEqual(["inverters", "meters", "sensors"]);
  expect(keys([fakeDeviceRow(1, { asset_type: "battery" })])).toEqual([...DEVICE_GROUPS]);
});

test("words are found in alias, serial and model, whatever their case and accents", () => {
  const devices = [
    fakeDeviceRow(1, { alias: "Mái Đông" }),
    fakeDeviceRow(2, { serial: "HU-77" }),
    fakeDeviceRow(3, { model: "SUN2000" }),
  ];
  expect(serials(devices, { find: "dong mai" })).toEqual(["S-1"]);
  expect(serials(devices, { find: "hu-7" })).toEqual(["HU-77"]);
  expect(serials(devices, { find: "sun2" })).toEqual(["S-3"]);
});

test("sorted by what is not known of all, the unknown come last in both directions, and names count up", () => {
  const devices = [
    fakeDeviceRow(10, { live: { value: null, unit: "W" } }),
    fakeDeviceRow(9, { live: { value: 5, unit: "W" } }),
    fakeDeviceRow(2, { live: { value: 7, unit: "W" } }),
  ];
  expect(serials(devices, { sort: "live", order: "asc" })).toEqual(["S-9", "S-2", "S-10"]);
  expect(serials(devices, { sort: "live", order: "desc" })).toEqual(["S-2", "S-9", "S-10"]);
  expect(serials(devices, {})).toEqual(["S-2", "S-9", "S-10"]);
  expect(
    serials([fakeDeviceRow(1), fakeDeviceRow(2, { device_status: "offline" })], { sort: "status" }),
  ).toEqual(["S-2", "S-1"]);
});

test("no order loses or doubles a device, and every status is counted whatever status is chosen", () => {
  const statuses = ["normal", "warning", "offline", "sleeping", "not_configured"] as const;
  const types = ["solar_inverter", "electric_meter", "sensor_radiation", "battery"] as const;
  const device = fc.record({
    device_status: fc.constantFrom(...statuses),
    asset_type: fc.constantFrom(...types),
    live: fc.record({ value: fc.option(fc.integer(), { nil: null }), unit: fc.constant("W" as const) }),
  });
  const orders = fc.constantFrom("asc" as const, "desc" as const);
  fc.assert(
    fc.property(fc.array(device), fc.constantFrom(...DEVICE_SORTS), orders, (some, sort, order) => {
      const devices = some.map((change, n) => fakeDeviceRow(n, change));
      const all = serials(devices, { sort, order });
      expect(all.toSorted()).toEqual(devices.map(({ serial }) => serial).toSorted());
      const { counts } = shownDevices(devices, view({ status: "offline" }));
      expect(Object.values(counts).reduce((a, b) => a + b, 0)).toBe(devices.length);
    }),
  );
});

test("power is written in kW, irradiance in W/m², and what is missing as a dash", () => {
  expect(liveFigure(fakeDeviceRow(1), words)).toEqual({ number: "40.0", unit: "kW" });
  expect(liveFigure({ live: { value: 812.4, unit: "W/m2" } }, words)).toEqual({
    number: "812",
    unit: "W/m²",
  });
  expect(liveFigure({ live: { value: null, unit: "W" } }, words).number).toBe("–");
  expect(todayFigure(fakeDeviceRow(1), words)).toEqual({ number: "123.4", unit: "kWh" });
  expect(todayFigure({ today: { value: 4321, unit: "Wh/m2" } }, words)).toEqual({
    number: "4,321",
    unit: "Wh/m²",
  });
});

test("an instant of another day than the project's is written with its day", () => {
  const at = { timezone: ZONE, today: "2026-11-21" };
  expect(whenOf("2026-11-20T17:00:00Z", at, words)).toBe("00:00");
  expect(whenOf("2026-11-20T16:59:00Z", at, words)).toBe("2026-11-20 23:59");
  expect(whenOf("2026-11-21T06:39:55Z", { ...at, seconds: true }, words)).toBe("13:39:55");
});

test("an inverter has the sections of the specification; one of which nothing is known says so", () => {
  const sections = sectionsOf(fakeDeviceDetail(), words);
  expect(sections.map(({ title, known }) => [title, known])).toEqual([
    ["use.ac", true],
    ["use.production", true],
    ["use.dc", true],
    ["use.storage", true],
    ["use.battery", false],
  ]);
  expect(sections[0]?.items).toEqual([
    { label: "use.activePower", value: "40.00 kW" },
    { label: "use.apparentPower", value: "40.10 kVA" },
    { label: "use.reactivePower", value: "1.20 kvar" },
    { label: "use.powerFactor", value: "0.998" },
    { label: "use.voltage", value: "400.2 V" },
    { label: "use.current", value: "58.20 A" },
    { label: "use.frequency", value: "50.01 Hz" },
  ]);
});

const { totals } = fakeDeviceDetail();

test("a total without a counter says since when it is known, and one with a counter says nothing", () => {
  const { opening } = totals;
  const uncounted = { ...totals, opening: { ...opening, production: { value: null, unit: "kWh" as const } } };
  const labels = (of: typeof totals) =>
    sectionsOf(fakeDeviceDetail({ totals: of }), words)
      .find(({ title }) => title === "use.production")
      ?.items.map(({ label }) => label);
  expect(labels(totals)).toEqual(["use.today", "use.total"]);
  expect(labels(uncounted)).toEqual(["use.today", "use.labelSince"]);
  const told = { ...uncounted, energy_before: { value: 5, unit: "kWh" as const } };
  expect(labels(told)).toEqual(["use.today", "use.total"]);
});

test("a battery of its own shows its battery alone, and what reports nothing of its own nothing", () => {
  const battery = sectionsOf({ asset_type: "battery", iot_data: inverterSays, totals }, words);
  expect(battery.map(({ title }) => title)).toEqual(["use.battery"]);
  const other = { kind: "other", ts: null, is_live: false } as const;
  expect(sectionsOf({ asset_type: "solar_panel", iot_data: other, totals }, words)).toEqual([]);
});

test("the nameplate holds serial with alias, and first and last day of the warranty, with dashes for what nobody told", () => {
  const items = Object.fromEntries(
    nameplateOf(fakeDeviceDetail({ manufacturer: null, ac_nominal_w: null }), words).map(
      ({ label, value }) => [label, value],
    ),
  );
  expect(items).toMatchObject({
    "device.serial": "S-1",
    "device.alias": "South roof",
    "device.manufacturer": "–",
    "device.nominal": "–",
    "device.dcCapacity": "61.5 kWp",
    "device.warrantyBegin": "2024-01-15",
    "device.warrantyEnd": "2034-01-14",
  });
  expect(items).not.toHaveProperty("device.batteryCapacity");
});

test("the export has a cell for each head, values as numbers with their units beside them", () => {
  const { head, rows } = devicesTable(
    [fakeDeviceRow(1), fakeDeviceRow(2, { live: { value: null, unit: "W" } })],
    words,
  );
  expect(rows.map((row) => row.length)).toEqual([head.length, head.length]);
  expect(rows[0]).toEqual(
    expect.arrayContaining(["Hall B", "BELINK-1", "INV-1", "S-1", 40_000, "W", 123.4, "kWh"]),
  );
  expect(rows[1]?.[9]).toBeNull();
});
