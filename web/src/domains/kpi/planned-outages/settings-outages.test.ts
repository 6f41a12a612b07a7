import { expect, test } from "vitest";
import { localInstant, outageDraft, outageOf } from "./settings-outages.ts";

const ZONE = "Asia/Ho_Chi_Minh";
const inBerlin = (day: string, time: string) =>
  new Date(localInstant("Europe/Berlin", day, time)).toISOString();
const draft = { ...outageDraft("2026-02-03"), reason: " Cleaning " };

test("days and times of the project become instants, and an empty gateway is the whole project", () => {
  expect(outageOf(draft, ZONE)).toEqual({
    outage: { from_at: "2026-02-03T01:00:00.000Z", to_at: "2026-02-03T05:00:00.000Z", reason: "Cleaning" },
  });
  const gateway_uid = "00000000-0000-4000-8000-000000000001";
  expect(outageOf({ ...draft, gateway_uid }, ZONE)).toMatchObject({ outage: { gateway_uid } });
});

test("an end that is not after its beginning, times not typed and a missing reason are named each", () => {
  expect(outageOf({ ...draft, to_time: "08:00", reason: " " }, ZONE)).toEqual({
    faults: { end: "outages.order", reason: "outages.noReason" },
  });
  expect(outageOf({ ...draft, from_time: "", to_time: "" }, ZONE)).toEqual({
    faults: { begin: "outages.noTime", end: "outages.noTime" },
  });
  expect(outageOf({ ...draft, to_day: "2027-03-01" }, ZONE)).toEqual({ faults: { end: "outages.tooLong" } });
});

test("on both sides of a change of clocks the instant is that which clocks show", () => {
  expect(inBerlin("2026-03-29", "01:30")).toBe("2026-03-29T00:30:00.000Z");
  expect(inBerlin("2026-03-29", "03:30")).toBe("2026-03-29T01:30:00.000Z");
  expect(inBerlin("2026-10-25", "04:00")).toBe("2026-10-25T03:00:00.000Z");
  expect(inBerlin("2026-03-29", "00:00")).toBe("2026-03-28T23:00:00.000Z");
});
