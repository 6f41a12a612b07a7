import { afterEach, expect, test, vi } from "vitest";
import { browserZone } from "./zone.ts";

let clockMs = performance.now() + 60_000;
afterEach(() => vi.restoreAllMocks());

test.each([
  ["Asia/Ho_Chi_Minh", "Asia/Ho_Chi_Minh"],
  ["Etc/Unknown", "UTC"],
])("a browser in %s asks in the zone %s, and is asked for it once a minute", (timeZone, zone) => {
  const options = Intl.DateTimeFormat().resolvedOptions();
  const asked = vi
    .spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions")
    .mockReturnValue({ ...options, timeZone });
  // What was known before is a minute old.
  clockMs += 60_000;
  vi.spyOn(performance, "now").mockImplementation(() => clockMs);
  expect([browserZone(), browserZone()]).toEqual([zone, zone]);
  expect(asked).toHaveBeenCalledTimes(1);
});
