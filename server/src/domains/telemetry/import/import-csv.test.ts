import fc from "fast-check";
import { expect, test } from "vitest";
import { cellsOfLine, lineSplitter } from "./import-csv.ts";

test.each([
  ["a,b,c", ["a", "b", "c"]],
  ["", [""]],
  [",", ["", ""]],
  ['"a,b",c', ["a,b", "c"]],
  ['"say ""yes""",1', ['say "yes"', "1"]],
  ['5" pipe,1', ['5" pipe', "1"]],
  ['"",', ["", ""]],
  ['1,"2"', ["1", "2"]],
])("the line %s has the cells %j", (line, cells) => {
  expect(cellsOfLine(line, ",")).toEqual(cells);
});

test.each(['"open,1', '1,"open', '"a"b,1', '"a""'])("the line %s is broken", (line) => {
  expect(cellsOfLine(line, ",")).toBeNull();
});

test("whatever cells hold, quoting them and reading them gives them back", () => {
  const cell = fc.string().map((text) => text.replaceAll(/[\r\n]/g, " "));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), fc.constantFrom(",", ";", "\t"), (cells, delimiter) => {
      const line = cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter);
      expect(cellsOfLine(line, delimiter)).toEqual(cells);
    }),
  );
});

test("lines come out whole however the text is cut", () => {
  const text = "\uFEFFone,1\r\ntwo,2\n\nthree,3";
  fc.assert(
    fc.property(fc.array(fc.nat({ max: text.length })), (cuts) => {
      const splitter = lineSplitter();
      const edges = [0, ...cuts.toSorted((a, b) => a - b), text.length];
      const lines = edges.slice(1).flatMap((edge, index) => splitter.feed(text.slice(edges[index], edge)));
      expect([...lines, splitter.rest()]).toEqual(["one,1", "two,2", "", "three,3"]);
    }),
  );
});
