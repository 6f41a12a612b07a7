import { expect, test } from "vitest";
import fc from "fast-check";
import { WH_PER_CERTIFICATE } from "@heliograph/contract";
import { certify, NO_CARRY, type Carry } from "./carry.ts";

/** What is issued for each amount in turn, MWh, and what is over at the end. */
function inTurn(mwh: readonly number[], from: Carry = NO_CARRY) {
  const issued: number[] = [];
  let over: Carry = from;
  for (const one of mwh) {
    const { issued: count, ...rest } = certify(over, Math.round(one * 1e6));
    issued.push(count);
    over = rest;
  }
  return { issued, ...over };
}

test("M-RETS: 18.7 MWh issue 18, its correction to 20.7 two more, 5.0 five, its correction to 3.5 leaves a debt of 0.8", () => {
  expect(inTurn([18.7])).toEqual({ issued: [18], carry_wh: 700_000, debt_wh: 0 });
  expect(inTurn([18.7, 2.0])).toEqual({ issued: [18, 2], carry_wh: 700_000, debt_wh: 0 });
  expect(inTurn([18.7, 2.0, 5.0])).toEqual({ issued: [18, 2, 5], carry_wh: 700_000, debt_wh: 0 });
  expect(inTurn([18.7, 2.0, 5.0, -1.5])).toEqual({ issued: [18, 2, 5, 0], carry_wh: 0, debt_wh: 800_000 });
  // The month after must first produce 0.8 MWh.
  expect(inTurn([18.7, 2.0, 5.0, -1.5, 0.8, 1]).issued.slice(-2)).toEqual([0, 1]);
});

test("R33: a debt of 0.8 MWh at the end of the year is paid by the next 5.0: four are issued and 0.2 carried", () => {
  expect(inTurn([5.0], { carry_wh: 0, debt_wh: 800_000 })).toEqual({
    issued: [4],
    carry_wh: 200_000,
    debt_wh: 0,
  });
});

test("R32: 10.6 and 10.6 MWh issue 21 in either order and carry 0.2", () => {
  expect(inTurn([10.6, 10.6])).toMatchObject({ issued: [10, 11], carry_wh: 200_000 });
});

/** What is issued in all for these Wh, and what is over. */
function sumOf(wh: readonly number[]) {
  const { issued, ...over } = inTurn(wh.map((one) => one / 1e6));
  return { total: issued.reduce((a, b) => a + b, 0), ...over };
}

const amounts = fc.array(fc.integer({ min: 0, max: 50_000_000 }), { maxLength: 40 });

test("R32: the total issued and the carry are the same in any order of periods", () => {
  fc.assert(
    fc.property(
      amounts.chain((wh) => fc.tuple(fc.constant(wh), fc.shuffledSubarray(wh, { minLength: wh.length }))),
      ([wh, shuffled]) => {
        expect(sumOf(shuffled)).toEqual(sumOf(wh));
      },
    ),
  );
});

test("I21: whatever is added or taken back, issued · 10⁶ + carry = metered + debt, and carry stays below one certificate", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -30_000_000, max: 50_000_000 }), { maxLength: 60 }), (deltas) => {
      let over: Carry = NO_CARRY;
      let issued = 0;
      let metered = 0;
      for (const wh of deltas) {
        const { issued: count, ...rest } = certify(over, wh);
        issued += count;
        metered += wh;
        over = rest;
        expect(count).toBeGreaterThanOrEqual(0);
        expect(over.carry_wh).toBeGreaterThanOrEqual(0);
        expect(over.carry_wh).toBeLessThan(WH_PER_CERTIFICATE);
        expect(over.debt_wh).toBeGreaterThanOrEqual(0);
        expect(issued * WH_PER_CERTIFICATE + over.carry_wh).toBe(metered + over.debt_wh);
      }
    }),
  );
});

test("what is no whole number of Wh is refused", () => {
  for (const wh of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    expect(() => certify(NO_CARRY, wh)).toThrow(RangeError);
  }
});
