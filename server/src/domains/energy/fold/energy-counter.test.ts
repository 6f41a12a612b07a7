import { expect, test } from "vitest";
import { countedWh, firstMark, stepCounter, type CounterEvent, type Mark } from "./energy-counter.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RATED_W = 50_000;

interface Heard {
  readonly energy: { from: number; to: number; wh: number }[];
  readonly events: [CounterEvent, number][];
  readonly mark: Mark;
}

/** Minutes and values of one counter after a first reading of `first` Wh at minute 0. */
function hear(first: number, steps: readonly (readonly [number, number])[], ratedW = RATED_W): Heard {
  const mark = firstMark(0, first);
  const energy: Heard["energy"] = [];
  const events: Heard["events"] = [];
  for (const [minute, value] of steps) {
    stepCounter(mark, { at: minute * MINUTE, value }, ratedW, {
      energy: (from, to, wh) => energy.push({ from: from / MINUTE, to: to / MINUTE, wh }),
      event: (kind) => events.push([kind, minute]),
    });
  }
  return { energy, events, mark };
}
const total = ({ energy }: Heard) => energy.reduce((sum, { wh }) => sum + wh, 0);

test("a rise within the rating is energy of the time since the last reading", () => {
  const heard = hear(100_000, [
    [5, 104_000],
    [10, 104_000],
  ]);
  expect(heard.energy).toEqual([
    { from: 0, to: 5, wh: 4000 },
    { from: 5, to: 10, wh: 0 },
  ]);
  expect(heard.events).toEqual([]);
});

test("a counter that falls by no more than its rounding counts nothing, and its way back up is not counted twice", () => {
  const heard = hear(50_000, [
    [5, 49_920],
    [10, 50_000],
    [15, 50_300],
  ]);
  expect(heard.energy.map(({ wh }) => wh)).toEqual([0, 0, 300]);
  expect(heard.events).toEqual([]);
});

test("a large counter may waver by a thousandth", () => {
  expect(hear(500_000_000, [[5, 499_600_000]]).events).toEqual([]);
  const deeper = hear(500_000_000, [[5, 499_400_000]]);
  expect(deeper.energy).toEqual([]);
  expect(deeper.mark.run?.low).toBe(499_400_000);
});

test("a drop to zero and back counts the energy once, over the whole dip", () => {
  const heard = hear(100_000, [
    [5, 0],
    [10, 0],
    [60, 102_000],
  ]);
  expect(heard.energy).toEqual([{ from: 0, to: 60, wh: 2000 }]);
  expect(heard.events).toEqual([["glitch", 60]]);
});

test("zeros all night and back in the morning are a glitch, not a reset", () => {
  const night = Array.from({ length: 140 }, (_, index) => [5 + 5 * index, 0] as const);
  const heard = hear(100_000, [...night, [720, 100_400]]);
  expect(total(heard)).toBe(400);
  expect(heard.events).toEqual([["glitch", 720]]);
});

test("a reset at night with flat zeros is believed when the counter rises, and counts from the first low reading", () => {
  const night = Array.from({ length: 100 }, (_, index) => [5 + 5 * index, 0] as const);
  const heard = hear(100_000, [...night, [505, 200], [510, 900]]);
  expect(total(heard)).toBe(900);
  expect(heard.energy).toEqual([
    { from: 5, to: 505, wh: 0 },
    { from: 500, to: 505, wh: 200 },
    { from: 505, to: 510, wh: 700 },
  ]);
  expect(heard.events).toEqual([["reset", 505]]);
});

test("two low readings, or three in less than a quarter hour, are not yet a reset", () => {
  const early = hear(100_000, [
    [5, 10],
    [25, 300],
  ]);
  expect(early.events).toEqual([]);
  const short = hear(100_000, [
    [1, 10],
    [2, 20],
    [14, 300],
  ]);
  expect(short.events).toEqual([]);
  expect(short.energy).toEqual([]);
});

test("a further deep drop starts the held run anew", () => {
  const heard = hear(100_000, [
    [5, 5000],
    [10, 6000],
    [15, 0],
    [20, 50],
    [30, 400],
  ]);
  expect(total(heard)).toBe(400);
  expect(heard.events).toEqual([["reset", 30]]);
});

test("a counter that jumps beyond its rating is ignored and noted, and goes on where it was", () => {
  const heard = hear(100_000, [
    [5, 4_294_967_295],
    [10, 101_000],
  ]);
  expect(heard.energy).toEqual([{ from: 0, to: 10, wh: 1000 }]);
  expect(heard.events).toEqual([["spike", 5]]);
});

test("a jump becomes energy once the time since the last good reading makes it plausible", () => {
  const heard = hear(100_000, [
    [5, 200_000],
    [90, 200_000],
    [120, 200_000],
  ]);
  expect(heard.energy).toEqual([{ from: 0, to: 120, wh: 100_000 }]);
  expect(heard.events[0]).toEqual(["spike", 5]);
});

test("a counter that stays up where it jumped to is another counter: it counts on, the jump never counts", () => {
  const heard = hear(100_000, [
    [5, 300_000_000],
    [10, 300_002_000],
    [15, 300_004_000],
    [20, 300_006_000],
    [25, 300_008_000],
  ]);
  expect(total(heard)).toBe(8000);
  expect(heard.events).toEqual([
    ["spike", 5],
    ["reset", 20],
  ]);
});

test("a counter in steps of a kWh is no spike, however short the readings", () => {
  const heard = hear(100_000, [
    [50, 100_000],
    [50.2, 101_000],
  ]);
  expect(total(heard)).toBe(1000);
  expect(heard.events).toEqual([]);
});

test("zeros for longer than a day and then the old count again: nothing is counted twice, nothing is lost", () => {
  const days = Array.from({ length: 40 }, (_, index) => [60 + 60 * index, 0] as const);
  const heard = hear(100_000_000, [...days, [3000, 100_030_000], [3005, 100_031_000]]);
  expect(total(heard)).toBe(31_000);
  expect(heard.energy.at(-2)).toEqual({ from: 0, to: 3000, wh: 30_000 });
  expect(heard.events.map(([kind]) => kind)).toEqual(["reset", "glitch"]);
});

test("another device's readings for an hour count nothing twice when the own ones come back", () => {
  const others = Array.from(
    { length: 12 },
    (_, index) => [5 + 5 * index, 70_000_000 + 1000 * index] as const,
  );
  const heard = hear(90_000_000, [...others, [65, 90_012_000]]);
  expect(total(heard)).toBe(12_000);
});

test("a device that starts at zero before it shows its count loses nothing but the jump", () => {
  const heard = hear(0, [
    [5, 500_000_000],
    [10, 500_001_000],
    [20, 500_003_000],
    [25, 0],
    [30, 500_005_000],
  ]);
  expect(total(heard)).toBe(5000);
  expect(heard.events.map(([kind]) => kind)).toEqual(["spike", "reset", "glitch"]);
});

test("a device without a rating is limited by the largest power of the protocol alone", () => {
  const heard = hear(
    0,
    [
      [5, 80_000_000],
      [10, 4_294_967_295_000],
      [15, 80_100_000],
    ],
    1e9,
  );
  expect(total(heard)).toBe(80_100_000);
  expect(heard.events).toEqual([["spike", 10]]);
});

test("counters keep a 1024th of a Wh, and whole Wh stay what they are", () => {
  expect(countedWh(123_456_789)).toBe(123_456_789);
  expect(Math.abs(countedWh(0.1 + 0.2) - 0.3)).toBeLessThan(0.0005);
  expect(countedWh(9e14 + 0.125)).toBe(9e14 + 0.125);
});

test("a reset is remembered for a month only", () => {
  const heard = hear(100_000, [
    [5, 0],
    [10, 50],
    [20, 200],
    [25, 400],
  ]);
  expect(heard.mark.before?.high).toBe(100_000);
  stepCounter(heard.mark, { at: 32 * 24 * HOUR, value: 900 }, RATED_W, { energy: () => {}, event: () => {} });
  expect(heard.mark.before).toBeNull();
});

/** A quarter hour's steps from nothing to `top` Wh, from that minute on. */
const day = (from: number, top: number) =>
  Array.from({ length: 49 }, (_, at) => [from + 15 * at, (top * at) / 48] as const);

test("a counter that is cleared every midnight counts each day whole, also when it passes yesterday's count", () => {
  const heard = hear(0, [...day(15, 96_000), ...day(24 * 60, 144_000)]);
  expect(total(heard)).toBe(96_000 + 144_000);
});

test("a counter that climbs back to its mark faster than it can produce was never reset: the climb is taken back", () => {
  const steps = [0, 20_000, 40_000, 60_000, 80_000, 100_000, 120_000, 140_000, 160_000, 180_000];
  const climb = steps.map((value, at) => [5 + 5 * at, value] as const);
  const heard = hear(200_000, [...climb, [60, 201_000], [65, 201_500]]);
  expect(total(heard)).toBe(1500);
  expect(heard.events.at(-1)?.[0]).toBe("glitch");
});
