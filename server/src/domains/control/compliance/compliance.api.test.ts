import { lossWaterfall, nzeCompliance, nzeDrills, startOfDay } from "@heliograph/contract";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import {
  BROKEN_DAY,
  compliancePlant,
  FIRST_KEPT,
  NOON_READING,
  NZE_MONTH,
  NZE_NOW,
  NZE_ZONE,
  READ_MS,
} from "../../../../testing/control/compliance-kit.ts";
import { meterReads } from "../../../../testing/control/zero-export-kit.ts";
import { freshStore } from "../../../../testing/file-kit.ts";
import { tokenFor } from "../../../../testing/fleet-kit.ts";
import { knownUntil, vectorDay, vectorPlant } from "../../../../testing/vector-plant-kit.ts";
import { refreshKeyFigures, refreshSummaries } from "../../kpi/index.ts";
import { monitoringRoutes } from "../../monitoring/index.ts";
import { judgeNzeDays } from "../zero-export/nze-days.jobs.ts";
import { complianceRoutes } from "./compliance.routes.ts";

test("a month has the days that were judged with what they come to, the rule, the meter and who is meant", async () => {
  const { month, plant } = await compliancePlant();
  expect(await month()).toMatchObject({
    timezone: NZE_ZONE,
    month: NZE_MONTH,
    today: "2026-02-05",
    first_day: FIRST_KEPT,
    last_day: "2026-02-04",
    project_uid: plant.project_uid,
    gateway: { uid: plant.gateway_uid, serial: plant.gateway_serial },
    meter: { serial: "GM-01" },
    rule: { export_limit_w: 0, back_within_s: 60, meter_silent_s: 5, failsafe_w: 0 },
    summary: {
      days_counted: 3,
      days_kept: 2,
      not_kept: [BROKEN_DAY],
      largest_export_w: 14_200,
      longest_violation_s: 600,
      back_within_s: 60,
      violations: 1,
      resolution_s: 300,
    },
    days: [
      { day: FIRST_KEPT, verdict: "kept" },
      { day: BROKEN_DAY, verdict: "not_kept", longest_violation_s: 600, source: "readings" },
      { day: "2026-02-04", verdict: "kept" },
    ],
  });
});

test("a month without any judged day is empty, and a month that is none is refused with the field and the rule", async () => {
  const { api, token, plant } = await compliancePlant();
  const { gateway_uid } = plant;
  const empty = await api(nzeCompliance, { token, query: { gateway_uid, month: "2025-06" } });
  expect([empty.status, empty.body.days, empty.body.summary.days_counted]).toEqual([200, [], 0]);
  const wrong = await api(nzeCompliance, { token, query: { gateway_uid, month: "2025-13" } });
  expect([wrong.status, wrong.body.fields]).toEqual([400, { "query.month": "Must be a month like 2026-11" }]);
});

test("a month names the local days of drills with the worst that they came to; skipped ones are none", async () => {
  const { db, plant, month } = await compliancePlant();
  const { project_id, gateway_id } = plant;
  const drill = (at: string, result: string, reason: string | null = null) => ({
    project_id,
    gateway_id,
    asked_at: new Date(at),
    asked_by: "week",
    meter_out_s: 10,
    failsafe_w: 0,
    allowed_s: 5,
    result,
    reason,
  });
  await db
    .insertInto("nze_drill")
    .values([
      // Half past midnight there is the day before in UTC.
      drill("2026-02-01T17:30:00Z", "passed"),
      drill("2026-02-03T05:00:00Z", "passed"),
      drill("2026-02-03T06:00:00Z", "failed", "too_slow"),
      drill("2026-02-04T05:00:00Z", "skipped", "low_irradiance"),
    ])
    .execute();
  expect((await month()).drill_days).toEqual([
    { day: FIRST_KEPT, result: "passed" },
    { day: BROKEN_DAY, result: "failed" },
  ]);
});

test("a day shows its violation with the grid about it, and what came after: rules, days and their longest", async () => {
  const { db, plant, day } = await compliancePlant();
  const { project_id, gateway_id } = plant;
  const since = new Date(startOfDay(NZE_ZONE, "2026-02-04"));
  await db
    .insertInto("nze_rule")
    .values({
      project_id,
      gateway_id,
      since: new Date(since.getTime() + 1000),
      export_limit_w: 0,
      back_within_s: 60,
      meter_silent_s: 5,
      failsafe_w: 1000,
    })
    .execute();
  const told = await day(BROKEN_DAY);
  const began = startOfDay(NZE_ZONE, BROKEN_DAY) + NOON_READING * READ_MS;
  expect(told.violations).toEqual([{ at: new Date(began).toISOString(), s: 600, largest_w: 14_200 }]);
  expect(told).toMatchObject({ days_since: 1, longest_since_s: 0 });
  expect(told.rules_since).toMatchObject([{ failsafe_w: 1000 }]);
  const lowest = Math.min(...told.curve.map(({ grid_w }: { grid_w: number }) => grid_w));
  expect(lowest).toBe(-14_200);
  expect(told.curve[0].from_ms).toBeLessThan(began);
  expect(told.curve.at(-1).to_ms).toBeGreaterThan(began + 600_000);
  expect(told.curve.length).toBeLessThan(288);
});

test("a day without a violation shows the whole day, and one that was not judged has its curve and no verdict", async () => {
  const { day } = await compliancePlant();
  expect((await day(FIRST_KEPT)).curve).toHaveLength(288);
  expect(await day("2026-02-09")).toMatchObject({ day: null, violations: [], curve: [] });
});

test("a day of readings every few seconds has at most 400 points and none of its exports is lost", async () => {
  const { db, plant, meter_id, day } = await compliancePlant();
  const start = startOfDay(NZE_ZONE, "2026-02-01");
  const readings = Array.from({ length: 8640 }, (_, index) => ({
    at_ms: start + (index + 1) * 10_000,
    grid_w: index === 4321 ? -7000 : 200,
    nze_on: 1 as const,
  }));
  await meterReads(db, { project_id: plant.project_id, device_id: meter_id }, readings, 10);
  const { curve } = await day("2026-02-01");
  expect(curve.length).toBeLessThanOrEqual(401);
  expect(curve.length).toBeGreaterThan(300);
  expect(Math.min(...curve.map(({ grid_w }: { grid_w: number }) => grid_w))).toBe(-7000);
});

test("drills come newest first with their curves, a page at a time", async () => {
  const { db, plant, api, token } = await compliancePlant();
  const { project_id, gateway_id, gateway_uid } = plant;
  for (let week = 1; week <= 7; week += 1) {
    const asked_at = new Date(Date.UTC(2026, 0, week));
    const drill = { asked_at, asked_by: "week", meter_out_s: 10, failsafe_w: 0, allowed_s: 5 };
    const trace = JSON.stringify([
      [0, 400_000],
      [3.8, 0],
    ]);
    await db
      .insertInto("nze_drill")
      .values({ project_id, gateway_id, ...drill, result: "passed", to_limit_s: 3.8, trace })
      .execute();
  }
  const { body } = await api(nzeDrills, { token, query: { gateway_uid, page: 2 } });
  expect([body.total_items, body.items.length]).toEqual([7, 2]);
  expect(body.items[0]).toMatchObject({
    asked_at: "2026-01-02T00:00:00.000Z",
    to_limit_s: 3.8,
    trace: [
      { s: 0, w: 400_000 },
      { s: 3.8, w: 0 },
    ],
  });
});

test("what was given up is the zero-export step of the gateway's loss waterfall to the Wh and the dong, by day and by month", async () => {
  const at = await vectorPlant();
  const { db, plant } = at;
  const { store } = await freshStore();
  await vectorDay(at, "2026-02-02");
  await vectorDay(at, BROKEN_DAY, { held: true });
  await knownUntil(db, at, "2026-02-04T12:00:00+07:00");
  await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NZE_NOW));
  await refreshKeyFigures(db, NZE_NOW);
  await judgeNzeDays(db, NZE_NOW, () => false);
  const { project_uid, gateway_uid } = plant;
  const api = await apiOf(db, (serve) => {
    complianceRoutes(serve, db, store, () => NZE_NOW);
    monitoringRoutes(serve, db, () => NZE_NOW);
  });
  const token = await tokenFor(db, plant);
  const { body } = await api(nzeCompliance, { token, query: { gateway_uid, month: NZE_MONTH } });
  const waterfall = async (from_date: string, to_date: string) => {
    const query = { project_uid, gateway_uid, from_date, to_date };
    const told = (await api(lossWaterfall, { token, query })).body;
    return [told.energy_wh.zero_export, told.cost_vnd.zero_export];
  };
  const held = body.days.find(({ day }: { day: string }) => day === BROKEN_DAY);
  expect(held.given_up_wh).toBeGreaterThan(65_000);
  expect([held.given_up_wh, Number(held.given_up_vnd)]).toEqual(await waterfall(BROKEN_DAY, BROKEN_DAY));
  expect([body.summary.given_up_wh, Number(body.summary.given_up_vnd)]).toEqual(
    await waterfall("2026-02-01", "2026-02-28"),
  );
});
