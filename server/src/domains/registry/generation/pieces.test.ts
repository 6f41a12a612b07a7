import { addDays } from "@heliograph/contract";
import { expect, test } from "vitest";
import fc from "fast-check";
import { minted, NOTHING_OVER, takenBack, whOf, type OverPieces, type Piece } from "./pieces.ts";

const days = (from: string, ...mwh: number[]): Piece[] =>
  mwh.map((one, i) => ({ day: addDays(from, i), wh: Math.round(one * 1e6) }));

test("R35: leaves are the days of the certificates with those carried in, and Σ leaves = quantity · 10⁶ over any split", () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 6_000_000 }), { minLength: 1, maxLength: 90 });
  fc.assert(
    fc.property(amounts, fc.array(fc.integer({ min: 1, max: 89 }), { maxLength: 5 }), (wh, cuts) => {
      const all = wh.map((one, i) => ({ day: addDays("2026-01-01", i), wh: one }));
      const ends = [...new Set(cuts.filter((at) => at < all.length))].toSorted((a, b) => a - b);
      let over: OverPieces = NOTHING_OVER;
      const told: Piece[] = [];
      let issued = 0;
      for (const [i, end] of [...ends, all.length].entries()) {
        const batch = minted(over, all.slice(i === 0 ? 0 : ends[i - 1], end));
        expect(whOf(batch.leaves)).toBe(batch.issued * 1_000_000);
        issued += batch.issued;
        told.push(...batch.leaves);
        over = batch;
      }
      // However it was split: as many certificates, and each Wh of a day once, in a certificate or carried.
      expect(issued).toBe(Math.floor(whOf(all) / 1_000_000));
      const byDay = Map.groupBy([...told, ...over.carried], ({ day }) => day);
      for (const { day, wh: own } of all) expect(whOf(byDay.get(day) ?? [])).toBe(own);
      expect(whOf(over.carried)).toBeLessThan(1_000_000);
    }),
  );
});

test("R32: what is carried in is used first and what is left of the newest day is carried out", () => {
  const january = minted(NOTHING_OVER, days("2026-01-01", 1.2, 0.4));
  expect(january).toMatchObject({
    issued: 1,
    carried: [
      { day: "2026-01-01", wh: 200_000 },
      { day: "2026-01-02", wh: 400_000 },
    ],
  });
  const february = minted(january, days("2026-02-01", 0.7));
  expect(february.leaves).toEqual([
    { day: "2026-01-01", wh: 200_000 },
    { day: "2026-01-02", wh: 400_000 },
    { day: "2026-02-01", wh: 400_000 },
  ]);
  expect(february.carried).toEqual([{ day: "2026-02-01", wh: 300_000 }]);
});

test("R33: a debt is paid first, and what paid it is in no certificate", () => {
  const paid = minted({ carried: [], debt_wh: 800_000 }, days("2027-01-01", 5));
  expect(paid).toMatchObject({
    issued: 4,
    repaid_wh: 800_000,
    debt_wh: 0,
    carried: [{ day: "2027-01-01", wh: 200_000 }],
  });
  expect(whOf(paid.leaves)).toBe(4_000_000);
});

test("R8: a correction down takes the carry, then whole certificates that have not moved, then is owed", () => {
  const over: OverPieces = { carried: days("2026-10-30", 0.3, 0.4), debt_wh: 0 };
  const by = (mwh: number, unmoved: number) =>
    takenBack(over, { day: "2026-10-15", wh: Math.round(mwh * 1e6) }, unmoved);
  expect(by(0.5, 9)).toEqual({
    from_carry_wh: 500_000,
    withdrawn: 0,
    carried: days("2026-10-30", 0.2),
    debt_wh: 0,
  });
  // The design's vector: nothing to withdraw, so 1.5 on a carry of 0.7 leave a debt of 0.8.
  expect(by(1.5, 0)).toEqual({ from_carry_wh: 700_000, withdrawn: 0, carried: [], debt_wh: 800_000 });
  expect(by(1.5, 9)).toEqual({
    from_carry_wh: 700_000,
    withdrawn: 1,
    carried: days("2026-10-15", 0.2),
    debt_wh: 0,
  });
  expect(by(3.5, 2)).toEqual({ from_carry_wh: 700_000, withdrawn: 2, carried: [], debt_wh: 800_000 });
});

test("R8: whatever is taken back, carry + withdrawn · 10⁶ + debt move by exactly that, and no more is withdrawn than is there", () => {
  const wh = fc.integer({ min: 1, max: 20_000_000 });
  const carry = fc.integer({ min: 0, max: 999_999 });
  fc.assert(
    fc.property(wh, carry, fc.integer({ min: 0, max: 12 }), (down, carried, unmoved) => {
      const over = { carried: carried > 0 ? [{ day: "2026-10-01", wh: carried }] : [], debt_wh: 0 };
      const after = takenBack(over, { day: "2026-10-02", wh: down }, unmoved);
      expect(after.withdrawn).toBeLessThanOrEqual(unmoved);
      expect(whOf(after.carried)).toBeLessThan(1_000_000);
      expect(carried - whOf(after.carried) + after.withdrawn * 1_000_000 + after.debt_wh).toBe(down);
    }),
  );
});
