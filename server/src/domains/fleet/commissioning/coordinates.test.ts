import { expect, test } from "vitest";
import { coordinatesIn } from "./coordinates.ts";

test.each([
  ["10.77, 106.70", 10.77, 106.7],
  [" 10.77 106.70 ", 10.77, 106.7],
  ["10,77; 106,70", 10.77, 106.7],
  ["10,77 106,70", 10.77, 106.7],
  ["10.77° N, 106.70° E", 10.77, 106.7],
  ["10.77N106.70E", 10.77, 106.7],
  ["E 106.7 N 10.77", 10.77, 106.7],
  ["33°27'S 70°40'W", -33.45, -70.666667],
  ["10°46′37″N 106°42′3″E", 10.776944, 106.700833],
  ["-31.95, 115.86", -31.95, 115.86],
  ["−31.95, 115.86", -31.95, 115.86],
  ["0, 0", 0, 0],
])("%s is a place", (text, latitude, longitude) => {
  expect(coordinatesIn(text)).toEqual({ latitude, longitude });
});

test.each([
  "91, 10",
  "10, 181",
  "10.77",
  "10 N, 20 S",
  "-10 S, 20 E",
  "Hà Nội",
  "12 Xa lộ Hà Nội",
  "10, 20, 30",
  "",
])("%s is none", (text) => {
  expect(coordinatesIn(text)).toBeNull();
});
