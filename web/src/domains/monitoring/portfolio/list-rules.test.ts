import fc from "fast-check";
import { expect, test } from "vitest";
import { formatOf } from "../../../platform/format.ts";
import { movedTo, wholeLayout } from "../../../ui/data-table/columns.ts";
import { tonsStat } from "./Dashboard.tsx";
import { listItem } from "./testing/list-fakes.ts";
import { liveGain, rowOf } from "./list-row.ts";
import { searchInPath, searchQuery } from "./list-view.ts";

const KEYS = ["a", "b", "c", "d"] as const;

test("moving a column keeps all columns, and puts it where it was asked for", () => {
  expect(movedTo(KEYS, "a", 2)).toEqual(["b", "c", "a", "d"]);
  expect(movedTo(KEYS, "d", -1)).toEqual(["d", "a", "b", "c"]);
  fc.assert(
    fc.property(fc.constantFrom(...KEYS), fc.integer({ min: -2, max: 9 }), (key, to) => {
      expect(movedTo(KEYS, key, to).toSorted()).toEqual([...KEYS]);
    }),
  );
});

test("an order kept by another version drops what is gone and gets what is new", () => {
  expect(wholeLayout(KEYS, { order: ["c", "gone", "a", "c"], hidden: [] }).order).toEqual([
    "c",
    "a",
    "b",
    "d",
  ]);
});

test("an offline plant at night is sleeping, by day it is offline", () => {
  const rows = [true, false].map((sleeping) =>
    rowOf(listItem({ plant_status: "offline", sleeping }), undefined, 0),
  );
  expect(rows.map((row) => row.status)).toEqual(["sleeping", "offline"]);
});

test("what rows gain is what live values add to the list's, and nothing without them", () => {
  const row = rowOf(listItem(), undefined, 0);
  expect(liveGain([row], [row])).toEqual({ power_w: 0, today_kwh: 0 });
  expect(liveGain([row], [{ ...row, power_w: 40_000, today_kwh: null }])).toEqual({
    power_w: -2_500,
    today_kwh: -231,
  });
});

test("a path may carry its search plainly or like a query", () => {
  expect(["kho lạnh", "searchProject=kho", "?searchProject=kho"].map(searchInPath)).toEqual([
    "kho lạnh",
    "kho",
    "kho",
  ]);
  expect([searchQuery(""), searchQuery("a&b")]).toEqual(["", "?searchProject=a%26b"]);
});

const tonsShown = (value: number | null) => {
  const { number, suffix, exact } = tonsStat(formatOf("en"), { label: "CO2", value, unit: "t" });
  return [number + (suffix ?? ""), exact];
};

test("CO2 of a small plant is never zero in a total, and of a large fleet three figures and a letter", () => {
  expect([0.012, 123_456_789.1, null].map(tonsShown)).toEqual([
    ["0.012", "0.012 t"],
    ["123.46M", "123,456,789.10 t"],
    ["–", undefined],
  ]);
});
