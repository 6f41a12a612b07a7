import { expect, test } from "vitest";
import { risesHash } from "./copied-readings.ts";

/** The rises of a sunny day, Wh a quarter hour, 96 of them. */
const SUNNY = Array.from({ length: 96 }, (_, i) =>
  i < 24 || i > 72 ? 0 : Math.round(1e5 * Math.sin(((i - 24) / 48) * Math.PI)) / 64,
);

test("R4: readings replayed through a second project hash alike with another count, serial and clock, other readings do not", () => {
  const hash = risesHash(SUNNY);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  // Six hours later by the clock.
  expect(risesHash([...Array.from({ length: 24 }, () => 0), ...SUNNY.slice(0, 72)])).toBe(hash);
  expect(risesHash(SUNNY.map((wh, i) => (i === 40 ? wh + 1 / 1024 : wh)))).not.toBe(hash);
});

test("R4: fewer than 20 quarter hours that are not 0 say nothing", () => {
  expect(risesHash(SUNNY.map((wh, i) => (i < 45 ? wh : 0)))).not.toBeNull();
  expect(risesHash(SUNNY.map((wh, i) => (i < 44 ? wh : 0)))).toBeNull();
  expect(risesHash([])).toBeNull();
});
