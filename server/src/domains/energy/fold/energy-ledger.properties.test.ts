import fc from "fast-check";
import { expect, test } from "vitest";
import { facts, ledgerOf, memoryLedger, reading, series, sum } from "../../../../testing/ledger-test-kit.ts";

/** A property that fails needs time to find its smallest counterexample. */
const PATIENT = { timeout: 180_000 };
/** Enough on a slow machine, and no more than this on any: what has been tried by then has held. */
const WITHIN = { interruptAfterTimeLimit: 20_000 };

/** The readings cut into batches and put in any order, some of them sent twice. */
const batches = series("wild").chain((all) =>
  fc
    .record({
      cuts: fc.array(fc.nat({ max: all.length }), { maxLength: 12 }),
      order: fc.infiniteStream(fc.nat()),
      repeats: fc.array(fc.nat({ max: 12 }), { maxLength: 3 }),
    })
    .map(({ cuts, order, repeats }) => {
      const edges = [...new Set([0, ...cuts, all.length])].toSorted((a, b) => a - b);
      const parts = edges.slice(1).map((edge, index) => all.slice(edges[index], edge));
      const keyed = parts.map((part) => ({ part, key: order.next().value ?? 0 }));
      const shuffled = keyed.toSorted((a, b) => a.key - b.key).map(({ part }) => part);
      const again = repeats.flatMap((index) => (shuffled[index] === undefined ? [] : [shuffled[index]]));
      return { all, sent: [...shuffled, ...again] };
    }),
);

test(
  "any order, repetition and splitting of the same readings gives the same ledger to the bit",
  PATIENT,
  () => {
    fc.assert(
      fc.property(facts, batches, fc.integer({ min: 1, max: 20 }), (device, { all, sent }, chunk) => {
        const ledger = memoryLedger(device, chunk);
        for (const batch of sent) ledger.store(batch);
        expect(ledger.dump()).toStrictEqual(ledgerOf(device, all));
      }),
      { numRuns: 30_000, ...WITHIN },
    );
  },
);

test("single readings in any order give the ledger of all at once", PATIENT, () => {
  fc.assert(
    fc.property(
      facts,
      series("wild", 25).chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
      ),
      (device, [all, shuffled]) => {
        const ledger = memoryLedger(device);
        for (const one of shuffled) ledger.store([one]);
        expect(ledger.dump()).toStrictEqual(ledgerOf(device, all));
      },
    ),
    { numRuns: 300 },
  );
});

test("a correction gives the ledger that the corrected readings alone would have given", PATIENT, () => {
  fc.assert(
    fc.property(facts, series("wild"), fc.nat(), fc.nat(), (device, all, which, by) => {
      const index = which % all.length;
      const corrected = all.map((one, at) =>
        at === index ? { ...one, counters: one.counters.map((value) => value && value + (by % 500)) } : one,
      );
      const ledger = memoryLedger(device);
      ledger.store(all);
      ledger.store(corrected.slice(index, index + 1));
      expect(ledger.dump()).toStrictEqual(ledgerOf(device, corrected));
    }),
    { numRuns: 300 },
  );
});

test(
  "quarter hours and days of a healthy counter sum exactly to its rise, whatever the zone and the gaps",
  PATIENT,
  () => {
    fc.assert(
      fc.property(facts, series("tame"), (device, all) => {
        const { bins, days } = ledgerOf(device, all);
        const counted = all.map(({ counters }) => Math.round((counters[0] ?? 0) * 1024) / 1024);
        const rise = (counted.at(-1) ?? 0) - (counted[0] ?? 0);
        expect(sum(bins, "production_wh")).toBe(rise);
        expect(sum(days, "production_wh")).toBe(rise);
      }),
      { numRuns: 300 },
    );
  },
);

test("a counter that begins amid power counts each Wh once, however the readings are cut", PATIENT, () => {
  fc.assert(
    fc.property(facts, series("tame"), fc.nat(), (device, all, which) => {
      const first = which % all.length;
      const sent = all.map((one, at) =>
        at < first ? { ...one, counters: one.counters.map(() => null) } : one,
      );
      const { bins, days } = ledgerOf(device, sent);
      const counted = sent.map(({ counters }) => Math.round((counters[0] ?? 0) * 1024) / 1024);
      const rise = (counted.at(-1) ?? 0) - (counted[first] ?? 0);
      for (const rows of [bins, days]) {
        expect(sum(rows, "production_wh") - sum(rows, "int_production_wh")).toBe(rise);
      }
      const before = ledgerOf(device, sent.slice(0, first + 1));
      expect(sum(days, "int_production_wh")).toBe(first === 0 ? 0 : sum(before.days, "int_production_wh"));
    }),
    { numRuns: 300 },
  );
});

test(
  "quarter hours sum to days in every column, and energy is never negative nor more than all estimated",
  PATIENT,
  () => {
    fc.assert(
      fc.property(facts, series("wild"), (device, all) => {
        const { bins, days } = ledgerOf(device, all);
        for (const column of [
          "production_wh",
          "int_production_wh",
          "import_wh",
          "power_wh",
          "insolation_wh_m2",
        ] as const) {
          expect(sum(bins, column)).toBe(sum(days, column));
        }
        expect(sum(bins, "n")).toBe(all.length);
        expect(sum(days, "n")).toBe(all.length);
        for (const row of [...bins, ...days]) {
          expect(row.production_wh ?? 0).toBeGreaterThanOrEqual(0);
          expect(row.import_wh ?? 0).toBeGreaterThanOrEqual(0);
          const { production_wh, est_production_wh, int_production_wh } = row;
          // No Wh is of two classes.
          expect((est_production_wh ?? 0) + (int_production_wh ?? 0)).toBeLessThanOrEqual(production_wh ?? 0);
          expect(int_production_wh ?? 0).toBeGreaterThanOrEqual(0);
        }
        for (const { covered_s } of bins) expect(covered_s).toBeLessThanOrEqual(900);
        for (const { covered_s, expected_s } of days) expect(covered_s).toBeLessThanOrEqual(expected_s);
        const read = days.filter(({ n }) => n > 0);
        expect(read.slice(0, -1).every(({ closing }) => closing !== null)).toBe(true);
      }),
      { numRuns: 300 },
    );
  },
);

const FIVE_MINUTES = 300_000;

/** A stretch in which the counter shows k fifteenths of the truth, k as listed, one reading each. */
const dip = fc.oneof(
  // To nothing, for minutes or hours, and back at once.
  fc.integer({ min: 1, max: 200 }).map((readings) => Array.from({ length: readings }, () => 0)),
  // To nothing, and back in steps.
  fc.integer({ min: 1, max: 15 }).map((top) => Array.from({ length: top }, (_, k) => k)),
  // Up and down, as often as it likes.
  fc.array(fc.integer({ min: 0, max: 14 }), { minLength: 1, maxLength: 40 }),
  // Slowly: each step lasts for some readings, so that it looks like a counter that starts anew.
  fc
    .tuple(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 2, max: 14 }))
    .map(([each, top]) => Array.from({ length: each * top }, (_, at) => Math.floor(at / each))),
);

/** A counter that tells the truth but for its dips, each of less than a day, with an hour of truth after each. */
const dipping = (counted: "production" | "import", firsts: readonly number[]) =>
  fc
    .record({
      first: fc.constantFrom(...firsts),
      dips: fc.array(dip, { minLength: 1, maxLength: 4 }),
      loadW: fc.integer({ min: 0, max: 40_000 }),
      withPower: fc.boolean(),
    })
    .map(({ first, dips, loadW, withPower }) => {
      const begin = Date.parse("2026-03-02T06:00:00Z");
      const truth = (at: number) => first + Math.floor((at * loadW) / 12);
      const shares = [
        15,
        15,
        15,
        ...dips.flatMap((one) => [...one, ...Array.from({ length: 12 }, () => 15)]),
      ];
      const readings = shares.map((share, at) =>
        reading(begin + at * FIVE_MINUTES, {
          [counted]: Math.floor((truth(at) * share) / 15),
          ...(withPower ? { power: loadW } : {}),
        }),
      );
      return { readings, rise: truth(shares.length - 1) - truth(0) };
    });

test(
  "a counter that falls to nothing and comes back through parts of itself counts what was produced and never its lifetime",
  PATIENT,
  () => {
    fc.assert(
      fc.property(facts, dipping("production", [2e6, 1e8, 5e9]), (any, { readings, rise }) => {
        // The least lifetime above is more than such a plant gives in a day.
        const device = { ...any, project_wp: 60_000 };
        const { bins, days } = ledgerOf(device, readings);
        expect(sum(bins, "production_wh")).toBe(rise);
        expect(sum(days, "production_wh")).toBe(rise);
      }),
      { numRuns: 2000, ...WITHIN },
    );
  },
);

test(
  "what a site draws and what a plant of unknown capacity gives never counts a lifetime again either",
  PATIENT,
  () => {
    // The least lifetimes here are more than what is possible in a day where nothing is known: 1 MW.
    const meters = fc.constantFrom("import" as const, "production" as const).chain((counted) =>
      fc.tuple(
        fc.constant(counted),
        facts.map((any) => ({ ...any, asset_type: counted === "import" ? "grid_meter" : "electric_meter" })),
        dipping(counted, [1e8, 5e9]),
      ),
    );
    fc.assert(
      fc.property(meters, ([counted, any, { readings, rise }]) => {
        const device = { ...any, ac_nominal_w: null, project_wp: 0 };
        const { bins, days } = ledgerOf(device, readings);
        expect(sum(bins, `${counted}_wh`)).toBe(rise);
        expect(sum(days, `${counted}_wh`)).toBe(rise);
      }),
      { numRuns: 1000, ...WITHIN },
    );
  },
);
