import { expect, test } from "vitest";
import { callersTimezone, zonedTime } from "./zoned-time.ts";

const at = Date.parse("2026-02-03T03:04:05.678Z");

test("an instant is written with the offset of the zone, whole or broken, ahead or behind", () => {
  expect(zonedTime("Asia/Ho_Chi_Minh", at)).toBe("2026-02-03T10:04:05+07:00");
  expect(zonedTime("UTC", at)).toBe("2026-02-03T03:04:05+00:00");
  expect(zonedTime("Asia/Kolkata", at)).toBe("2026-02-03T08:34:05+05:30");
  expect(zonedTime("America/St_Johns", at)).toBe("2026-02-02T23:34:05-03:30");
});

test("a caller without a time zone gets UTC, one with a made-up zone is refused by the header's name", () => {
  expect(callersTimezone(undefined)).toBe("UTC");
  expect(callersTimezone("Asia/Ho_Chi_Minh")).toBe("Asia/Ho_Chi_Minh");
  expect(() => callersTimezone("Asia/Atlantis")).toThrow(
    expect.objectContaining({
      status: 400,
      code: "request.invalid",
      fields: { "header.timezone": expect.stringContaining("IANA") },
    }),
  );
});
