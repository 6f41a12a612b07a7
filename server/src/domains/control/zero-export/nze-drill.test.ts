import { localDay, localMinutes, type NzeDrillDetail } from "@heliograph/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextDrillMs, verdictOfReport, verdictWithoutReport, whyNoDrill } from "./nze-drill.ts";

describe("the weekly drill", () => {
  test("is at noon of the plant's next Sunday, whatever its zone and clocks do", () => {
    const zones = [
      "Asia/Ho_Chi_Minh",
      "Europe/Berlin",
      "America/New_York",
      "Australia/Lord_Howe",
      "Pacific/Apia",
    ];
    const from = Date.parse("2026-01-01T00:00:00Z");
    const until = Date.parse("2028-12-31T00:00:00Z");
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: from, max: until }), (zone, now) => {
        const next = nextDrillMs(zone, now);
        expect(localMinutes(zone, next)).toBe(720);
        expect(new Date(`${localDay(zone, next)}T00:00:00Z`).getUTCDay()).toBe(0);
        expect(next).toBeGreaterThan(now);
        expect(next - now).toBeLessThanOrEqual(7 * 86_400_000 + 7_200_000);
      }),
    );
  });

  test("is a week later once its hour has come", () => {
    const noon = Date.parse("2026-11-15T05:00:00Z");
    expect(nextDrillMs("Asia/Ho_Chi_Minh", noon - 1)).toBe(noon);
    expect(nextDrillMs("Asia/Ho_Chi_Minh", noon)).toBe(noon + 7 * 86_400_000);
  });
});

describe("a drill is not begun", () => {
  const facts = { asked_by: "week", in_contact: true, nze_status: true, irradiance_w_m2: 640 } as const;
  test.each([
    ["below 300 W/m²", { irradiance_w_m2: 140 }, "low_irradiance"],
    ["while the gateway is silent", { in_contact: false }, "gateway_silent"],
    ["while zero export is off", { nze_status: false }, "zero_export_off"],
    ["by itself where no sensor tells the light", { irradiance_w_m2: null }, "no_irradiance"],
  ] as const)("%s", (_, over, reason) => {
    expect(whyNoDrill({ ...facts, ...over })).toBe(reason);
  });
  test("is begun at 300 W/m², and by a person without a sensor", () => {
    expect(whyNoDrill({ ...facts, irradiance_w_m2: 300 })).toBeNull();
    expect(whyNoDrill({ ...facts, asked_by: "person", irradiance_w_m2: null })).toBeNull();
  });
});

describe("a drill's report", () => {
  const report: NzeDrillDetail = {
    command_uid: "0190c9e5-0000-7000-8000-000000000000",
    started_at: 1,
    to_limit_s: 3.8,
    back_s: 24,
    trace: [],
  };
  test.each([
    ["passes when the limit was reached in time", {}, { result: "passed", reason: null }],
    ["passes at exactly the time allowed", { to_limit_s: 5 }, { result: "passed", reason: null }],
    ["fails when it took longer", { to_limit_s: 5.1 }, { result: "failed", reason: "too_slow" }],
    ["fails when it was not reached", { to_limit_s: null }, { result: "failed", reason: "not_reached" }],
    [
      "says why the gateway did not drill",
      { started_at: null, skipped: "Battery is discharging" },
      { result: "skipped", reason: "refused", reason_text: "Battery is discharging" },
    ],
  ] as const)("%s", (_, over, verdict) => {
    expect(verdictOfReport({ ...report, ...over }, 5)).toMatchObject(verdict);
  });
});

describe("a drill without a report", () => {
  const message = {
    sent_ms: 0,
    expires_ms: 180_000,
    withdrawn: false,
    ack_status: null,
    ack_text: "",
    meter_out_s: 10,
  };
  test.each([
    ["is waited for after it was handed over", {}, 600_000, null],
    ["failed when nothing has come for a quarter of an hour", { ack_status: "done" }, 911_000, "no_answer"],
    ["was skipped when nobody could be told", { sent_ms: null }, 180_001, "not_handed_over"],
    ["is waited for while its gateway may still be told", { sent_ms: null }, 179_000, null],
    ["was skipped when the gateway refused it", { ack_status: "refused" }, 1, "refused"],
    ["failed when the gateway says that it failed", { ack_status: "failed" }, 1, "not_reached"],
  ] as const)("%s", (_, over, now, reason) => {
    expect(verdictWithoutReport({ ...message, ...over }, now)?.reason ?? null).toBe(reason);
  });
});
