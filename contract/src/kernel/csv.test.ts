import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine, csvText } from "./csv.ts";

test("a file of values is RFC 4180 with a byte order mark, and no text of it runs as a formula", () => {
  const rows = [
    ['Kho "lạnh", Cát Lái', 1.5],
    ["=1+2", null],
    ["-5\nx", -5],
  ];
  expect(csvText(["Dự án", "kW"], rows)).toBe(
    '\uFEFFDự án,kW\r\n"Kho ""lạnh"", Cát Lái",1.5\r\n\'=1+2,\r\n"\'-5\nx",-5\r\n',
  );
});

test("in Vietnamese a file has decimal commas and semicolons, and nothing of a binary fraction", () => {
  expect(csvText(["Dự án", "kW; kWp"], [["Kho, Cát Lái", 0.1 + 0.2]], "vi")).toBe(
    '\uFEFFDự án;"kW; kWp"\r\n"Kho, Cát Lái";0,3\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1+1", "＠SUM(A1)"])(
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
