import { expect, test } from "vitest";
import { readMapping, type ImportMapping } from "./import-mapping.ts";
import { columnsByDevice, missingColumns } from "./import-columns.ts";
import { rowReader as rowsReader } from "./import-row.ts";

const HEADER = ["time", "inverter", "power", "yield", "state", "plant"];
const NOW = Date.parse("2026-11-20T00:00:00Z");

function mapping(change: object = {}): ImportMapping {
  const read = readMapping(
    JSON.stringify({
      time: { column: "time", format: "YYYY-MM-DD HH:mm", timezone: "Europe/Berlin", stamp: "start" },
      interval_s: 900,
      device: { column: "inverter" },
      columns: {
        power: { quantity: "ac_power_w", unit: "kW" },
        yield: { quantity: "energy_total_wh", unit: "kWh" },
        state: { quantity: "state", unit: "1" },
      },
      ...change,
    }),
  );
  if ("faults" in read) throw new Error(read.faults.join("; "));
  return read.mapping;
}

/** The reader of files whose rows are of one device: its reading or refusal; null when the row is left out. */
function rowReader(
  of: ImportMapping,
  file: { header: string[]; name: string },
  deviceOf: Parameters<typeof rowsReader>[2],
  now: number,
) {
  const columns = columnsByDevice(of, file.header);
  if ("fault" in columns) throw new Error(columns.fault);
  const read = rowsReader(of, { ...file, devices: columns.devices }, deviceOf, now);
  return (cells: string[]) => {
    const [found = null, ...more] = read(cells);
    expect(more).toEqual([]);
    return found !== null && "row" in found ? found.row : found;
  };
}

const known = new Map([["A-1", { project_id: 3, device_id: 7 }]]);
const reader = (change: object = {}, name = "export.csv") =>
  rowReader(mapping(change), { header: HEADER, name }, (serial) => known.get(serial) ?? null, NOW);

test("a row becomes a reading that ends with its interval, in the units of the protocol", () => {
  expect(reader()(["2026-01-05 12:00", "A-1", "12.5", "1000", "4", "x"])).toEqual({
    project_id: 3,
    device_id: 7,
    ts: Date.parse("2026-01-05T11:15:00Z"),
    interval_s: 900,
    source: 2,
    m: { ac_power_w: 12_500, energy_total_wh: 1_000_000, state: 4 },
    ext: null,
  });
});

test("values that mean not measured are left out, and a row without any value is refused", () => {
  const read = reader({ empty: ["", "999.9"] });
  expect(read(["2026-01-05 12:00", "A-1", "999.9", "1000", "", "x"])).toMatchObject({
    m: { energy_total_wh: 1_000_000 },
  });
  expect(read(["2026-01-05 12:00", "A-1", "999.9", "", "", "x"])).toMatchObject({ reason: "reading.empty" });
});

test.each([
  ["time.unreadable", ["05.01.2026 12:00", "A-1", "1", "1", "4", "x"]],
  ["time.skipped", ["2026-03-29 02:30", "A-1", "1", "1", "4", "x"]],
  ["device.unknown", ["2026-01-05 12:00", "B-9", "1", "1", "4", "x"]],
  ["device.unknown", ["2026-01-05 12:00", "", "1", "1", "4", "x"]],
  ["number.unreadable", ["2026-01-05 12:00", "A-1", "1,5", "1", "4", "x"]],
  ["number.unreadable", ["2026-01-05 12:00", "A-1", "0x10", "1", "4", "x"]],
  ["number.unreadable", ["2026-01-05 12:00", "A-1", "Infinity", "1", "4", "x"]],
  ["reading.out_of_range", ["2026-01-05 12:00", "A-1", "1", "-1", "4", "x"]],
  ["reading.out_of_range", ["2026-01-05 12:00", "A-1", "1e9", "1", "4", "x"]],
  ["reading.out_of_range", ["2026-01-05 12:00", "A-1", "1", "1", "4.5", "x"]],
  ["reading.too_new", ["2026-11-20 12:00", "A-1", "1", "1", "4", "x"]],
])("%s: such a row is refused and says why", (reason, cells) => {
  expect(reader()(cells)).toEqual({ reason, detail: expect.any(String) });
});

test("decimal commas, groups of digits, scale and offset are understood", () => {
  const read = reader({
    csv: { delimiter: ";", decimal: ",", thousands: "." },
    columns: { power: { quantity: "ac_power_w", unit: "W", scale: 0.1, offset: 3 } },
  });
  expect(read(["2026-01-05 12:00", "A-1", "1.234,5", "", "", "x"])).toMatchObject({
    m: { ac_power_w: 126.45 },
  });
});

test("only rows that meet the conditions are read", () => {
  const read = reader({
    only: [
      { column: "plant", is: ["x", "y"] },
      { column: "state", is_not: "9" },
    ],
  });
  expect(read(["2026-01-05 12:00", "A-1", "1", "1", "4", "z"])).toBeNull();
  expect(read(["2026-01-05 12:00", "A-1", "1", "1", "9", "x"])).toBeNull();
  expect(read(["2026-01-05 12:00", "A-1", "1", "1", "4", "y"])).toHaveProperty("ts");
});

test("the device may be fixed, translated, or named by the file", () => {
  const cells = ["2026-01-05 12:00", "?", "1", "1", "4", "x"];
  expect(reader({ device: { serial: "A-1" } })(cells)).toHaveProperty("device_id", 7);
  const byName = { device: { file_name: "wr-(\\w+)", serials: { one: "A-1" } } };
  expect(reader(byName, "wr-one.csv")(cells)).toHaveProperty("device_id", 7);
  expect(reader(byName, "other.csv")(cells)).toMatchObject({ reason: "device.unknown" });
  expect(reader({ device: { column: "inverter", serials: { "?": "A-1" } } })(cells)).toHaveProperty(
    "device_id",
    7,
  );
});

test("an hour that clocks show twice is the first and then the second, device by device", () => {
  const both = new Map([...known, ["A-2", { project_id: 3, device_id: 8 }]]);
  const read = rowReader(mapping(), { header: HEADER, name: "x" }, (serial) => both.get(serial) ?? null, NOW);
  const at = (serial: string, time: string) => {
    const found = read([`2026-10-25 ${time}`, serial, "1", "1", "4", "x"]);
    return found !== null && "ts" in found ? new Date(found.ts).toISOString().slice(11, 16) : found;
  };
  const times = ["01:45", "02:00", "02:45", "02:00", "02:45", "03:00"];
  const expected = ["00:00", "00:15", "01:00", "01:15", "02:00", "02:15"];
  expect(times.map((time) => at("A-1", time))).toEqual(expected);
  expect(times.map((time) => at("A-2", time))).toEqual(expected);
});

test("date and time may lie in two columns", () => {
  const two = mapping({
    time: { column: ["time", "plant"], format: "YYYY-MM-DD HH:mm", timezone: "UTC", stamp: "end" },
  });
  const read = rowReader(two, { header: HEADER, name: "x" }, () => ({ project_id: 1, device_id: 1 }), NOW);
  expect(read(["2026-01-05", "A", "1", "1", "4", "06:30"])).toMatchObject({
    ts: Date.parse("2026-01-05T06:30:00Z"),
  });
});

test("columns that the mapping names and the file lacks are all named", () => {
  const wanted = mapping({ only: [{ column: "site", is: "1" }] });
  expect(missingColumns(wanted, ["time", "power"])).toEqual(["inverter", "yield", "state", "site"]);
  expect(missingColumns(mapping(), HEADER)).toEqual([]);
});
