import fc from "fast-check";
import { expect, test } from "vitest";
import { mergedYears, type SupplyYear } from "./supply-years.ts";

const COUNTS = ["issued", "active", "retired", "external", "withdrawn"] as const;
const year = (of: string, issued: number, accounts: number[]): SupplyYear => ({
  registry: "IREC",
  demonstration: false,
  year: of,
  issued,
  active: issued,
  retired: 0,
  external: 0,
  withdrawn: 0,
  accounts,
});
const yearsOf = (all: readonly SupplyYear[]) =>
  mergedYears(all).rows.map(({ years, issued }) => [years, issued]);

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

const of = (registry: SupplyYear["registry"], cell: SupplyYear): SupplyYear => ({ ...cell, registry });

test("R30: registries with fewer than three accounts are one row together, behind the others", () => {
  const { rows, too_few } = mergedYears([
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
  expect(mergedYears(few)).toEqual({ rows: [], too_few: true });
  const beside = mergedYears([...few, of("GEC", year("2024", 3, [3, 4, 5]))]);
  expect(beside.rows.map(({ registries }) => registries)).toEqual([["GEC"]]);
  expect(beside.too_few).toBe(true);
  const demo = mergedYears(few.map((one) => ({ ...one, demonstration: true })));
  expect(demo.rows.map(({ registries, issued }) => [registries, issued])).toEqual([
    [["IREC"], 1],
    [["TIGR"], 2],
  ]);
  expect(demo.too_few).toBe(false);
  expect(mergedYears([])).toEqual({ rows: [], too_few: false });
});

test("R14, R30: merging neither doubles a certificate nor loses one of three accounts, shows real ones of fewer nowhere, and mixes them with no demonstration", () => {
  const count = fc.nat({ max: 1000 });
  const cell = fc.record({
    registry: fc.constantFrom("IREC" as const, "TIGR" as const, "GEC" as const),
    demonstration: fc.boolean(),
    year: fc.integer({ min: 2015, max: 2030 }).map(String),
    issued: count,
    active: count,
    retired: count,
    external: count,
    withdrawn: count,
    accounts: fc.uniqueArray(fc.nat({ max: 6 }), { maxLength: 5 }),
  });
  const cells = fc.uniqueArray(cell, {
    selector: (one) => `${one.registry} ${one.demonstration} ${one.year}`,
  });
  fc.assert(
    fc.property(cells, (all) => {
      const { rows, too_few } = mergedYears(all);
      const inRow = ({ demonstration, registries, years }: (typeof rows)[number]) =>
        all.filter(
          (one) =>
            one.demonstration === demonstration &&
            registries.includes(one.registry) &&
            years.includes(one.year),
        );
      const rowsWith = (one: (typeof all)[number]) => rows.filter((row) => inRow(row).includes(one));
      const left = all.filter((one) => rowsWith(one).length === 0);
      expect(left.every(({ demonstration }) => !demonstration)).toBe(true);
      expect(left.length > 0).toBe(too_few);
      if (too_few) expect(new Set(left.flatMap(({ accounts }) => accounts)).size).toBeLessThan(3);
      expect(all.every((one) => rowsWith(one).length <= 1)).toBe(true);
      for (const row of rows) {
        const own = inRow(row);
        for (const name of COUNTS) expect(row[name]).toBe(own.reduce((sum, one) => sum + one[name], 0));
        const accounts = new Set(own.flatMap((one) => one.accounts)).size;
        expect(row.demonstration || accounts >= 3).toBe(true);
      }
    }),
  );
});
