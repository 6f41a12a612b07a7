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
const yearsOf = (all: readonly SupplyYear[]) => mergedYears(all).map(({ years, issued }) => [years, issued]);

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

test("R30: a registry with fewer than three accounts is one row", () => {
  expect(yearsOf([year("2024", 1, [1]), year("2025", 2, [1, 2])])).toEqual([[["2025", "2024"], 3]]);
});

test("R14, R30: merging neither loses nor doubles a certificate or a year, and mixes neither registries nor demonstrations", () => {
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
      const rows = mergedYears(all);
      const inRow = (row: (typeof rows)[number]) =>
        all.filter(
          (one) =>
            one.registry === row.registry &&
            one.demonstration === row.demonstration &&
            row.years.includes(one.year),
        );
      expect(rows.flatMap(({ years }) => years)).toHaveLength(all.length);
      for (const row of rows) {
        const own = inRow(row);
        for (const name of COUNTS) expect(row[name]).toBe(own.reduce((sum, one) => sum + one[name], 0));
        const others = rows.filter(
          (one) => one.registry === row.registry && one.demonstration === row.demonstration,
        );
        const accounts = new Set(own.flatMap((one) => one.accounts)).size;
        expect(accounts >= 3 || others.length === 1).toBe(true);
      }
    }),
  );
});
