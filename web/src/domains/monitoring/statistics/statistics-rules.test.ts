import { statisticsTotal } from "@heliograph/contract/monitoring/statistics/statistics";
import { STATISTICS_BINS } from "@heliograph/contract/monitoring/statistics/statistics-range";
import { expect, test } from "vitest";
import { formatOf } from "../../../platform/format.ts";
import { binNames, deviceColumnsOf, devicesContent, totalContent, totalStats } from "./statistics-content.ts";
import { rangeIn, withBin, withRange } from "./statistics-view.ts";
import type { Words } from "../words.ts";

const now = { today: "2026-02-04", minutes: 720 };
const words: Words = { text: (key) => key, format: formatOf("en") };
const read = (text: string) => rangeIn(new URLSearchParams(text), STATISTICS_BINS, now);
const DAY = { from_date: "2026-02-04", to_date: "2026-02-04" };

test("a first visit shows today by quarter hours", () => {
  expect(read("")).toEqual({ ...DAY, bin: "15_minutes" });
});

test("a range survives the way through the address, which keeps what else it says", () => {
  const range = {
    from_date: "2026-02-01",
    to_date: "2026-02-03",
    from_time: "08:00",
    to_time: "17:30",
    bin: "1_hours",
  };
  const address = withRange(new URLSearchParams("searchProject=kho"), { ...range, bin: "1_hours" });
  expect(address.get("searchProject")).toBe("kho");
  expect(rangeIn(address, STATISTICS_BINS, now)).toEqual(range);
});

test.each([
  "from=2026-02-01&to=2026-02-09&bin=1_hours",
  "from=2026-02-03&to=2026-02-01&bin=1_hours",
  "from=2025-01-01&to=2026-02-01&bin=15_minutes",
  "from=2026-02-30&to=2026-02-31",
])("a range that is not possible is today: %s", (text) => {
  expect(read(text)).toMatchObject(DAY);
});

test("by days a first visit shows the seven that are over, and a range gives up today", () => {
  const week = { from_date: "2026-01-28", to_date: "2026-02-03", bin: "1_days" };
  expect(read("bin=1_days")).toEqual(week);
  expect(withBin({ ...DAY, bin: "1_hours" }, "1_days", now.today)).toEqual({
    from_date: "2026-01-28",
    to_date: "2026-02-03",
    bin: "1_days",
  });
});

test("times are read with bins that divide a day, and with no other", () => {
  expect(read("from=2026-02-01&to=2026-02-02&bin=1_days&fromTime=08:00")).not.toHaveProperty("from_time");
  expect(read("from=2026-02-01&to=2026-02-02&bin=1_hours&fromTime=08:00")).toHaveProperty(
    "from_time",
    "08:00",
  );
});

test("months and years take whole ones, and end with today", () => {
  const range = {
    from_date: "2025-12-10",
    to_date: "2026-02-02",
    from_time: "08:00",
    bin: "1_hours",
  } as const;
  expect(withBin(range, "1_months", now.today)).toEqual({
    from_date: "2025-12-01",
    to_date: "2026-02-04",
    bin: "1_months",
  });
  expect(withBin(range, "year", now.today)).toEqual({
    from_date: "2025-01-01",
    to_date: "2026-02-04",
    bin: "year",
  });
  expect(withBin({ ...range, to_date: "2026-01-05" }, "1_months", now.today).to_date).toBe("2026-01-31");
});

test("an hour that the clock shows twice says its offset, and no other does", () => {
  const bins = ["2026-10-25T01:00:00+02:00", "2026-10-25T02:00:00+02:00", "2026-10-25T02:00:00+01:00"];
  expect(binNames({ bins, binsize: "1_hours", timezone: "Europe/Berlin" }, words)).toEqual([
    "2026-10-25 01:00",
    "2026-10-25 02:00 (+02:00)",
    "2026-10-25 02:00 (+01:00)",
  ]);
});

const units = { energy: "kWh", insolation: "Wh/m2" } as const;
const quarters = {
  timezone: "Asia/Ho_Chi_Minh",
  binsize: "1_days" as const,
  bins: ["2026-02-01", "2026-02-02", "2026-02-03"],
  units,
};

test("columns of what a project has not are not drawn, gaps stay gaps, and doubts are said", () => {
  const { content, rightAxis } = totalContent(
    {
      ...quarters,
      metter_production: [1, null, 3],
      inverter_production: [],
      import_energy: [],
      export_energy: [],
      self_consumed: [],
      insolation: [],
      completeness: [1, null, 0.5],
      estimated_share: [0, null, 0.25],
      integrated_share: [0, null, 0],
    },
    "Roof",
    words,
  );
  expect(content.series.map((one) => [one.key, one.values])).toEqual([["meter", [1, null, 3]]]);
  expect(content.series[0]?.hatched).toEqual([false, false, true]);
  expect(content.notes).toEqual([null, null, "production.complete, production.estimated"]);
  expect(rightAxis).toBeNull();
});

const device = (n: number, production: (number | null)[]) => ({
  gateway_uid: "g",
  gateway_serial: "G",
  gateway_alias: "G",
  device_uid: `d${n}`,
  device_serial: `S-${n}`,
  alias: "Inverter",
  asset_type: "solar_inverter" as const,
  production,
  import_energy: [],
  export_energy: [],
  charge_energy: [],
  discharge_energy: [],
  insolation: [],
  completeness: [],
  estimated_share: [],
  integrated_share: [],
});

test("devices of one name are told apart by their serials", () => {
  const devices = { ...quarters, devices: [device(1, [1, 2, 3]), device(2, [1, 2, 3]), device(3, [])] };
  expect(deviceColumnsOf(devices)).toEqual(["production"]);
  const { content } = devicesContent(devices, "production", "Roof", words);
  expect(content.series.map((one) => one.name)).toEqual(["Inverter (S-1)", "Inverter (S-2)"]);
});

const marksOf = ({ content }: { content: { series: readonly { mark: string }[] } }) =>
  content.series.map(({ mark }) => mark);

test("the quarter hours of a night are an area and lines, never columns, for the project and for its devices", () => {
  const night = {
    ...quarters,
    binsize: "15_minutes" as const,
    bins: ["2026-02-01T00:00:00+07:00", "2026-02-01T00:15:00+07:00", "2026-02-01T00:30:00+07:00"],
  };
  const none = { inverter_production: [], export_energy: [], self_consumed: [], insolation: [] };
  const whole = { ...none, completeness: [1, 1, 1], estimated_share: [0, 0, 0], integrated_share: [0, 0, 0] };
  const project = { ...night, ...whole, metter_production: [0, 0, 0], import_energy: [1, 2, 1] };
  expect(marksOf(totalContent(project, "Roof", words))).toEqual(["area", "line"]);
  const devices = { ...night, devices: [device(1, [0, 0, 0]), device(2, [0, 0, 0])] };
  expect(marksOf(devicesContent(devices, "production", "Roof", words))).toEqual(["line", "line"]);
});

test("from quarter hours of today to longer bins the range is more than one bar", () => {
  const today = { ...DAY, bin: "15_minutes" } as const;
  const ends = (bin: "1_days" | "1_months" | "year") => {
    const { from_date, to_date } = withBin(today, bin, now.today);
    return [from_date, to_date];
  };
  expect(ends("1_days")).toEqual(["2026-01-28", "2026-02-03"]);
  expect(ends("1_months")).toEqual(["2025-03-01", "2026-02-04"]);
  expect(ends("year")).toEqual(["2022-01-01", "2026-02-04"]);
});

/** The figures of a range; with CO2 of `tons`. */
const totalOf = (tons: number) =>
  statisticsTotal.answer.parse({
    timezone: "UTC",
    metter_production: { value: 18, unit: "kWh" },
    inverter_production: { value: null, unit: "kWh" },
    production: { value: 18, unit: "kWh" },
    import_energy: { value: null, unit: "kWh" },
    export_energy: { value: null, unit: "kWh" },
    self_consumed: { value: null, unit: "kWh" },
    insolation: { value: 5260, unit: "Wh/m2" },
    co2_reduction: { value: tons, unit: "t" },
    cost_saving: { value: null, unit: "VND" },
    peak_power: { value: 4100, unit: "W", at: null, by: null },
    completeness: { value: 100, unit: "%" },
    estimated_share: { value: 0, unit: "%" },
    integrated_share: { value: 0, unit: "%" },
    co2_provisional_years: [],
  });

const tile = (tons: number, label: string) => {
  const found = totalStats(totalOf(tons), words).find((one) => one.label === label);
  return [`${found?.number}${found?.suffix}`, found?.unit, found?.exact];
};

test("the tile of insolation has the unit of the chart's axis, and CO2 of a small plant is not rounded away", () => {
  expect(tile(0.012, "production.insolation")).toEqual(["5.26K", "Wh/m²", "5,260.00 Wh/m²"]);
  expect(tile(0.012, "list.co2Short")).toEqual(["0.012", "list.tons", "0.012 list.tons"]);
  expect(tile(0.00043, "list.co2Short")[0]).toBe("0.00043");
  expect(tile(123_456_789.123, "list.co2Short").slice(0, 1)).toEqual(["123.46M"]);
});
