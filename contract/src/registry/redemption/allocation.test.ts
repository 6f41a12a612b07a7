import fc from "fast-check";
import { expect, test } from "vitest";
import type { LotChannel } from "../ledger.ts";
import { allocate, type RedeemableRange } from "./allocation.ts";

const range = (
  batch_id: number,
  [first, last]: readonly [number, number],
  { month = "2025-01", channel = "issued" }: { month?: string; channel?: LotChannel } = {},
): RedeemableRange => ({ batch_id, first, until: last + 1, channel, from_day: `${month}-01` });

const shown = (ranges: readonly RedeemableRange[] | null) =>
  ranges?.map(({ batch_id, first, until }) => `${batch_id}: ${first}–${until - 1}`);

test("the oldest period comes first, whole, and the last range is cut once from its first serial", () => {
  const held = [
    range(2, [61, 89], { month: "2025-06" }),
    range(1, [1, 60]),
    range(3, [10, 92], { month: "2025-08" }),
  ];
  expect(shown(allocate(held, 100))).toEqual(["1: 1–60", "2: 61–89", "3: 10–20"]);
});

test("within a period a range that fits exactly is taken before others, else the largest whole ones that fit, else the largest is cut", () => {
  const held = [range(1, [1, 50]), range(1, [61, 70]), range(2, [1, 30])];
  expect(shown(allocate(held, 10))).toEqual(["1: 61–70"]);
  expect(shown(allocate(held, 35))).toEqual(["1: 1–5", "2: 1–30"]);
  expect(shown(allocate(held, 40))).toEqual(["1: 61–70", "2: 1–30"]);
  expect(shown(allocate([range(1, [1, 50]), range(2, [1, 60])], 20))).toEqual(["2: 1–20"]);
});

test("one channel is used alone where it is enough, that of the oldest certificates first", () => {
  const held = [
    range(1, [1, 60], { channel: "exchange" }),
    range(2, [1, 100], { month: "2025-02", channel: "issued" }),
  ];
  expect(shown(allocate(held, 60))).toEqual(["1: 1–60"]);
  expect(shown(allocate(held, 100))).toEqual(["2: 1–100"]);
  expect(shown(allocate(held, 160))).toEqual(["1: 1–60", "2: 1–100"]);
  expect(allocate(held, 161)).toBeNull();
});

test("what is taken is exactly the amount, of what is held and nothing twice, and the same in whatever order it is listed", () => {
  const pieces = fc.array(
    fc.record({
      batch_id: fc.integer({ min: 1, max: 4 }),
      width: fc.integer({ min: 1, max: 30 }),
      month: fc.constantFrom("2025-01", "2025-02", "2025-03"),
      channel: fc.constantFrom<LotChannel>("issued", "exchange", "import"),
    }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(pieces, fc.nat(), fc.nat(), (all, share, seed) => {
      const ends = new Map<number, number>();
      const held = all.map(({ batch_id, width, month, channel }) => {
        const first = ends.get(batch_id) ?? 1;
        ends.set(batch_id, first + width);
        return range(batch_id, [first, first + width - 1], { month, channel });
      });
      const total = held.reduce((sum, one) => sum + one.until - one.first, 0);
      const amount = 1 + (share % total);
      const taken = allocate(held, amount) ?? [];
      expect(taken.reduce((sum, one) => sum + one.until - one.first, 0)).toBe(amount);
      for (const one of taken) {
        const inside = held.filter(
          (piece) => piece.batch_id === one.batch_id && piece.first <= one.first && one.until <= piece.until,
        );
        expect(inside).toHaveLength(1);
      }
      taken.forEach((one, i) => {
        const next = taken[i + 1];
        if (next?.batch_id === one.batch_id) expect(next.first).toBeGreaterThanOrEqual(one.until);
      });
      // At most one range is cut.
      const cut = taken.filter(
        (one) =>
          !held.some(
            (piece) =>
              piece.first === one.first && piece.until === one.until && piece.batch_id === one.batch_id,
          ),
      );
      expect(cut.length).toBeLessThanOrEqual(1);
      const turned = held.toSorted((a, b) => ((a.first * 31 + seed) % 7) - ((b.first * 31 + seed) % 7));
      expect(allocate(turned, amount)).toEqual(taken);
    }),
  );
});
