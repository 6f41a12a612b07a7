import fc from "fast-check";
import { expect, test } from "vitest";
import { endOfLimit } from "./business-days.ts";

const at = (text: string) => Date.parse(text);
const businessDays = (count: number) => ({ count, unit: "business_days" }) as const;

test("a business day ends at 23:59:59.999 in GMT+8, and weekends are passed over", () => {
  // Friday 2026-11-20 10:00 GMT+8
  expect(new Date(endOfLimit(at("2026-11-20T02:00:00Z"), businessDays(1))).toISOString()).toBe(
    "2026-11-23T15:59:59.999Z",
  );
  expect(new Date(endOfLimit(at("2026-11-20T02:00:00Z"), businessDays(10))).toISOString()).toBe(
    "2026-12-04T15:59:59.999Z",
  );
});

test("the day is that of GMT+8: after 16:00 UTC it is the next one", () => {
  // Thursday 17:00 UTC is Friday 01:00 GMT+8
  expect(new Date(endOfLimit(at("2026-11-19T17:00:00Z"), businessDays(1))).toISOString()).toBe(
    "2026-11-23T15:59:59.999Z",
  );
});

test("a holiday is no business day", () => {
  const holidays = new Set(["2026-11-23"]);
  expect(new Date(endOfLimit(at("2026-11-20T02:00:00Z"), businessDays(1), holidays)).toISOString()).toBe(
    "2026-11-24T15:59:59.999Z",
  );
});

test("hours end to the millisecond, days with the day", () => {
  const from = at("2026-11-21T01:02:03.004Z");
  expect(endOfLimit(from, { count: 72, unit: "hours" }) - from).toBe(72 * 3_600_000);
  expect(new Date(endOfLimit(from, { count: 30, unit: "days" })).toISOString()).toBe(
    "2026-12-21T15:59:59.999Z",
  );
});

test("more business days never end earlier, and each counted day is Monday to Friday", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4_000_000_000_000 }),
      fc.integer({ min: 1, max: 40 }),
      (from, n) => {
        const end = endOfLimit(from, businessDays(n));
        expect(end).toBeGreaterThan(endOfLimit(from, businessDays(n - 1)));
        const weekday = new Date(end + 8 * 3_600_000).getUTCDay();
        expect(weekday).toBeGreaterThanOrEqual(1);
        expect(weekday).toBeLessThanOrEqual(5);
      },
    ),
  );
});
