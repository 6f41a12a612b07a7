import fc from "fast-check";
import { expect, test } from "vitest";
import { mergedCells, type SupplyCell } from "./supply-cells.ts";

const COUNTS = [
  "issued",
  "active",
  "retired",
  "external",
  "withdrawn",
  "metered_wh",
  "declared_wh",
  "certified_wh",
  "debt_wh",
] as const;
const year = (of: string, issued: number, accounts: number[]): SupplyCell => ({
  registry: "IREC",
  demonstration: false,
  country: "VN",
  fuel: "ES100",
  year: of,
  issued,
  active: issued,
  retired: 0,
  external: 0,
  withdrawn: 0,
  metered_wh: 10 * issued,
  declared_wh: 0,
  certified_wh: issued,
  debt_wh: 0,
  accounts,
});
const yearsOf = (all: readonly SupplyCell[]) =>
  mergedCells(all).rows.map(({ years, issued }) => [years, issued]);

test("R30: years with fewer than three accounts are shown together, with the smallest of the others where they have to be", () => {
  const large = year("2024", 900, [1, 2, 3]);
  const small = year("2025", 100, [4, 5, 6]);
  expect(yearsOf([large, small])).toEqual([
    [["2025"], 100],
    [["2024"], 900],
  ]);
  expect(yearsOf([large, small, year("2023", 5, [7])])).toEqual([
    [["2025", "2023"], 105],
    [["2024"], 900],
  ]);
  expect(yearsOf([large, year("2022", 5, [7, 8]), year("2023", 5, [8, 9])])).toEqual([
    [["2024"], 900],
    [["2023", "2022"], 10],
  ]);
});

const of = (registry: SupplyCell["registry"], cell: SupplyCell): SupplyCell => ({ ...cell, registry });

test("R30: registries with fewer than three accounts are one row together, behind the others", () => {
  const { rows, too_few } = mergedCells([
    year("2024", 900, [1, 2, 3]),
    of("TIGR", year("2024", 5, [4])),
    of("TIGR", year("2025", 6, [4])),
    of("GEC", year("2025", 7, [5, 6])),
  ]);
  expect(rows.map(({ registries, years, issued }) => [registries, years, issued])).toEqual([
    [["IREC"], ["2024"], 900],
    [["TIGR", "GEC"], ["2025", "2024"], 18],
  ]);
  expect(too_few).toBe(false);
});

test("R30: what even together fewer than three accounts had is not shown, and that is said; a demonstration is shown", () => {
  const few = [year("2024", 1, [1]), of("TIGR", year("2025", 2, [1, 2]))];
  expect(mergedCells(few)).toEqual({ rows: [], too_few: true });
  const beside = mergedCells([...few, of("GEC", year("2024", 3, [3, 4, 5]))]);
  expect(beside.rows.map(({ registries }) => registries)).toEqual([["GEC"]]);
  expect(beside.too_few).toBe(true);
  const demo = mergedCells(few.map((one) => ({ ...one, demonstration: true })));
  expect(demo.rows.map(({ registries, issued }) => [registries, issued])).toEqual([
    [["IREC"], 1],
    [["TIGR"], 2],
  ]);
  expect(demo.too_few).toBe(false);
  expect(mergedCells([])).toEqual({ rows: [], too_few: false });
});

test("R14, R30: merging neither doubles a certificate nor loses one of three accounts, shows real ones of fewer nowhere, and mixes them with no demonstration", () => {
  const count = fc.nat({ max: 1000 });
  const cell = fc.record({
    registry: fc.constantFrom("IREC" as const, "TIGR" as const, "GEC" as const),
    demonstration: fc.boolean(),
    country: fc.constantFrom("VN", "TH"),
    fuel: fc.constantFrom("ES100", "ES200", "ES300"),
    year: fc.integer({ min: 2022, max: 2026 }).map(String),
    active: count,
    retired: count,
    external: count,
    withdrawn: count,
    metered_wh: count,
    declared_wh: count,
    certified_wh: count,
    debt_wh: count,
    accounts: fc.uniqueArray(fc.nat({ max: 6 }), { maxLength: 5 }),
  });
  const cells = fc
    .uniqueArray(cell, {
      selector: (one) => [one.registry, one.demonstration, one.country, one.fuel, one.year].join(" "),
      maxLength: 30,
    })
    // Each by a bit of its own, so that a row says which are in it.
    .map((all) => all.map((one, i) => ({ ...one, issued: 2 ** i })));
  fc.assert(
    fc.property(cells, (all) => {
      const { rows, too_few } = mergedCells(all);
      const inRow = (row: (typeof rows)[number]) =>
        all.filter(({ issued }) => Math.floor(row.issued / issued) % 2 === 1);
      const shown = rows.flatMap(inRow);
      expect(new Set(shown).size).toBe(shown.length);
      const left = all.filter((one) => !shown.includes(one));
      expect(left.every(({ demonstration }) => !demonstration)).toBe(true);
      expect(left.length > 0).toBe(too_few);
      if (too_few) expect(new Set(left.flatMap(({ accounts }) => accounts)).size).toBeLessThan(3);
      for (const row of rows) {
        const own = inRow(row);
        for (const name of COUNTS) expect(row[name]).toBe(own.reduce((sum, one) => sum + one[name], 0));
        expect(new Set(row.registries)).toEqual(new Set(own.map(({ registry }) => registry)));
        expect(new Set(row.countries)).toEqual(new Set(own.map(({ country }) => country)));
        expect(new Set(row.fuels)).toEqual(new Set(own.map(({ fuel }) => fuel)));
        expect(new Set(row.years)).toEqual(new Set(own.map((one) => one.year)));
        expect(own.every(({ demonstration }) => demonstration === row.demonstration)).toBe(true);
        const accounts = new Set(own.flatMap((one) => one.accounts)).size;
        expect(row.demonstration || accounts >= 3).toBe(true);
      }
    }),
  );
});

test("R30: countries and fuels of one registry and year have rows of their own where three accounts had a part", () => {
  const solar = year("2025", 100, [1, 2, 3]);
  const rows = mergedCells([
    solar,
    { ...solar, fuel: "ES300" },
    { ...solar, country: "TH" },
    { ...solar, country: "TH", fuel: "ES300", accounts: [1] },
  ]).rows.map(({ countries, fuels, issued }) => [countries.join(), fuels.join(), issued]);
  expect(rows).toEqual([
    ["TH", "ES100", 100],
    ["TH,VN", "ES100,ES300", 200],
    ["VN", "ES300", 100],
  ]);
});
