import { lossTenths, LOSS_STEPS, type LossEnergies } from "@heliograph/contract/monitoring/losses";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatOf } from "../../../platform/format.ts";
import type { Words } from "../words.ts";
import { lossViewIn, periodAt, withLosses, writtenPeriod } from "./losses-view.ts";
import { outlierOf } from "./matrix.ts";
import { equation, heldHours, waterfallOf } from "./waterfall.ts";

const words: Words = { text: (key) => key, format: formatOf("en") };
const NONE = { energy_wh: 0, cost_vnd: 0 };
const anyEnergies = fc
  .record({
    base: fc.integer({ min: 8e8, max: 2e9 }),
    ...(Object.fromEntries(LOSS_STEPS.map((step) => [step, fc.integer({ min: -1e6, max: 1e8 })])) as Record<
      (typeof LOSS_STEPS)[number],
      fc.Arbitrary<number>
    >),
  })
  .map((given): LossEnergies => ({
    ...given,
    measured: LOSS_STEPS.reduce((rest, step) => rest - given[step], given.base),
  }));

/** What the figures before the equals sign come to, and the one behind it. */
function calculated(text: string): { parts: number; sum: number } {
  const [left = "", right = ""] = text.replaceAll(",", "").replace(" kWh", "").split(" = ");
  const [base = "", ...rest] = left.split(" ").filter((one) => one !== "");
  let parts = Number(base);
  for (let at = 0; at < rest.length; at += 2) {
    parts += (rest[at] === "−" ? -1 : 1) * Number(rest[at + 1]);
  }
  return { parts, sum: Number(right) };
}

test("whatever the steps, the figures that are shown close to a tenth of a kWh, and so does the written equation", () => {
  fc.assert(
    fc.property(anyEnergies, (energies) => {
      const shown = lossTenths(energies);
      expect(LOSS_STEPS.reduce((rest, step) => rest - shown[step], shown.base) - shown.measured).toBeCloseTo(
        0,
      );
      for (const step of LOSS_STEPS) expect(Math.abs(shown[step] - energies[step] / 100)).toBeLessThan(2);
      const waterfall = waterfallOf(energies, energies, NONE);
      const { parts, sum } = calculated(equation(waterfall, words));
      expect(parts).toBeCloseTo(sum, 3);
    }),
  );
});

test("each bar begins where the one before ended, and the last ends at what was measured", () => {
  fc.assert(
    fc.property(anyEnergies, (energies) => {
      const { rows, parts, axis } = waterfallOf(energies, energies, NONE);
      const steps = rows.slice(1, -1);
      for (const [at, row] of steps.entries()) {
        expect(row.from).toBe(at === 0 ? rows[0]?.to : steps[at - 1]?.to);
      }
      expect(steps.at(-1)?.to).toBeCloseTo(rows.at(-1)?.to ?? 0, 4);
      expect(parts.at(-1)?.to).toBeCloseTo(rows.at(-1)?.to ?? 0, 4);
      for (const { from, to, key } of [...rows, ...parts]) {
        if (key !== "base" && key !== "measured") {
          expect(Math.min(from, to)).toBeGreaterThanOrEqual(axis.from);
        }
        expect(Math.max(from, to)).toBeLessThanOrEqual(axis.to);
      }
    }),
  );
});

test("of zero export what was commanded stands first, and both parts are the row, to a tenth of a kWh and a dong", () => {
  fc.assert(
    fc.property(anyEnergies, fc.double({ min: 0, max: 1, noNaN: true }), (energies, share) => {
      const commanded = { energy_wh: Math.round(share * Math.max(0, energies.zero_export)), cost_vnd: 1000 };
      const { rows, limits } = waterfallOf(energies, energies, commanded);
      const row = rows.find(({ key }) => key === "zero_export");
      const [first, second] = limits;
      if (row === undefined || first === undefined || second === undefined) {
        expect(limits).toEqual([]);
        return;
      }
      expect(limits.map(({ key }) => key)).toEqual(["commanded", "exported"]);
      expect(first.kwh).toBe(-Math.round(commanded.energy_wh / 100) / 10);
      expect(first.kwh + second.kwh).toBeCloseTo(row.kwh, 9);
      expect([first.vnd, first.vnd + second.vnd]).toEqual([-1000, row.vnd]);
      expect([first.from, second.from, second.to]).toEqual([row.from, first.to, row.to]);
      expect(Math.max(first.kwh, second.kwh)).toBeLessThan(0);
    }),
  );
});

const PICTURE: LossEnergies = {
  base: 98_226_000,
  temperature: 8_643_200,
  zero_export: 2_107_600,
  clipping: 318_400,
  outage: 1_126_900,
  communication: 64_000,
  usual: 9_854_100,
  wiring: 597_200,
  unexplained: 862_800,
  measured: 74_651_800,
};

test("the equation is written as it is summed, and steps without loss are folded away", () => {
  expect(equation(waterfallOf(PICTURE, PICTURE, NONE), words)).toBe(
    "98,226.0 − 8,643.2 − 2,107.6 − 318.4 − 1,126.9 − 64.0 − 11,314.1 = 74,651.8 kWh",
  );
  const quiet = { ...PICTURE, zero_export: 0, clipping: 0, measured: PICTURE.measured + 2_426_000 };
  const { rows, idle } = waterfallOf(quiet, quiet, NONE);
  expect(idle).toEqual(["zero_export", "clipping"]);
  expect(rows.map(({ key }) => key)).toEqual([
    "base",
    "temperature",
    "outage",
    "communication",
    "residual",
    "measured",
  ]);
});

test("the axis begins at a round number where the bars would be slivers, and at 0 where they are not", () => {
  expect(waterfallOf(PICTURE, PICTURE, NONE).axis).toEqual({ from: 70_000, to: 98_226 });
  const little = { ...PICTURE, outage: 60_000_000, measured: 74_651_800 - 58_873_100 };
  expect(waterfallOf(little, little, NONE).axis.from).toBe(0);
});

test("the address names a day, a month or a year, never one to come, and what it does not know is this month", () => {
  const today = "2026-02-04";
  const of = (search: string) => {
    const { period, from_date, to_date } = lossViewIn(new URLSearchParams(search), today);
    return [period, from_date, to_date];
  };
  expect(of("date=2025-12")).toEqual(["month", "2025-12-01", "2025-12-31"]);
  expect(of("date=2025")).toEqual(["year", "2025-01-01", "2025-12-31"]);
  expect(of("date=2026-02-03")).toEqual(["day", "2026-02-03", "2026-02-03"]);
  expect(of("date=2027")).toEqual(["year", "2026-01-01", today]);
  for (const search of ["", "date=2025-13", "date=soon", "date=20251201", "date=2025-02-31x"]) {
    expect(of(search)).toEqual(["month", "2026-02-01", today]);
  }
  expect(periodAt("month", "2024-02-11", today).to_date).toBe("2024-02-29");
});

test("what the address is told it tells again", () => {
  const today = "2026-02-04";
  const uid = "3f2504e0-4f89-41d3-9a0c-0305e82c3311";
  const first = lossViewIn(new URLSearchParams("date=2025-12&searchProject=a"), today);
  const next = withLosses(new URLSearchParams("searchProject=a"), first, {
    scope: { of: "device", uid },
    step: "outage",
  });
  expect(next.toString()).toBe(`searchProject=a&date=2025-12&of=device%3A${uid}&step=outage`);
  expect(lossViewIn(next, today)).toEqual({ ...first, scope: { of: "device", uid }, step: "outage" });
  expect(writtenPeriod(first)).toBe("2025-12");
  expect(lossViewIn(new URLSearchParams("of=device:x&step=theft"), today)).toMatchObject({
    scope: { of: "project" },
    step: null,
  });
});

test("an inverter stands out from one percent of the light beyond the others' median on", () => {
  expect(outlierOf([0.01, 0.011, 0.03, 0.009])).toBe(2);
  expect(outlierOf([0.01, 0.011, 0.012])).toBe(-1);
  expect(outlierOf([0, 0.5])).toBe(-1);
});

test("a cause that held all of three inverters for an hour held for an hour", () => {
  expect(heldHours(12, 3)).toEqual({ hours: 1, minutes: 0 });
});
