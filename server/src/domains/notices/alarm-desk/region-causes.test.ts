import fc from "fast-check";
import { expect, test } from "vitest";
import { distanceKm, regionCauses, USUAL_REGION, type LostPlant } from "./region-causes.ts";

const MINUTE_MS = 60_000;

/** Plants in and around one region and hour, so that some are near enough to each other and some are not. */
const lostPlants = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 60 }).chain((ids) =>
  fc.tuple(
    ...ids.map((project_id) =>
      fc.record({
        project_id: fc.constant(project_id),
        latitude: fc.double({ min: 10, max: 10.6, noNaN: true }),
        longitude: fc.double({ min: 106, max: 106.6, noNaN: true }),
        lost_ms: fc.integer({ min: 0, max: 40 * MINUTE_MS }),
      }),
    ),
  ),
);
const rules = fc.record({
  projects: fc.integer({ min: 2, max: 8 }),
  km: fc.integer({ min: 1, max: 60 }),
  minutes: fc.integer({ min: 1, max: 30 }),
});

const plant = (project_id: number, of: Partial<LostPlant> = {}): LostPlant => ({
  project_id,
  latitude: 10.8,
  longitude: 106.7,
  lost_ms: 0,
  ...of,
});

test("every cause holds as many plants as the rule asks for, none too far from the first or too long after it", () => {
  fc.assert(
    fc.property(lostPlants, rules, (lost, rule) => {
      for (const { first, plants } of regionCauses(lost, rule)) {
        expect(plants.length).toBeGreaterThanOrEqual(rule.projects);
        expect(plants[0]).toBe(first);
        for (const one of plants) {
          expect(distanceKm(first, one)).toBeLessThanOrEqual(rule.km);
          expect(one.lost_ms - first.lost_ms).toBeGreaterThanOrEqual(0);
          expect(one.lost_ms - first.lost_ms).toBeLessThanOrEqual(rule.minutes * MINUTE_MS);
        }
      }
    }),
  );
});

test("no plant is in two causes, and no cause is left among those that are in none", () => {
  fc.assert(
    fc.property(lostPlants, rules, (lost, rule) => {
      const taken = regionCauses(lost, rule).flatMap(({ plants }) => plants);
      expect(new Set(taken).size).toBe(taken.length);
      const left = lost.filter((one) => !taken.includes(one));
      for (const first of left) {
        const near = left.filter(
          (one) =>
            distanceKm(first, one) <= rule.km &&
            one.lost_ms >= first.lost_ms &&
            one.lost_ms - first.lost_ms <= rule.minutes * MINUTE_MS,
        );
        expect(near.length).toBeLessThan(rule.projects);
      }
    }),
  );
});

test("the order in which the plants are given changes nothing", () => {
  fc.assert(
    fc.property(lostPlants, rules, fc.infiniteStream(fc.nat()), (lost, rule, keys) => {
      const mixed = lost
        .map((one) => ({ one, key: keys.next().value ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ one }) => one);
      expect(regionCauses(mixed, rule)).toEqual(regionCauses(lost, rule));
    }),
  );
});

test("five plants within 25 km that are lost within ten minutes have one cause, four have four", () => {
  const five = [1, 2, 3, 4, 5].map((id) => plant(id, { lost_ms: id * 2 * MINUTE_MS }));
  expect(regionCauses(five, USUAL_REGION).map(({ plants }) => plants.length)).toEqual([5]);
  expect(regionCauses(five.slice(1), USUAL_REGION)).toEqual([]);
});

test("a plant 26 km away, and one lost eleven minutes later, are not of the cause", () => {
  const four = [1, 2, 3, 4].map((id) => plant(id));
  const away = plant(5, { latitude: 10.8 + 26 / 111.195 });
  const late = plant(6, { lost_ms: 11 * MINUTE_MS });
  expect(distanceKm(plant(1), away)).toBeCloseTo(26, 1);
  expect(regionCauses([...four, away, late], USUAL_REGION)).toEqual([]);
  expect(regionCauses([...four, away, late, plant(7)], USUAL_REGION)).toMatchObject([
    { first: { project_id: 1 }, plants: [1, 2, 3, 4, 7].map((project_id) => ({ project_id })) },
  ]);
});

test("two cities that go dark in the same minute are two causes", () => {
  const cities = [10.8, 21].flatMap((latitude, city) =>
    [1, 2, 3, 4, 5].map((id) => plant(city * 10 + id, { latitude })),
  );
  expect(regionCauses(cities, USUAL_REGION).map(({ first }) => first.project_id)).toEqual([1, 11]);
});

test("plants that follow keep the cause that the first one names", () => {
  const five = [1, 2, 3, 4, 5].map((id) => plant(id, { lost_ms: id }));
  const more = [...five, plant(6, { lost_ms: 9 * MINUTE_MS })];
  expect(regionCauses(more, USUAL_REGION).map(({ first }) => first.project_id)).toEqual([1]);
});
