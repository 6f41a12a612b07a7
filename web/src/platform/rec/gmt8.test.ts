import { expect, test } from "vitest";
import { gmt8, gmt8Day } from "./gmt8.ts";

test("an instant is written in GMT+8 with its seconds, whatever the zone of the browser", () => {
  expect(gmt8("2026-11-03T02:24:36.789Z")).toBe("2026-11-03 10:24:36");
  expect(gmt8(Date.parse("2025-12-31T16:45:00Z"))).toBe("2026-01-01 00:45:00");
});

test("the day of an instant is that of GMT+8", () => {
  expect(gmt8Day("2025-12-31T15:59:59.999Z")).toBe("2025-12-31");
  expect(gmt8Day("2025-12-31T16:00:00Z")).toBe("2026-01-01");
});
