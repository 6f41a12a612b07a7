import fc from "fast-check";
import { expect, test } from "vitest";
import { correctableUntil, isSpellingOf } from "./correction.ts";

test("R44: a beneficiary may be corrected for 24 hours after the retirement", () => {
  expect(correctableUntil("2026-03-01T20:15:00.000Z").toISOString()).toBe("2026-03-02T20:15:00.000Z");
});

test("R44: marks, case and a wrong letter are spelling; the name of another is not", () => {
  expect(isSpellingOf("Saigon Harbor Brewing JSC", "Saigon Harbour Brewing JSC")).toBe(true);
  expect(isSpellingOf("CONG TY DIEN LUC DA NANG", "Công ty Điện lực Đà Nẵng")).toBe(true);
  expect(isSpellingOf("Saigon Harbour Brewing JSC", "Hanoi Steel Works Ltd")).toBe(false);
  expect(isSpellingOf("ABB", "GE")).toBe(false);
});

test("R44: every name is a spelling of itself, and it does not matter which of two was first", () => {
  fc.assert(fc.property(fc.string(), (name) => isSpellingOf(name, name)));
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => isSpellingOf(a, b) === isSpellingOf(b, a)));
});
