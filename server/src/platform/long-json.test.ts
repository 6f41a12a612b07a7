import { setImmediate } from "node:timers";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { longJson } from "./long-json.ts";

test("a long answer reads as JSON.stringify writes it", async () => {
  const answer = {
    timezone: 'Asia/"Ho Chi Minh"',
    step_s: null,
    none: undefined,
    at: new Date(0),
    bins: ["a", "b"],
    empty: [],
    nothing: {},
    devices: [
      { production: [1, null, 2.5], nested: { deep: [[1], [2]] } },
      { production: [], alias: "é\n" },
    ],
  };
  expect(String(await longJson(answer))).toBe(JSON.stringify(answer));
  expect(String(await longJson(null))).toBe("null");
});

test("others are served while a long answer is written", async () => {
  const column = Array.from({ length: 100_000 }, (_, n) => n / 7);
  const answer = { devices: Array.from({ length: 30 }, () => ({ column })) };
  let served = 0;
  let isWritten = false;
  const serve = () => {
    served += 1;
    if (!isWritten) setImmediate(serve);
  };
  setImmediate(serve);
  await longJson(answer);
  isWritten = true;
  expect(served).toBeGreaterThan(3);
});

test("what is small is written at once, and not value by value", async () => {
  const devices = Array.from({ length: 30 }, (_, n) => ({ serial: `INV-${n}`, silence: { pending: n } }));
  const answer = { data: Array.from({ length: 365 }, (_, day) => ({ day, devices })) };
  const whole = JSON.stringify(answer);
  const stringify = vi.spyOn(JSON, "stringify");
  const written = await longJson(answer);
  const pieces = stringify.mock.calls.length;
  stringify.mockRestore();
  expect(String(written)).toBe(whole);
  expect(pieces).toBeLessThan(400);
});

const long = (value: fc.JsonValue, copies: number) => ({
  list: Array.from({ length: copies }, () => ({ value })),
});

test("whatever JSON has words for reads as JSON.stringify writes it, however long its lists are", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.jsonValue(),
      fc.jsonValue(),
      fc.integer({ min: 0, max: 2500 }),
      async (a, b, copies) => {
        const answer = [
          a,
          long(a, copies),
          { b, deep: [long(b, copies)] },
          Array.from({ length: copies }, () => a),
        ];
        expect(String(await longJson(answer))).toBe(JSON.stringify(answer));
      },
    ),
    { numRuns: 30 },
  );
});
