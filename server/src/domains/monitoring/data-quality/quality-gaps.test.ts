import { expect, test } from "vitest";
import { outagesOf, silencesOf, type HeardDevice } from "./quality-gaps.ts";

const QUARTER = 900_000;
const DAY = 96 * QUARTER;
/** Quarter hours of days 0 to 2 that lie in the hours. */
const bins = (from: number, to: number) =>
  [0, 1, 2].flatMap((day) =>
    Array.from({ length: (to - from) * 4 }, (_, index) => day * DAY + (from * 4 + index) * QUARTER),
  );
const at = (day: number, hour: number) => day * DAY + hour * 4 * QUARTER;

/** A device that is due from 6 to 18, or all day, and was not heard of in the spans. */
function device(
  device_id: number,
  silent: readonly (readonly [number, number])[],
  of: { hours?: readonly [number, number]; gateway_id?: number } = {},
): HeardDevice {
  const [from, to] = of.hours ?? [6, 18];
  return {
    device_id,
    gateway_id: of.gateway_id ?? 1,
    due: bins(from, to),
    isMeasured: (bin) => !silent.some(([since, until]) => bin >= since && bin < until),
    isAwake: (bin) => bin % DAY >= at(0, 7) && bin % DAY < at(0, 17),
    untilNow: true,
  };
}
const outages = (devices: readonly HeardDevice[]) => outagesOf(devices, devices.flatMap(silencesOf));

test("a silence over a night is one, from the last word to the first", () => {
  const [silence, ...others] = silencesOf(device(1, [[at(0, 16), at(1, 9)]]));
  expect(others).toEqual([]);
  expect(silence).toMatchObject({ from_ms: at(0, 16), to_ms: at(1, 9), lasts: false });
});

test("what sleeps at dawn and dusk is not silent, nor is a single quarter hour", () => {
  const dawns = [at(0, 5), at(0, 7) + QUARTER] as const;
  expect(silencesOf(device(1, [dawns, [at(0, 17), at(1, 7)], [at(1, 12), at(1, 12) + QUARTER]]))).toEqual([]);
});

test("a silence to the end of what was due lasts, and one that ended does not", () => {
  const found = silencesOf(
    device(1, [
      [at(0, 10), at(0, 12)],
      [at(2, 12), at(3, 0)],
    ]),
  );
  expect(found.map(({ lasts }) => lasts)).toEqual([false, true]);
});

test("all devices of a gateway that fall silent together are one outage, whatever hours they are due", () => {
  const night = [at(0, 17) - 4 * QUARTER, at(1, 8)] as const;
  const meter = device(3, [night], { hours: [0, 24] });
  const found = outages([device(1, [night]), device(2, [night]), meter]);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ whole: true });
  expect(found[0]?.silences.map(({ device_id }) => device_id)).toEqual([1, 2, 3]);
});

test("devices of other gateways, and one that was heard of meanwhile, are no part of it", () => {
  const span = [at(0, 10), at(0, 13)] as const;
  const found = outages([
    device(1, [span]),
    device(2, [[at(0, 10), at(2, 12)]]),
    device(4, [span], { gateway_id: 2 }),
    device(5, [span], { gateway_id: 2 }),
  ]);
  expect(found.map(({ gateway_id, whole, silences }) => [gateway_id, whole, silences.length])).toEqual([
    [1, false, 1],
    [1, false, 1],
    [2, true, 2],
  ]);
});
