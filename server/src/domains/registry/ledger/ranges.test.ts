import {
  formatBatchCode,
  formatSerials,
  parseBatchCode,
  parseSerials,
  type BatchCode,
} from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countOf, intersection, joinedRanges, splitRange } from "./ranges.ts";

const range = fc
  .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 100_000 }))
  .map(([first, count]) => ({ first, until: first + count }));

test("R25: 100 certificates split at 25 are 25 and 75, and people read them as 1–25 and 26–100", () => {
  const parts = splitRange({ first: 1, until: 101 }, 25);
  expect(parts.map(countOf)).toEqual([25, 75]);
  expect(parts.map((one) => formatSerials("IREC-VN-D000123-202510-0001", one))).toEqual([
    "IREC-VN-D000123-202510-0001 : 1–25",
    "IREC-VN-D000123-202510-0001 : 26–100",
  ]);
});

test("a range is not split where one part would be empty", () => {
  for (const count of [0, 100, -1, 101, 2.5, Number.NaN]) {
    expect(() => splitRange({ first: 1, until: 101 }, count)).toThrow(RangeError);
  }
});

test("a range that is split at any place has both parts, no number twice and none lost", () => {
  fc.assert(
    fc.property(range, fc.nat(), (whole, n) => {
      fc.pre(countOf(whole) > 1);
      const count = 1 + (n % (countOf(whole) - 1));
      const [a, b] = splitRange(whole, count);
      expect(countOf(a)).toBe(count);
      expect(intersection(a, b)).toBeNull();
      expect(joinedRanges([b, a])).toEqual([whole]);
    }),
  );
});

test("what two ranges share is in both, in either order", () => {
  fc.assert(
    fc.property(range, range, (a, b) => {
      const shared = intersection(a, b);
      expect(shared).toEqual(intersection(b, a));
      const has = (n: number) => n >= a.first && n < a.until && n >= b.first && n < b.until;
      const edges = [a.first, a.until - 1, b.first, b.until - 1];
      expect(edges.filter(has).every((n) => shared !== null && n >= shared.first && n < shared.until)).toBe(
        true,
      );
      if (shared !== null) expect(has(shared.first) && has(shared.until - 1)).toBe(true);
    }),
  );
});

test("a number that is in two ranges is refused", () => {
  expect(() =>
    joinedRanges([
      { first: 1, until: 11 },
      { first: 10, until: 20 },
    ]),
  ).toThrow("10 is in two ranges");
});

const codes: fc.Arbitrary<BatchCode> = fc.record({
  demonstration: fc.boolean(),
  registry: fc.constantFrom("IREC", "TIGR", "GEC"),
  country: fc.constantFrom("VN", "CN", "TH"),
  device: fc.integer({ min: 1, max: 999_999 }).map((n) => `D${String(n).padStart(6, "0")}`),
  month: fc
    .tuple(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 1, max: 12 }))
    .map(([y, m]) => `${y}-${String(m).padStart(2, "0")}`),
  origin: fc.option(fc.constantFrom("EVIDENT", "APX")),
  batch: fc.integer({ min: 1, max: 9999 }),
});

test("serial numbers are read as they are written, and R14: those of a demonstration begin with DEMO-", () => {
  fc.assert(
    fc.property(codes, range, (one, serials) => {
      const text = formatBatchCode(one);
      expect(text.startsWith("DEMO-")).toBe(one.demonstration);
      expect(parseBatchCode(text)).toEqual(one);
      expect(parseSerials(formatSerials(text, serials))).toEqual({ code: text, range: serials });
    }),
  );
});

test("what is no serial number is not read as one", () => {
  const code = "IREC-VN-D000123-202510-0001";
  expect(parseSerials(`${code}: 7`)).toEqual({ code, range: { first: 7, until: 8 } });
  expect(parseSerials(`${code} : 7-9`)).toEqual({ code, range: { first: 7, until: 10 } });
  const wrong = [
    `${code} : 0–5`,
    `${code} : 9–5`,
    code,
    "IREC-VN-D000123-202513-0001 : 1–5",
    "IREC-VN-D000123-202510-0000 : 1–5",
    "XREC-VN-D000123-202510-0001 : 1–5",
    `${code} : 1–9999999999999999`,
  ];
  expect(wrong.filter((text) => parseSerials(text) !== null)).toEqual([]);
});
