import { afterEach, expect, test, vi } from "vitest";
import { browserZone } from "./zone.ts";

afterEach(() => vi.restoreAllMocks());

test.each([
  ["Asia/Ho_Chi_Minh", "Asia/Ho_Chi_Minh"],
  ["Etc/Unknown", "UTC"],
])("a browser in %s asks in the zone %s", (timeZone, zone) => {
  const options = Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({ ...options, timeZone });
  expect(browserZone()).toBe(zone);
});
