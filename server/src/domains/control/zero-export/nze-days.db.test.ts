import { startOfDay } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { knownUntil, vectorDay, vectorPlant } from "../../../../testing/vector-plant-kit.ts";
import {
  meterReads,
  zeroExportPlant,
  type GridReading,
} from "../../../../testing/control/zero-export-kit.ts";
import { refreshKeyFigures, refreshSummaries } from "../../kpi/index.ts";
import { storeEvents } from "../../telemetry/ingest/gateway.sql.ts";
import { judgeNzeDays } from "./nze-days.jobs.ts";
import { noteMissingDays, takeDayReports } from "./nze-days.sql.ts";

const ZONE = "Asia/Ho_Chi_Minh";
const DAY = "2026-02-03";
const START = startOfDay(ZONE, DAY);
const NOW = START + 36 * 3_600_000;
const STEP_MS = 300_000;

async function kit() {
  const at = await zeroExportPlant();
  const { db, plant, meter_id } = at;
  const meter = { project_id: plant.project_id, device_id: meter_id };
  const due = () =>
    db
      .insertInto("nze_day_due")
      .values({ gateway_id: plant.gateway_id, project_id: plant.project_id, day: DAY })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return {
    ...at,
    reads: (readings: readonly GridReading[]) => meterReads(db, meter, readings),
    judge: async () => {
      await due();
      return judgeNzeDays(db, NOW, () => false);
    },
    day: () => db.selectFrom("nze_day").selectAll().where("day", "=", DAY).executeTakeFirstOrThrow(),
  };
}

/** A day of readings, each of 5 minutes: 200 W of import, and elsewhere what `over` says. */
const wholeDay = (over: (index: number) => Partial<GridReading> | null = () => ({})): GridReading[] =>
  Array.from({ length: 288 }, (_, index) => index).flatMap((index) => {
    const said = over(index);
    return said === null ? [] : [{ at_ms: START + (index + 1) * STEP_MS, grid_w: 200, nze_on: 1, ...said }];
  });

/** 12:00 of the plant's clock. */
const NOON = 144;

test("a day without export is kept, from readings with their resolution, with the limits that held", async () => {
  const { reads, judge, day } = await kit();
  await reads(wholeDay());
  expect(await judge()).toBe(1);
  expect(await day()).toMatchObject({
    verdict: "kept",
    source: "readings",
    resolution_s: 300,
    export_limit_w: 0,
    back_within_s: 60,
    on_s: 86_400,
    largest_export_w: 0,
    violations: 0,
    longest_violation_s: 0,
    response_median_s: null,
    over_limit_wh: 0,
  });
});

test("exports above the limit are counted, with the largest and its instant, and one longer than agreed breaks the day", async () => {
  const { reads, judge, day } = await kit();
  const exports: Record<number, number> = { [NOON]: 14_200, [NOON + 1]: 3000, [NOON + 20]: 600 };
  await reads(wholeDay((index) => ({ grid_w: -(exports[index] ?? -200) })));
  await judge();
  expect(await day()).toMatchObject({
    verdict: "not_kept",
    largest_export_w: 14_200,
    largest_export_at: new Date(START + NOON * STEP_MS),
    longest_violation_s: 600,
    longest_violation_at: new Date(START + NOON * STEP_MS),
    violations: 2,
    response_median_s: 300,
    response_p95_s: 600,
    over_limit_wh: expect.closeTo((14_200 + 3000 + 600) / 12, 6),
    worst: [
      { at: new Date(START + NOON * STEP_MS).toISOString(), s: 600, largest_w: 14_200 },
      { at: new Date(START + (NOON + 20) * STEP_MS).toISOString(), s: 300, largest_w: 600 },
    ],
  });
});

test("gaps of the meter by day are no proof, by night they are nothing", async () => {
  const { reads, judge, day } = await kit();
  await reads(wholeDay((index) => (index < 24 || index > 270 ? null : {})));
  await judge();
  expect(await day()).toMatchObject({ verdict: "kept" });
  const dark = await kit();
  await dark.reads(wholeDay((index) => (index >= NOON && index < NOON + 6 ? null : {})));
  await dark.judge();
  const { verdict, due_s, seen_s } = await dark.day();
  expect([verdict, due_s - seen_s]).toEqual(["no_proof", 1800]);
});

test("a day of which nothing was heard is no proof, and not kept", async () => {
  const { judge, day } = await kit();
  await judge();
  expect(await day()).toMatchObject({
    verdict: "no_proof",
    source: null,
    largest_export_w: null,
    violations: null,
  });
});

test("a day on which the meter says that zero export is off is off, whatever was exported", async () => {
  const { reads, judge, day } = await kit();
  await reads(wholeDay(() => ({ grid_w: -9000, nze_on: 0 })));
  await judge();
  expect(await day()).toMatchObject({ verdict: "off", on_s: 0, violations: 0, given_up_wh: null });
});

test("a day is judged by the rule that held on it, not by a later one", async () => {
  const { db, plant, reads, judge, day } = await kit();
  const { project_id, gateway_id } = plant;
  const rule = { project_id, gateway_id, back_within_s: 60, meter_silent_s: 5, failsafe_w: 0 };
  await db
    .insertInto("nze_rule")
    .values([
      { ...rule, since: new Date(START - 86_400_000), export_limit_w: 5000, back_within_s: 900 },
      { ...rule, since: new Date(START + 30 * 3_600_000), export_limit_w: 0 },
    ])
    .execute();
  await reads(wholeDay((index) => ({ grid_w: index === NOON ? -6000 : -4000 })));
  await judge();
  expect(await day()).toMatchObject({
    verdict: "kept",
    export_limit_w: 5000,
    back_within_s: 900,
    violations: 1,
    over_limit_wh: expect.closeTo(1000 / 12, 6),
  });
});

const measured = {
  day: DAY,
  on_s: 86_400,
  sample_s: 2,
  meter_silent_s: 0,
  largest_export_w: 14_200,
  largest_export_at: START + 43_330_000,
  violations: 3,
  longest_violation_s: 74,
  response_median_s: 6,
  response_p95_s: 74,
  over_limit_wh: 190,
  worst: [{ at: START + 43_330_000, s: 74, largest_w: 14_200 }],
};

test("what the gateway measured itself stands before its readings, and comes again when they change", async () => {
  const { db, plant, reads, judge, day } = await kit();
  await reads(wholeDay());
  await judge();
  expect((await day()).verdict).toBe("kept");
  const at = START + 86_400_000;
  const event = { device_id: null, at, code: "nze.day", severity: "info", text: "" } as const;
  const report = { code: "nze.day", at, detail: measured } as const;
  expect(await storeEvents(db, plant, [event], [report])).toBe(1);
  expect(await storeEvents(db, plant, [event], [report])).toBe(0);
  await takeDayReports(db);
  expect(await judgeNzeDays(db, NOW, () => false)).toBe(1);
  const told = {
    verdict: "not_kept",
    source: "gateway",
    resolution_s: 2,
    longest_violation_s: 74,
    longest_violation_at: new Date(START + 43_330_000),
    response_median_s: 6,
    violations: 3,
  };
  expect(await day()).toMatchObject(told);
  // The report itself may be gone by the time that the day is judged again.
  await db.deleteFrom("nze_report").execute();
  await judge();
  expect(await day()).toMatchObject(told);
});

test("a gateway that hides what its meter's readings show is not believed", async () => {
  const { db, plant, reads, judge, day } = await kit();
  await reads(wholeDay((index) => ({ grid_w: index >= NOON && index < NOON + 12 ? -9000 : 200 })));
  const nothing = { ...measured, largest_export_w: 0, largest_export_at: null, violations: 0, worst: [] };
  const detail = {
    ...nothing,
    longest_violation_s: 0,
    response_median_s: null,
    response_p95_s: null,
    over_limit_wh: 0,
  };
  await storeEvents(db, plant, [], []);
  const event = { device_id: null, at: NOW, code: "nze.day", severity: "info", text: "" } as const;
  await storeEvents(db, plant, [event], [{ code: "nze.day", at: NOW, detail }]);
  await judge();
  expect(await day()).toMatchObject({
    verdict: "not_kept",
    source: "readings",
    longest_violation_s: 3600,
    over_limit_wh: expect.closeTo(9000, 6),
  });
});

test("a day that is not over waits; days that were never judged are noted up to yesterday, once", async () => {
  const { db, plant, judge } = await kit();
  const { project_id, gateway_id } = plant;
  await db.insertInto("project_kpi_day").values({ project_id, day: "2026-02-01" }).execute();
  await noteMissingDays(db, NOW);
  const noted = () => db.selectFrom("nze_day_due").select("day").orderBy("day").execute();
  expect((await noted()).map(({ day }) => day)).toEqual(["2026-02-01", "2026-02-02", "2026-02-03"]);
  await db.insertInto("nze_day_due").values({ project_id, gateway_id, day: "2026-02-04" }).execute();
  expect(await judge()).toBe(3);
  expect((await noted()).map(({ day }) => day)).toEqual(["2026-02-04"]);
  await noteMissingDays(db, NOW);
  expect(await noted()).toHaveLength(1);
});

test("a gateway that has nothing to do with zero export has no days of it", async () => {
  const { db } = await kit();
  await db.updateTable("project").set({ run_nze: false }).execute();
  await sql`insert into project_kpi_day (project_id, day) select project_id, '2026-02-01' from project`.execute(
    db,
  );
  await noteMissingDays(db, NOW);
  expect(await db.selectFrom("nze_day_due").selectAll().execute()).toEqual([]);
});

test("what was given up is the step of the loss waterfall, in VND at the tariff of its hours, and computed anew with it", async () => {
  const at = await vectorPlant();
  const { db, plant } = at;
  await vectorDay(at, "2026-02-02");
  await vectorDay(at, DAY, { held: true });
  await knownUntil(db, at, "2026-02-04T12:00:00+07:00");
  const noon = [{ from: "11:00", to: "12:00", days: [1, 2, 3, 4, 5, 6, 7], vnd_per_kwh: "3000" }];
  await db
    .insertInto("tariff")
    .values({
      project_id: plant.project_id,
      valid_from: "2026-01-01",
      vnd_per_kwh: "1000",
      bands: JSON.stringify(noon),
    })
    .execute();
  const settle = async () => {
    await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NOW));
    await refreshKeyFigures(db, NOW);
    return judgeNzeDays(db, NOW, () => false);
  };
  expect(await settle()).toBe(2);
  const day = () =>
    db
      .selectFrom("nze_day")
      .select(["given_up_wh", "given_up_vnd"])
      .where("day", "=", DAY)
      .executeTakeFirstOrThrow();
  // The vectors of the corrected ratio: 16.8259 + 28.2232 + 20.4950 kWh were held back at 10, 11 and 12 o'clock.
  const { given_up_wh, given_up_vnd } = await day();
  // Kept in whole Wh by device and price.
  expect(Math.abs((given_up_wh ?? 0) - 65_544.2)).toBeLessThan(3);
  expect(Number(given_up_vnd)).toBeCloseTo(16.8259 * 1000 + 28.2232 * 3000 + 20.495 * 1000, -1);
  expect(await judgeNzeDays(db, NOW, () => false)).toBe(0);
  await db.updateTable("project_kpi_day").set({ outdated: true }).where("day", "=", DAY).execute();
  expect(await settle()).toBe(1);
});
