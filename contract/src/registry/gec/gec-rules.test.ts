import fc from "fast-check";
import { expect, test } from "vitest";
import { creditCheck, gecConsumerFaults, gecLotFaults, isCreditCode, type GecLot } from "./gec-rules.ts";

const ALPHABET = Array.from("0123456789ABCDEFGHJKLMNPQRTUWXY");
const first17 = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: 17, maxLength: 17 })
  .map((all) => all.join(""));
const codes = first17.map((text) => `${text}${creditCheck(text) ?? ""}`);

test("GEC-001: codes of companies that are published hold, however they are spaced", () => {
  expect(isCreditCode("91110000802100433B")).toBe(true);
  expect(isCreditCode(" 9144 0300 7152 6726xg")).toBe(true);
  expect(isCreditCode("91110000802100433C")).toBe(false);
  expect(isCreditCode("9111000080210043B")).toBe(false);
});

test("GEC-001: one wrong character, or two that changed places, are always found", () => {
  fc.assert(
    fc.property(codes, fc.nat(17), fc.nat(17), fc.constantFrom(...ALPHABET), (code, i, j, other) => {
      expect(isCreditCode(code)).toBe(true);
      const changed = Array.from(code);
      changed[i] = other;
      expect(isCreditCode(changed.join(""))).toBe(changed.join("") === code);
      const swapped = Array.from(code);
      [swapped[i], swapped[j]] = [code[j] ?? "", code[i] ?? ""];
      // The check character weighs 1 as the first does: those two alone may change places.
      if (!(Math.min(i, j) < 17 && Math.max(i, j) === 17)) {
        expect(isCreditCode(swapped.join(""))).toBe(swapped.join("") === code);
      }
    }),
    { numRuns: 2000 },
  );
});

test("GEC-001 and GEC-006 are said together", () => {
  const faults = gecConsumerFaults({
    consumer_code: "X",
    period_from: "2026-02-01",
    period_to: "2026-01-01",
  });
  expect(faults.map(({ code, message }) => `${code} ${message}`)).toEqual([
    "GEC-001 Enter a valid unified social credit code of 18 characters.",
    "GEC-006 The period must not end before it begins.",
  ]);
});

const TODAY = "2026-11-24";
const said = (lots: readonly GecLot[], quantity: number) =>
  gecLotFaults(lots, { quantity, today: TODAY }).map(({ code, message }) => `${code} ${message}`);
const lot = (change: Partial<GecLot> = {}): GecLot => ({
  month: "2026-10",
  series: "GEC-2026",
  first: 1,
  until: 101,
  ...change,
});

test("GEC-002: as many numbers as MWh", () => {
  expect(said([lot()], 100)).toEqual([]);
  expect(said([lot()], 120)).toEqual(["GEC-002 100 certificate numbers for 120 MWh."]);
  expect(said([], 120)).toEqual(["GEC-002 0 certificate numbers for 120 MWh."]);
});

test("GEC-003: no number stands twice in one list", () => {
  expect(said([lot(), lot({ first: 101, until: 111 })], 110)).toEqual([]);
  expect(said([lot(), lot({ first: 100, until: 110 })], 110)).toEqual([
    "GEC-003 Certificate numbers GEC-2026 100–109 are already registered here.",
  ]);
  expect(said([lot(), lot({ series: "GEC-2025", first: 100, until: 110 })], 110)).toEqual([]);
});

test("GEC-004 and GEC-007: generation lies in the 24 months before this one", () => {
  expect(said([lot({ month: "2024-11" })], 100)).toEqual([]);
  expect(said([lot({ month: "2024-10" })], 100)).toEqual([
    "GEC-004 Generation of 2024-10 is more than 2 years ago.",
  ]);
  expect(said([lot({ month: "2026-11" })], 100)).toEqual(["GEC-007 Generation of 2026-11 is not over yet."]);
});

test("a list is taken exactly when it has as many different numbers as were bought, of months that hold", () => {
  const lots = fc.array(
    fc.record({
      month: fc.constantFrom("2025-01", "2026-09", "2026-10"),
      series: fc.constantFrom("A", "B"),
      first: fc.integer({ min: 1, max: 40 }),
      size: fc.integer({ min: 1, max: 10 }),
    }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(lots, fc.integer({ min: 1, max: 40 }), (drawn, quantity) => {
      const all = drawn.map(({ size, ...one }) => ({ ...one, until: one.first + size }));
      const numbers = all.flatMap(({ series, first, until }) =>
        Array.from({ length: until - first }, (_, i) => `${series}${first + i}`),
      );
      const isSound = numbers.length === quantity && new Set(numbers).size === quantity;
      expect(gecLotFaults(all, { quantity, today: TODAY }).length === 0).toBe(isSound);
    }),
    { numRuns: 2000 },
  );
});
