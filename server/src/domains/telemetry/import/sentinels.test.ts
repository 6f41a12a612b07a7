import { expect, test } from "vitest";
import { isSentinel, passesThrough, withoutSentinels } from "./sentinels.ts";

test.each([65_535, 65_534, 32_767, 32_768, -32_768, 0x8000, -1e6, -999_999, Number.NaN])(
  "%s is no value of a register of 16 bits, nor of 32",
  (raw) => {
    expect(isSentinel(raw, 16)).toBe(true);
    expect(isSentinel(raw, 32)).toBe(true);
  },
);

test.each([4_294_967_295, 4_294_967_294, 2_147_483_647, 2_147_483_648, -2_147_483_648])(
  "%s is no value of a register of 32 bits, and none that 16 can hold",
  (raw) => {
    expect(isSentinel(raw, 32)).toBe(true);
    expect(isSentinel(raw, 16)).toBe(false);
  },
);

test.each([0, -1, 1, 65_533, 32_766, 32_767.5, 655.35, -1000, 1e6])("%s is a value like any other", (raw) => {
  expect(isSentinel(raw, 16)).toBe(false);
  expect(isSentinel(raw, 32)).toBe(false);
});

test("a counter that counts through such a number keeps it, a jump to it does not", () => {
  expect(passesThrough(65_535, 65_500, 65_600)).toBe(true);
  expect(passesThrough(65_535, 64_000, 65_600)).toBe(false);
  expect(passesThrough(65_535, 12, 13)).toBe(false);
  expect(passesThrough(65_535, 65_500, 12)).toBe(false);
  // It fell, and so did not pass.
  expect(passesThrough(65_535, 65_600, 65_610)).toBe(false);
});

test("at the ends of a file one neighbour is enough, and none is not", () => {
  expect(passesThrough(32_767, null, 32_800)).toBe(true);
  expect(passesThrough(32_767, 32_700, null)).toBe(true);
  expect(passesThrough(32_767, null, null)).toBe(false);
});

test("a counter's column loses its sentinels and keeps what it passes through, several in a row too", () => {
  const counter = { registerBits: 32, isCounter: true } as const;
  expect(withoutSentinels([65_400, 65_535, 65_600, 65_535, null, 65_700], counter)).toEqual([
    65_400,
    65_535,
    65_600,
    null,
    null,
    65_700,
  ]);
  expect(withoutSentinels([65_530, 65_534, 65_535, 65_540], counter)).toEqual([
    65_530, 65_534, 65_535, 65_540,
  ]);
  expect(withoutSentinels([5000, 65_535, 4_294_967_295, 5010], counter)).toEqual([5000, null, null, 5010]);
});

test("a power that shows such a number is not measured, whatever stands beside it", () => {
  const power = { registerBits: 16, isCounter: false } as const;
  expect(withoutSentinels([32_700, 32_767, 32_700, -1e6, 65_535], power)).toEqual([
    32_700,
    null,
    32_700,
    null,
    null,
  ]);
});
