import fc from "fast-check";
import { expect, test } from "vitest";
import type { SerialRange } from "../ledger.ts";
import {
  amountOf,
  importFaults,
  joined,
  receptionFaults,
  foreignSeries,
  withoutRanges,
} from "./import-rules.ts";

const sound = {
  transaction_number: "TR-1",
  series: "VN-1",
  first: 1,
  last: 100,
  quantity: 100,
  period_from: "2025-10-01",
  period_to: "2025-10-31",
};
const TODAY = "2026-02-04";
const codes = (change: Partial<typeof sound> | { first: null } | { quantity: null }) =>
  importFaults({ ...sound, ...change }, TODAY).map(({ code, message }) => `${code} ${message}`);

test("IMP-001: a declaration names the transaction and the serial range, and every rule that is broken is said at once", () => {
  const message = "IMP-001 Enter the registry transaction number and the serial range.";
  expect(codes({})).toEqual([]);
  expect(codes({ transaction_number: "" })).toEqual([message]);
  expect(codes({ series: "" })).toEqual([message]);
  expect(codes({ first: null })).toEqual([message]);
  expect(codes({ last: 0 })).toEqual([message]);
  expect(codes({ series: "", period_to: "2026-03-01" })).toEqual([
    message,
    "IMP-009 The period of production must lie in one year and be over.",
  ]);
});

test("IMP-002: the serial range has as many certificates as are declared", () => {
  const said = "IMP-002 The serial range has 100 certificates;";
  expect(codes({ quantity: 99 })).toEqual([`${said} 99 are declared.`]);
  expect(codes({ quantity: null })).toEqual([`${said} 0 are declared.`]);
});

test("a series is one however it is typed", () => {
  for (const typed of [" vn-1 a ", "ＶＮ－１a", "vn\u20111a", "VN–1A", "vn\u2212 1A", "v\u00adn-\u200b1a"]) {
    expect([typed, foreignSeries(typed)]).toEqual([typed, "VN-1A"]);
  }
});

const ranges = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 20 })).map(([first, amount]) => ({
    first,
    until: first + amount,
  })),
  { maxLength: 6 },
);
const numbersOf = (all: readonly SerialRange[]) =>
  new Set(all.flatMap(({ first, until }) => Array.from({ length: until - first }, (_, i) => first + i)));

test("IMP-004 and IMP-007: what is received is taken exactly when it is some of what is still to come, each serial number once; the rest stays open", () => {
  fc.assert(
    fc.property(ranges, ranges, (declared, received) => {
      const open = joined(declared) ?? [];
      const wanted = numbersOf(open);
      const came = numbersOf(received);
      const isSound =
        came.size > 0 && came.size === amountOf(received) && [...came].every((one) => wanted.has(one));
      expect(receptionFaults(open, received).length === 0).toBe(isSound);
      if (!isSound) return;
      const left = withoutRanges(open, joined(received) ?? []) ?? [];
      expect([...numbersOf(left)]).toEqual([...wanted].filter((one) => !came.has(one)));
      expect(amountOf(left)).toBe(wanted.size - came.size);
    }),
    { numRuns: 2000 },
  );
});

test("IMP-004: one certificate at least, and not more than are to come", () => {
  const open = [{ first: 1, until: 101 }];
  const said = {
    code: "IMP-004",
    message: "Received must be a whole number from 1 to 100.",
    params: { q: 100 },
  };
  expect(receptionFaults(open, [])).toMatchObject([said]);
  expect(receptionFaults(open, [{ first: 1, until: 102 }])).toMatchObject([said]);
  expect(receptionFaults(open, [{ first: 51, until: 151 }])).toMatchObject([
    {
      code: "IMP-007",
      message: "The received serial numbers are not those that are still to come.",
    },
  ]);
});
