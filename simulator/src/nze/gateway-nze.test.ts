import { addDays, type CommandMessage, nzeDayDetail, nzeDrillDetail } from "@heliograph/contract";
import { expect, test } from "vitest";
import { fleet } from "../fleet/fleet.ts";
import type { PvPlant } from "../fleet/plant.ts";
import { simulatePvDay } from "../pv-day.ts";
import { NOTHING_HEARD, obey } from "../obedience/commands.ts";
import {
  limitsExport,
  nzeReports,
  nzeTaken,
  NZE_UNTOLD,
  type NzeMemory,
  type Reporting,
} from "./gateway-nze.ts";
import { nzeDayReport } from "./nze-day-report.ts";
import { drillReport } from "./nze-drill-report.ts";

const TODAY = "2026-10-20";
const NOW = Date.parse("2026-10-20T05:00:00Z");
const plants = fleet.filter(
  (plant): plant is PvPlant => plant.type === "pv" && plant.runNze && limitsExport(plant, 0),
);
const ON = () => ({ on: true, limitW: 0 });
const OFF = () => ({ on: false, limitW: 0 });

const uid = (n: number) => `0190c9e5-0000-7000-8000-${String(n).padStart(12, "0")}`;
const drillCommand = (n: number, over: object = {}) => ({
  v: 1,
  command_uid: uid(n),
  device_uid: null,
  expires_at: NOW + 60_000,
  revert_after_s: null,
  revert_to: null,
  name: "nze_drill",
  meter_out_s: 10,
  ...over,
});

/** A plant's first gateway, of no character. */
const obeying = (plant: PvPlant) => ({
  serial: "HG-TEST-1",
  character: {},
  behind: { plant, index: 0, device: () => null },
});
const taken = (memory: NzeMemory, command: CommandMessage | undefined): NzeMemory => {
  if (command === undefined) throw new Error("the command was not carried out");
  return nzeTaken(memory, command, NOW);
};

test("each day of the fleet's zero-export plants is a report that the portal takes, and agrees with itself", () => {
  expect(plants.length).toBeGreaterThan(2);
  for (const plant of plants) {
    for (let back = 1; back <= 3; back += 1) {
      const day = addDays(TODAY, -back);
      const detail = nzeDayReport(plant, simulatePvDay(plant, day), ON);
      expect(nzeDayDetail.safeParse(detail).error).toBeUndefined();
      if (detail === null) continue;
      expect(detail.on_s).toBe(86_400);
      expect(detail.longest_violation_s).toBe(detail.worst[0]?.s ?? 0);
      expect(detail.response_median_s === null).toBe(detail.violations === 0);
      // Seconds, not minutes: much less goes out than the same power would carry in a quarter of an hour.
      expect(detail.over_limit_wh).toBeLessThanOrEqual(detail.largest_export_w);
      for (const { largest_w } of detail.worst) {
        expect(largest_w).toBeLessThanOrEqual(detail.largest_export_w);
      }
    }
  }
});

test("some day of a season is not kept, most are, and none is reported where zero export was off", () => {
  const [plant] = plants;
  if (plant === undefined) throw new Error("the fleet has a zero-export plant");
  const longest = Array.from({ length: 90 }, (_, back) => {
    const day = simulatePvDay(plant, addDays(TODAY, -back));
    expect(nzeDayReport(plant, day, OFF)).toBeNull();
    return nzeDayReport(plant, day, ON)?.longest_violation_s ?? 0;
  });
  const broken = longest.filter((seconds) => seconds > 60).length;
  expect(broken).toBeGreaterThan(0);
  expect(broken).toBeLessThan(12);
});

const reporting = (plant: PvPlant, over: Partial<Reporting> = {}): Reporting => ({
  plant,
  day: (date) => simulatePvDay(plant, date),
  holdsAt: () => ON,
  producedW: () => 400_000,
  slow: false,
  today: TODAY,
  now: NOW,
  ...over,
});

test("days are reported once each, the oldest first and a few at a time, up to yesterday", () => {
  const [plant] = plants;
  if (plant === undefined) throw new Error("the fleet has a zero-export plant");
  let memory = { ...NZE_UNTOLD, told_day: addDays(TODAY, -6) };
  const days: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const made = nzeReports(memory, reporting(plant));
    memory = { ...made.memory, told_day: made.memory.told_day ?? "" };
    days.push(...made.events.map(({ detail }) => nzeDayDetail.parse(detail).day));
  }
  expect(days).toEqual([5, 4, 3, 2, 1].map((back) => addDays(TODAY, -back)));
});

test("a drill is run once however often it is told, and reported when it is over", () => {
  const [plant] = plants;
  if (plant === undefined) throw new Error("the fleet has a zero-export plant");
  const who = obeying(plant);
  const first = obey(who, NOTHING_HEARD, drillCommand(1), NOW);
  expect(first.obedience.untold).toMatchObject([{ status: "done", command_uid: uid(1) }]);
  expect(first.carriedOut).toMatchObject({ name: "nze_drill" });
  const again = obey(who, first.obedience, drillCommand(1), NOW + 1000);
  expect(again.obedience.untold).toHaveLength(2);
  expect(again.carriedOut).toBeUndefined();
  const memory = taken({ ...NZE_UNTOLD, told_day: addDays(TODAY, -1) }, first.carriedOut);
  expect(nzeReports(memory, reporting(plant, { now: NOW + 5000 })).events).toEqual([]);
  const over = nzeReports(memory, reporting(plant, { now: NOW + 60_000 }));
  expect(over.events.map(({ code }) => code)).toEqual(["nze.drill"]);
  const detail = nzeDrillDetail.parse(over.events[0]?.detail);
  expect(detail).toMatchObject({ command_uid: uid(1), started_at: NOW });
  expect(detail.to_limit_s).toBeGreaterThan(2);
  expect(detail.to_limit_s).toBeLessThan(5);
  expect(Math.min(...detail.trace.map(({ w }) => w))).toBe(0);
  expect(nzeReports(over.memory, reporting(plant, { now: NOW + 90_000 })).events).toEqual([]);
});

test("slow inverters are too slow, and without production there is nothing to drill", () => {
  const drill = { command_uid: uid(2), started_ms: NOW, meter_out_s: 10 };
  expect(drillReport(drill, { beforeW: 400_000, failsafeW: 0, slow: true }).to_limit_s).toBeGreaterThan(5);
  expect(drillReport(drill, { beforeW: 0, failsafeW: 0, slow: false })).toMatchObject({
    started_at: null,
    skipped: "There is no production above the fail-safe limit",
  });
});

test("a rule is taken, a late command is not, and a gateway without a meter refuses", () => {
  const [plant] = plants;
  if (plant === undefined) throw new Error("the fleet has a zero-export plant");
  const rule = { export_limit_w: 0, back_within_s: 60, meter_silent_s: 5, failsafe_w: 1000 };
  const ruled = obey(
    obeying(plant),
    NOTHING_HEARD,
    { ...drillCommand(3), name: "nze_parameters", ...rule },
    NOW,
  );
  expect(ruled.obedience.untold).toMatchObject([{ status: "done" }]);
  expect(taken(NZE_UNTOLD, ruled.carriedOut).failsafe_w).toBe(1000);
  const late = obey(obeying(plant), NOTHING_HEARD, drillCommand(4, { expires_at: NOW - 1 }), NOW);
  expect([late.obedience.untold[0]?.status, late.carriedOut]).toEqual(["expired", undefined]);
  const without = obey(obeying({ ...plant, gridMeter: null }), NOTHING_HEARD, drillCommand(5), NOW);
  expect(without.obedience.untold).toMatchObject([
    { status: "refused", text: "There is no meter at the grid" },
  ]);
  expect(without.carriedOut).toBeUndefined();
});
