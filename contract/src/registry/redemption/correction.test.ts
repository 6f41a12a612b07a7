import fc from "fast-check";
import { expect, test } from "vitest";
import { correctableUntil, correctionFaults, isSpellingOf } from "./correction.ts";

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

test("R44: the same words in another normal form are no correction (RED-025), the name of another is none (RED-026), another address is one", () => {
  const inForce = { beneficiary_name: "Công ty Điện lực", beneficiary_address: "18 Tôn Thất Thuyết" };
  const codes = (next: Partial<typeof inForce>) =>
    correctionFaults(inForce, { ...inForce, ...next }).map(({ code }) => code);
  expect(codes({ beneficiary_name: inForce.beneficiary_name.normalize("NFD") })).toEqual(["RED-025"]);
  expect(codes({ beneficiary_name: "Hanoi Steel Works Ltd" })).toEqual(["RED-026"]);
  expect(codes({ beneficiary_address: "19 Tôn Thất Thuyết" })).toEqual([]);
});
