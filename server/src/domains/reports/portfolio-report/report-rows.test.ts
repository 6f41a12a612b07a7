import fc from "fast-check";
import { addDays, REPORT_BINS } from "@heliograph/contract";
import { expect, test } from "vitest";
import { hasAnything, reportRows, reportTabs } from "./report-rows.ts";

const value = fc.option(fc.integer({ min: 0, max: 5_000_000 }).map((wh) => wh / 1000));
const NONE = { bins: [], inverter_production: [], metter_production: [] };
const EMPTY = new Map<string, number | null>();
const cents = (kwh: number | null | undefined) => Math.round((kwh ?? 0) * 1000);

test("by days the accumulation of each day is the sum of its month up to it, also of days before the range, and begins anew with each month", () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 90 }), fc.nat(40), (values, from) => {
      const all = values.map((_, at) => addDays("2026-01-01", at));
      const cut = Math.min(from, all.length - 1);
      const first = `${(all[cut] ?? "").slice(0, 7)}-01`;
      const of = (start: number, end: number) => ({
        bins: all.slice(start, end),
        inverter_production: values.slice(start, end),
        metter_production: [],
      });
      const rows = reportRows({
        binsize: "1_days",
        series: of(cut, all.length),
        days: of(all.indexOf(first), cut),
        ratios: EMPTY,
      });
      for (const row of rows) {
        const month = row.day.slice(0, 7);
        const upTo = all.flatMap((day, at) => (day.startsWith(month) && day <= row.day ? [values[at]] : []));
        expect(cents(row.inverter_month_kwh)).toBe(upTo.reduce<number>((sum, one) => sum + cents(one), 0));
        expect(row.meter_month_kwh).toBeNull();
      }
    }),
  );
});

test("by quarter hours a day goes on from the days before it, and its last bin says what the day says", () => {
  const quarters = Array.from({ length: 96 }, (_, at) => {
    const [hour, minute] = [Math.floor(at / 4), (at % 4) * 15];
    return `2026-02-03T${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}:00+07:00`;
  });
  const rows = reportRows({
    binsize: "15_minutes",
    series: { bins: quarters, inverter_production: quarters.map(() => 0.1), metter_production: [] },
    days: {
      bins: ["2026-02-01", "2026-02-02", "2026-02-03"],
      inverter_production: [10, null, 9.6],
      metter_production: [],
    },
    ratios: EMPTY,
  });
  expect(rows[0]).toEqual({
    day: "2026-02-03",
    time: "00:00-00:15",
    inverter_kwh: 0.1,
    inverter_month_kwh: 10.1,
    meter_kwh: null,
    meter_month_kwh: null,
    ratio_percent: null,
    status: "Active",
  });
  expect(rows.at(-1)).toMatchObject({ time: "23:45-00:00", inverter_month_kwh: 19.6 });
});

test("a bin of which nothing is known is Inactive, and only days and months have a ratio (M90, M123)", () => {
  const series = {
    bins: ["2026-02-01", "2026-02-02"],
    inverter_production: [1, null],
    metter_production: [null, null],
  };
  const rows = reportRows({ binsize: "1_days", series, days: NONE, ratios: new Map([["2026-02-01", 81.5]]) });
  expect(rows.map(({ status, ratio_percent }) => [status, ratio_percent])).toEqual([
    ["Active", 81.5],
    ["Inactive", null],
  ]);
  expect(hasAnything(rows)).toBe(true);
  expect(hasAnything(rows.slice(1))).toBe(false);
});

const binsOf = {
  "15_minutes": ["2026-01-31T23:45:00+07:00", "2026-02-01T00:00:00+07:00"],
  "30_minutes": ["2026-01-31T23:30:00+07:00", "2026-02-01T00:00:00+07:00"],
  "1_hours": ["2026-01-31T23:00:00+07:00", "2026-02-01T00:00:00+07:00"],
  "1_days": ["2026-01-31", "2026-02-01"],
  "1_months": ["2026-01", "2026-02"],
} as const;
const tabsOf = {
  "15_minutes": ["2026-01-31", "2026-02-01"],
  "30_minutes": ["2026-01-31", "2026-02-01"],
  "1_hours": ["2026-01-31", "2026-02-01"],
  "1_days": ["2026-01", "2026-02"],
  "1_months": ["2026-01/2026-02"],
} as const;

test.each(REPORT_BINS)(
  "tabs of %s: a day each under a day, a month each for days, one for months (M73)",
  (binsize) => {
    const series = { bins: binsOf[binsize], inverter_production: [1, 2], metter_production: [] };
    const rows = reportRows({ binsize, series, days: NONE, ratios: EMPTY });
    const tabs = reportTabs(rows, binsize);
    expect(tabs.map(({ calculate_day }) => calculate_day)).toEqual([...tabsOf[binsize]]);
    expect(tabs.flatMap(({ binsize_data }) => binsize_data)).toHaveLength(2);
    // A new month begins from nothing.
    expect(rows[1]?.inverter_month_kwh).toBe(2);
  },
);
