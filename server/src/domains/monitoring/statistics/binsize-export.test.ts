import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine, exportName } from "./binsize-export.ts";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])(
  "text that would run as a formula is made inert: %j",
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/);
  },
);

test("negative numbers stay numbers, gaps are empty, and quotes and commas are quoted", () => {
  expect(csvLine([-1.5, null, undefined, 'Roof "A", south', Number.NaN, 0.1 + 0.2])).toBe(
    '-1.5,,,"Roof ""A"", south",,0.3\r\n',
  );
});

test("no text begins a field as a formula", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(csvLine([text])).not.toMatch(/^"?[=+\-@\t\r](?!\n$)/);
    }),
  );
});

test("the name says project, range, bin and view, and cannot leave its folder", () => {
  const of = { from_date: "2026-02-01", to_date: "2026-02-04", binsize: "1_days", view: "total" };
  expect(exportName({ ...of, project: "Mái nhà 1" })).toBe(
    "Mái nhà 1 2026-02-01 2026-02-04 1_days total.csv",
  );
  expect(exportName({ ...of, project: "../a\\b\nc" })).toBe(
    "..-a-b-c 2026-02-01 2026-02-04 1_days total.csv",
  );
});
