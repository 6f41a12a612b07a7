import { expect, test } from "vitest";
import { sensorShares } from "./array-light.ts";

const sensor = (device_id: number, gateway_id: number, covered_s = 43_200) => ({
  device_id,
  gateway_id,
  covered_s,
});
const shares = (...given: Parameters<typeof sensorShares>) =>
  sensorShares(...given).map((one) => [one.sensor.device_id, one.share]);

const EAST = { gateway_id: 1, weight: 70_000 };
const WEST = { gateway_id: 2, weight: 30_000 };
const FLAT = { gateway_id: 3, weight: 100_000 };

test("an array has the sensor of its gateway, and weighs by its capacity", () => {
  expect(shares([sensor(11, 1), sensor(12, 2)], [EAST, WEST])).toEqual([
    [11, 0.7],
    [12, 0.3],
  ]);
});

test("an array without a sensor has the mean of the plant's", () => {
  expect(shares([sensor(11, 1), sensor(12, 2)], [EAST, WEST, FLAT])).toEqual([
    [11, (70_000 + 50_000) / 200_000],
    [12, (30_000 + 50_000) / 200_000],
  ]);
});

test("one sensor is the light of all; of two behind one gateway the one with fewer gaps counts", () => {
  expect(shares([sensor(11, 9)], [EAST, WEST])).toEqual([[11, 1]]);
  expect(shares([sensor(11, 1, 42_000), sensor(12, 1)], [EAST, WEST])).toEqual([[12, 1]]);
});

test("a sensor that was out of order counts nothing, and its array has the mean of the others", () => {
  expect(shares([sensor(11, 1), sensor(12, 2, 20_000)], [EAST, WEST])).toEqual([[11, 1]]);
});

test("without arrays the sensors count alike, and without sensors there is no light", () => {
  expect(shares([sensor(11, 1), sensor(12, 2)], [])).toEqual([
    [11, 0.5],
    [12, 0.5],
  ]);
  expect(shares([], [EAST])).toEqual([]);
});
