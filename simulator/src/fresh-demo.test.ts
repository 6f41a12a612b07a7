// What a fresh demonstration shows, whenever it is started. All of it follows from the fleet, its days and the clock.
import { addDays } from "@heliograph/contract";
import { expect, test } from "vitest";
import { documentsOf } from "./files/documents.ts";
import { fleet } from "./fleet/fleet.ts";
import { dayEndingAt, dayStartMs, daysInto, type Plant, type PvPlant } from "./fleet/plant.ts";
import { sunPosition } from "./physics/sun.ts";
import { simulatePvDay } from "./pv-day.ts";
import { misreads, outage, RESET_S, silences, stringsAlive } from "./quirks.ts";
import { segmentAt } from "./track.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The portal's list of alarms goes back so far when nobody asks for more. */
const LISTED_DAYS = 7;
const pv = fleet.filter((plant): plant is PvPlant => plant.type === "pv" && plant.gateways.length > 0);
/** Hours over more than a year, so spread that each hour of the day and each season is among them. */
const starts = Array.from(
  { length: 96 },
  (_, i) => Date.parse("2026-11-01T00:20:00Z") + i * (4 * DAY_MS + 7 * HOUR_MS),
);

/** Instants of a plant's days before `nowMs`, an hour apart, with what can be told of each. */
function hoursBefore(plant: Plant, nowMs: number): { day: string; second: number }[] {
  return Array.from({ length: LISTED_DAYS * 24 }, (_, back) => {
    const at = nowMs - (back + 1) * HOUR_MS;
    const day = dayEndingAt(plant.site, at);
    return { day, second: (at - dayStartMs(plant.site, day)) / 1000 };
  }).filter(({ day, second }) => {
    const at = dayStartMs(plant.site, day) + second * 1000;
    return sunPosition(at, plant.site.latitude, plant.site.longitude).zenith < 75;
  });
}

/** Causes of alarms that the fleet stages by day in the week before the instant. */
function causesBefore(nowMs: number): Set<string> {
  const causes = new Set<string>();
  for (const plant of fleet) {
    const hours = plant.gateways.length === 0 ? [] : hoursBefore(plant, nowMs);
    if (
      hours.some(({ day, second }) =>
        silences(plant, 0, day).some(({ from, to, kept }) => !kept && second > from && second <= to),
      )
    ) {
      causes.add("lost line");
    }
    if (plant.type !== "pv") continue;
    for (const index of plant.inverters.keys()) {
      if (hours.some(({ day }) => stringsAlive(plant, index, day) < 1)) causes.add("string");
      const faulty = hours.some(({ day, second }) => {
        const span = outage(plant, index, day);
        return span !== null && second > span[0] && second <= span[1];
      });
      if (faulty) causes.add("outage");
    }
    const { soiling } = plant.quirks;
    const dusty = (day: string): boolean =>
      soiling !== undefined && soiling.lossPerDay * daysInto(soiling, day) > 0.13;
    if (hours.some(({ day }) => dusty(day))) causes.add("weak performance");
  }
  return causes;
}

test("whenever it starts, some plant produces at that hour", () => {
  for (const nowMs of starts) {
    const lit = pv.filter(({ site }) => sunPosition(nowMs, site.latitude, site.longitude).zenith < 70);
    const power = lit.reduce((sum, plant) => {
      const day = dayEndingAt(plant.site, nowMs);
      const { inverters, starts: cuts } = simulatePvDay(plant, day);
      const k = segmentAt(cuts, (nowMs - dayStartMs(plant.site, day)) / 1000);
      return sum + inverters.reduce((all, track) => all + (track.power[k] ?? 0), 0);
    }, 0);
    expect(power, new Date(nowMs).toISOString()).toBeGreaterThan(20_000);
  }
});

test("whenever it starts, alarms of at least three causes lie in the week before, and water heaters report errors of their own", () => {
  for (const nowMs of starts) {
    expect(causesBefore(nowMs).size, new Date(nowMs).toISOString()).toBeGreaterThanOrEqual(3);
  }
  expect(
    fleet.filter(({ type, quirks }) => type === "swh" && Object.keys(quirks).length > 0).length,
  ).toBeGreaterThan(2);
});

test("one plant tells the story of its data: a reset, a glitch, an outage, a lost line and refused readings within any hundred days", () => {
  const plant = pv.find(({ quirks }) => quirks.badRegister !== undefined);
  if (plant === undefined) throw new RangeError("the fleet has one");
  const { counterReset, glitch, inverterFault, badRegister, lineLost } = plant.quirks;
  for (const quirk of [counterReset, glitch, inverterFault, badRegister, lineLost]) {
    expect(quirk?.everyDays ?? Infinity).toBeLessThanOrEqual(30);
  }
  const day = Array.from({ length: 10 }, (_, i) => addDays("2026-10-01", i)).find(
    (one) => badRegister !== undefined && daysInto(badRegister, one) === 0,
  );
  expect(misreads(plant, badRegister?.inverter ?? 0, day ?? "", 41_400)).toBe(true);
  expect(RESET_S).toBeGreaterThan(0);
});

test("one project is only half set up, and has no papers yet; every other has", () => {
  const bare = fleet.filter((plant) => plant.gateways.length === 0);
  expect(bare).toHaveLength(1);
  for (const plant of fleet) expect(documentsOf(plant).length > 0).toBe(!bare.includes(plant));
});
