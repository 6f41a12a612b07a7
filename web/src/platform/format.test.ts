import fc from "fast-check";
import { expect, test } from "vitest";
import { elapsed, firstWeekday, formatOf, inShownUnit, MISSING, shownUnit } from "./format.ts";

const vi = formatOf("vi");
const en = formatOf("en");

test.each([
  [0, "0"],
  [950, "950"],
  [999.4, "999.4"],
  [0.04, "0"],
  [999.5, "999.5"],
  [999.96, "1K"],
  [1000, "1K"],
  [34_870, "34.87K"],
  [999_994, "999.99K"],
  [999_996, "1M"],
  [81_210_000, "81.21M"],
  [161_370_000_000, "161.37B"],
  [2e12, "2,000B"],
  [-1500, "\u22121.5K"],
])("%d is abbreviated to %s, with at most two decimals and no trailing zeros", (value, text) => {
  expect(en.short(value)).toBe(text);
});

test("numbers are written as the language does, with a real minus sign", () => {
  expect(vi.number(1234.56, 1)).toBe("1.234,6");
  expect(formatOf("zh").number(1234.56, 1)).toBe("1,234.6");
  expect(en.number(-3.2, 1)).toBe("\u22123.2");
  expect(en.number(-0.04, 1)).toBe("0.0");
});

test("what is missing is a dash, never zero and never blank", () => {
  const shown = [
    en.number(null),
    en.short(undefined),
    en.powerKw(null),
    en.percent(null),
    en.day(""),
    en.clock(null, "UTC"),
    en.dateTime(null, "UTC"),
    en.number(Number.NaN),
  ];
  expect(shown).toEqual(shown.map(() => MISSING));
  expect(en.number(0)).toBe("0");
});

test("watts are shown as kW with one decimal, and none from 10,000 kW on", () => {
  expect(en.powerKw(1_408_520)).toBe("1,408.5");
  expect(en.powerKw(9_999_900)).toBe("9,999.9");
  expect(en.powerKw(12_530_400)).toBe("12,530");
  expect(en.energyKwh(6_991_400)).toBe("6,991");
});

test("a day is DD-MM-YYYY in Vietnamese, else YYYY-MM-DD, and a month alike", () => {
  expect([vi.day("2026-03-31"), vi.month("2026-03")]).toEqual(["31-03-2026", "03-2026"]);
  expect([en.day("2026-03-31"), en.month("2026-03")]).toEqual(["2026-03-31", "2026-03"]);
});

test("an instant is read on the clock of the time zone given", () => {
  const at = Date.parse("2026-03-31T18:30:05Z");
  expect(vi.dateTime(at, "Asia/Ho_Chi_Minh")).toBe("01-04-2026 01:30");
  expect(en.clock(at, "Asia/Ho_Chi_Minh", true)).toBe("01:30:05");
  expect(en.clock(Date.parse("2026-03-31T17:00:00Z"), "Asia/Ho_Chi_Minh")).toBe("00:00");
});

test("day and clock are those that the browser's own time zones tell, also where clocks are changed", () => {
  const zones = [
    "UTC",
    "Asia/Ho_Chi_Minh",
    "Asia/Kathmandu",
    "Europe/Berlin",
    "America/St_Johns",
    "Australia/Lord_Howe",
  ];
  const browsers = Object.fromEntries(
    zones.map((timeZone) => {
      const parts = { dateStyle: "short", timeStyle: "medium", timeZone } as const;
      return [timeZone, new Intl.DateTimeFormat("sv-SE", parts)];
    }),
  );
  const instant = fc.integer({ min: Date.parse("2005-01-01"), max: Date.parse("2035-01-01") });
  fc.assert(
    fc.property(fc.constantFrom(...zones), instant, (timezone, at) => {
      const [day = "", clock = ""] = (browsers[timezone]?.format(at) ?? "").split(" ");
      expect(en.clock(at, timezone, true)).toBe(clock);
      expect(en.dateTime(at, timezone)).toBe(`${day} ${clock.slice(0, 5)}`);
    }),
    { numRuns: 1000 },
  );
});

test("what has passed is minutes and seconds, and never negative", () => {
  expect([elapsed(-5), elapsed(61_900), elapsed(3_600_000)]).toEqual(["00:00", "01:01", "60:00"]);
});

test("weeks begin on Monday in Vietnamese and Chinese and on Sunday in English", () => {
  expect([firstWeekday("vi"), firstWeekday("zh"), firstWeekday("en")]).toEqual([1, 1, 0]);
});

test("tons of a small plant keep the digits that it has, and large ones are abbreviated", () => {
  const { shortTons, allTons } = formatOf("en");
  const values = [null, 0, 0.00012, 0.0123, 0.0423, 0.5, 5.456, 45.67, 5_999, 1_234_567];
  expect(values.map(shortTons)).toEqual("– 0 0.00012 0.012 0.042 0.5 5.46 45.7 6K 1.23M".split(" "));
  expect(values.slice(2, 8).map(allTons)).toEqual(["0.00012", "0.012", "0.042", "0.500", "5.46", "45.67"]);
});

test("a base unit is shown in one unit everywhere: power and energy by the thousand, radiation as it is (M277)", () => {
  const shown = ["W", "Wh", "VA", "var", "W/m2", "Wh/m2", "Wh/m²", "kWh", "°C", ""].map((unit) => [
    shownUnit(unit),
    inShownUnit(1500, unit),
  ]);
  expect(shown).toEqual([
    ["kW", 1.5],
    ["kWh", 1.5],
    ["kVA", 1.5],
    ["kvar", 1.5],
    ["W/m²", 1500],
    ["Wh/m²", 1500],
    ["Wh/m²", 1500],
    ["kWh", 1500],
    ["°C", 1500],
    ["", 1500],
  ]);
  expect(inShownUnit(null, "W")).toBeNull();
});
