import { expect, test } from "vitest";
import { gmt8, gmt8Day, gmt8Minute, gmt8Time, plainGmt8, plainGmt8Day } from "./gmt8.ts";

const AT = "2026-11-03T02:24:36.789Z";

test("C120, R37: an instant is written in GMT+8 and labelled, whatever the zone of who reads it", () => {
  expect(gmt8(AT)).toBe("2026-11-03 10:24:36 (GMT+8)");
  expect(gmt8Minute(AT)).toBe("2026-11-03 10:24 (GMT+8)");
  expect(gmt8(Date.parse("2025-12-31T16:45:00Z"))).toBe("2026-01-01 00:45:00 (GMT+8)");
  expect(plainGmt8(new Date(AT))).toBe("2026-11-03 10:24:36");
});

test("the day of an instant is that of GMT+8", () => {
  expect(plainGmt8Day("2025-12-31T15:59:59.999Z")).toBe("2025-12-31");
  expect(plainGmt8Day("2025-12-31T16:00:00Z")).toBe("2026-01-01");
  expect(gmt8Day("2025-12-31T16:00:00Z")).toBe("2026-01-01 (GMT+8)");
});

test("a time of another day is written with its day", () => {
  expect(gmt8Time(AT, "2026-11-03T15:59:59Z")).toBe("10:24:36 (GMT+8)");
  expect(gmt8Time(AT, "2026-11-03T16:00:00Z")).toBe("2026-11-03 10:24:36 (GMT+8)");
});
