import { expect, test } from "vitest";
import { cellsOf, movedTo, nextSort, shownColumns, wholeLayout, type Column } from "./columns.ts";

interface Plant {
  readonly name: string;
  readonly power: number | null;
}
const name: Column<Plant> = { id: "name", label: "Name", value: (row) => row.name };
const power: Column<Plant> = {
  id: "power",
  label: "Power",
  unit: "kW",
  numeric: true,
  value: (row) => row.power,
};
const place: Column<Plant> = { id: "place", label: "Place", value: () => "x" };

test("a head sorts its first way, the other way round, and then not at all; numbers begin from the greatest", () => {
  const texts = [nextSort(null, name)];
  texts.push(nextSort(texts[0] ?? null, name), nextSort({ by: "name", down: true }, name));
  expect(texts).toEqual([{ by: "name", down: false }, { by: "name", down: true }, null]);
  expect(nextSort({ by: "name", down: true }, power)).toEqual({ by: "power", down: true });
  expect(nextSort({ by: "power", down: true }, power)).toEqual({ by: "power", down: false });
  expect(nextSort({ by: "power", down: false }, power)).toBeNull();
});

test("a layout of an earlier release is mended: new columns at the end, those that are gone left out, none twice", () => {
  const layout = wholeLayout(["a", "b", "c"], { order: ["c", "gone", "c"], hidden: ["b", "gone"] });
  expect(layout).toEqual({ order: ["c", "a", "b"], hidden: ["b"] });
});

test("a column is moved to the place that it then has", () => {
  expect(movedTo(["a", "b", "c"], "c", 0)).toEqual(["c", "a", "b"]);
  expect(movedTo(["a", "b", "c"], "a", 9)).toEqual(["b", "c", "a"]);
  expect(movedTo(["a", "b", "c"], "x", 0)).toEqual(["a", "b", "c"]);
});

test("the first column stays the first, and cannot be hidden", () => {
  const shown = shownColumns([name, power, place], {
    order: ["place", "power", "name"],
    hidden: ["name", "power"],
  });
  expect(shown.map(({ id }) => id)).toEqual(["name", "place"]);
});

test("an export has the units in its heads and leaves a missing value empty", () => {
  expect(
    cellsOf(
      [name, power],
      [
        { name: "A", power: 1.5 },
        { name: "B", power: null },
      ],
    ),
  ).toEqual({
    head: ["Name", "Power (kW)"],
    lines: [
      ["A", 1.5],
      ["B", null],
    ],
  });
});
