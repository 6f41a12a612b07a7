import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../../kernel/time.ts";
import { WH_PER_CERTIFICATE } from "../issuance/certificate.ts";
import { daysOfRange, manifestRoot, type ManifestLeaf } from "./manifest.ts";

const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();
const sumOf = (days: readonly ManifestLeaf[]) => days.reduce((sum, { wh }) => sum + wh, 0);

/** Leaves of a batch: days in any order, some of them twice, whose Wh are whole certificates. */
const batches = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 4_000_000 })), {
    minLength: 1,
    maxLength: 40,
  })
  .map((parts) => {
    const leaves = parts.map(([n, wh]) => ({ day: addDays("2026-10-01", n), wh }));
    const over = sumOf(leaves) % WH_PER_CERTIFICATE;
    return over === 0 ? leaves : [...leaves, { day: "2026-11-30", wh: WH_PER_CERTIFICATE - over }];
  });

test("R35: however a batch is split, each part knows its days, their Wh are its certificates, and the parts are the whole", () => {
  fc.assert(
    fc.property(batches, fc.array(fc.nat(), { maxLength: 8 }), (leaves, cuts) => {
      const quantity = sumOf(leaves) / WH_PER_CERTIFICATE;
      const ends = [...new Set(cuts.map((cut) => (cut % quantity) + 1))].filter((end) => end > 1);
      const bounds = [1, ...ends.toSorted((a, b) => a - b), quantity + 1];
      const told = new Map<string, number>();
      for (const [i, first] of bounds.slice(0, -1).entries()) {
        const until = bounds[i + 1] ?? 0;
        const days = daysOfRange(leaves, { first, until });
        expect(sumOf(days)).toBe((until - first) * WH_PER_CERTIFICATE);
        expect(days.every(({ wh }) => Number.isSafeInteger(wh) && wh > 0)).toBe(true);
        expect(days.map(({ day }) => day)).toEqual([...new Set(days.map(({ day }) => day))].toSorted());
        for (const { day, wh } of days) told.set(day, (told.get(day) ?? 0) + wh);
      }
      const whole = daysOfRange(leaves, { first: 1, until: quantity + 1 });
      expect([...told].toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual(
        whole.map(({ day, wh }) => [day, wh]),
      );
    }),
  );
});

test("a certificate is made of the days in order: what was carried in is in the first", () => {
  const leaves = [
    { day: "2026-09-30", wh: 600_000 },
    { day: "2026-10-01", wh: 900_000 },
    { day: "2026-10-02", wh: 1_500_000 },
  ];
  const of = (first: number, until: number) => daysOfRange(leaves, { first, until });
  expect(of(1, 2)).toEqual([
    { day: "2026-09-30", wh: 600_000 },
    { day: "2026-10-01", wh: 400_000 },
  ]);
  expect(of(3, 4)).toEqual([{ day: "2026-10-02", wh: 1_000_000 }]);
  expect(of(4, 9)).toEqual([]);
});

const root = (...leaves: ManifestLeaf[]) => Buffer.from(manifestRoot(sha256, leaves)).toString("hex");

test("R35: the root names each day, its Wh and their order", () => {
  const [a, b] = [
    { day: "2026-10-01", wh: 400_000 },
    { day: "2026-10-02", wh: 600_000 },
  ] as const;
  expect(root(a, b)).toBe(root({ ...a }, { ...b }));
  expect(
    new Set([root(a, b), root(b, a), root({ ...a, wh: 400_001 }, b), root({ ...a, day: "2026-10-03" }, b)])
      .size,
  ).toBe(4);
});
