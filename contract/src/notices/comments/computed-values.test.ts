import fc from "fast-check";
import { expect, test } from "vitest";
import { daysBetween } from "../../kernel/time.ts";
import {
  chipsOf,
  chipText,
  commentParts,
  chipDays,
  COMPUTED_PARAMS,
  COMPUTED_PERIODS,
  strayChips,
} from "./computed-values.ts";

const times = { day: "2026-02-28", month: "2026-02", year: "2026" } as const;
const chip = fc.record({
  calc_param_name: fc.constantFrom(...COMPUTED_PARAMS),
  calc_type: fc.constantFrom(...COMPUTED_PERIODS),
});

test("whatever stands around them, the parts of a comment are its text again, and every figure is found", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), chip), { maxLength: 12 }), (pieces) => {
      const chips = pieces.filter((piece) => typeof piece !== "string");
      const text = pieces
        .map((piece) =>
          typeof piece === "string"
            ? piece.replaceAll(/[{}]/g, "")
            : chipText({ ...piece, calc_time: times[piece.calc_type] }),
        )
        .join("");
      const parts = commentParts(text);
      expect(parts.map((part) => (typeof part === "string" ? part : part.written)).join("")).toBe(text);
      expect(strayChips(text)).toEqual([]);
      expect(new Set(chipsOf(text).map(chipText))).toEqual(
        new Set(chips.map((one) => chipText({ ...one, calc_time: times[one.calc_type] }))),
      );
    }),
  );
});

test.each([
  "{{pr|month|2026-13}}",
  "{{pr|day|2026-02-30}}",
  "{{pr|year|26}}",
  "{{pr|month}}",
  "{{mood|day|2026-02-03}}",
  "{{pr|week|2026-02-03}}",
  "{{}}",
  "{{pr|day|2026-02-03|x}}",
  "{{pr|day|1999-12-31}}",
])("%s names no figure", (written) => {
  expect([strayChips(`a ${written} b`), chipsOf(written)]).toEqual([[written], []]);
});

test("single braces are plain text", () => {
  expect([strayChips("if {a} then {b}"), commentParts("{a}")]).toEqual([[], ["{a}"]]);
});

test("a month ends with its last day, a year with its last month", () => {
  expect(chipDays({ calc_type: "month", calc_time: "2028-02" })).toEqual({
    from_date: "2028-02-01",
    to_date: "2028-02-29",
  });
  const year = chipDays({ calc_type: "year", calc_time: "2026" });
  expect(year && daysBetween(year.from_date, year.to_date).length).toBe(365);
  expect(chipDays({ calc_type: "day", calc_time: "2026-02-03" })).toEqual({
    from_date: "2026-02-03",
    to_date: "2026-02-03",
  });
});
