import { expect, test } from "vitest";
import { plantOf } from "../testing/fleet-kit.ts";
import { oweSinceLast } from "./fleet-run.ts";
import type { GatewayState } from "./state.ts";

const DAY_MS = 86_400_000;
const startMs = Date.parse("2026-11-23T04:10:00Z");
const fresh = (): GatewayState => ({
  gateway_uid: "",
  credential: "",
  sequence: 1,
  history_sequence: 1,
  live_to_ms: null,
  owed: [],
  hourly_before_ms: 0,
});
const daysOwed = (key: string, backfillDays: number): [number, GatewayState] => {
  const state = fresh();
  oweSinceLast(state, plantOf(key), { startMs, backfillDays });
  return [state.owed.reduce((sum, { from_ms, to_ms }) => sum + (to_ms - from_ms) / DAY_MS, 0), state];
};

test("a plant owes a hundred days; one with certificates more than thirteen months, by the hour before those", () => {
  expect(daysOwed("cokhi-tdh", 100)).toEqual([100, expect.objectContaining({ hourly_before_ms: 0 })]);
  const [days, { hourly_before_ms }] = daysOwed("dmt-phuocdinh", 100);
  expect(days).toBeGreaterThan(13 * 31);
  expect((startMs - hourly_before_ms) / DAY_MS).toBeGreaterThanOrEqual(100);
  expect((startMs - hourly_before_ms) / DAY_MS).toBeLessThan(101);
});

test("a short history is as short for a plant with certificates", () => {
  expect(daysOwed("dmt-phuocdinh", 10)[0]).toBe(10);
});

test("who was heard before owes what was since, a week at most, and its hours stay what they were", () => {
  const state = { ...fresh(), live_to_ms: startMs - 30 * DAY_MS, hourly_before_ms: 77 };
  oweSinceLast(state, plantOf("dmt-phuocdinh"), { startMs, backfillDays: 100 });
  expect(state.owed).toEqual([{ from_ms: startMs - 7 * DAY_MS, to_ms: startMs }]);
  expect(state.hourly_before_ms).toBe(77);
});
