import type { DeskAlarm } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import { expect, test } from "vitest";
import { lookupIn } from "../../../app/texts/lookup.ts";
import { formatOf } from "../../../platform/format.ts";
import type { Words } from "../../../platform/words.ts";
import { texts as overview } from "../../monitoring/overview/texts/en.ts";
import { closedText, costText, foldedText, groupText, lostText, spanText, titleOf } from "./desk-words.ts";
import { texts } from "./texts/en.ts";

const words: Words = { text: lookupIn({ ...overview, ...texts }, "en"), format: formatOf("en") };

const alarm = (of: Partial<DeskAlarm> = {}): DeskAlarm => ({
  alarm_uid: "1b4e28ba-2fa1-41d2-883f-0016d3cca427",
  number: 1042,
  group: "nobody",
  kind: "gateway_silent",
  severity: "critical",
  cause: {},
  started_at: "2026-11-20T01:57:10.000Z",
  ended_at: null,
  project: {
    project_uid: "1b4e28ba-2fa1-41d2-883f-0016d3cca428",
    name: "Kho",
    timezone: "Asia/Ho_Chi_Minh",
    may_change: true,
  },
  gateway: { uid: "1b4e28ba-2fa1-41d2-883f-0016d3cca429", serial: "HG-1", alias: "HG-1" },
  device: null,
  folded: { strings: 0, events: 0, devices: 0 },
  cost: null,
  lost_wh: 0,
  lost_vnd: "0",
  holder: null,
  snoozed_until: null,
  resolved: null,
  verdict: null,
  ticket_uid: null,
  region: null,
  ...of,
});
const range = { least_w: 0, most_w: 512_000, least_vnd: "0.00", most_vnd: "972800.00" };

test("while a verdict is pending the cost is a range and the loss is not known, never zero", () => {
  expect(costText(alarm({ cost: range }), words)).toBe("0 … 972,800");
  expect(lostText(alarm({ cost: range }), words)).toBe("–");
  expect(costText(alarm(), words)).toBe("–");
  // What is over costs nothing now, whatever its verdict will be.
  expect(costText(alarm({ cost: range, ended_at: "2026-03-10T06:00:00.000Z" }), words)).toBe("–");
  const known = { least_w: 118_400, most_w: 118_400, least_vnd: "224960.00", most_vnd: "224960.00" };
  expect(costText(alarm({ cost: known }), words)).toBe("224,960");
});

test("what stands under an alarm is said in one line", () => {
  expect(foldedText(alarm({ folded: { strings: 12, events: 1, devices: 0 } }), words)).toBe(
    "12 strings and 1 device event folded in",
  );
  expect(foldedText(alarm({ folded: { strings: 0, events: 0, devices: 8 } }), words)).toBe(
    "8 devices folded in",
  );
  expect(foldedText(alarm(), words)).toBeNull();
});

test("what closed by itself says what the counters told", () => {
  const over = { ended_at: "2026-11-20T03:00:00.000Z", group: "closed" as const };
  const told = { kind: "communication" as const, produced_wh: 41_000, expected_wh: 43_000 };
  expect(closedText(alarm({ ...over, verdict: told }), words)).toBe(
    "Closed by itself: communication only, 41 of 43 kWh",
  );
  expect(closedText(alarm({ ...over, verdict: { ...told, kind: "outage", produced_wh: 0 } }), words)).toBe(
    "Real outage: 0 of 43 kWh",
  );
  expect(closedText(alarm(), words)).toBeNull();
});

test("a region's row counts its plants, and a group says what more it may cost", () => {
  expect(titleOf(alarm({ region: { projects: 40 } }), words)).toBe("40 plants lost in one region");
  const group = { group: "nobody" as const, alarms: 2, least_vnd: "224960.00", most_vnd: "1197760.00" };
  expect(groupText(group, { view: "open", words })).toEqual({
    title: "Nobody has it yet",
    sums: "2 · 224,960 VND/h, up to 972,800 more",
  });
});

test("spans are said in the two units that matter", () => {
  const minute = 60_000;
  expect([21 * minute, 105 * minute, 6.5 * 1440 * minute].map((ms) => spanText(ms, words))).toEqual([
    "21 min",
    "1 h 45 min",
    "6 d",
  ]);
});
