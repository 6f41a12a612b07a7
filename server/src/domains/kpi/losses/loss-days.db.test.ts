// How losses are kept: with the day's key figures, anew when anything of the day changes, and at once for whoever asks.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { NOON, addDay } from "../../../../testing/performance-kit.ts";
import { knownUntil, vectorDay, vectorPlant } from "../../../../testing/vector-plant-kit.ts";
import { beginLimits, endLimits, type LimitSpan } from "../../energy/index.ts";
import { technicalOf } from "../availability/availability-day.ts";
import { kpiProject, refreshKeyFigures, refreshSummaries } from "../index.ts";
import { kpiDaysWithDevices } from "../ratios/kpi-days.sql.ts";
import { lossSums } from "./loss-sums.sql.ts";

type Plant = Awaited<ReturnType<typeof vectorPlant>>;

const LEARNT = "2026-02-01";
const DAY = "2026-02-02";
const AFTER = "2026-02-03";

async function settle({ db, plant }: Plant): Promise<void> {
  await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NOON));
  for (let some = -1; some !== 0;) some = await refreshKeyFigures(db, NOON);
}

/** Sums over the inverters of the day, kWh, as they are told to whoever asks. */
async function lossesOn({ db, plant }: Plant, day: string) {
  const project = await kpiProject(db, plant.project_id);
  const rows = await lossSums(db, project, { from: day, to: day, by: "day" }, NOON);
  const kwh = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + of(row), 0) / 1000;
  return { rows, kwh };
}
const storedRows = async ({ db }: Plant) => {
  const { rows } = await sql<{ n: number; vnd: string[] }>`
    select count(*)::int4 as n, array_agg(distinct vnd_per_kwh::text) as vnd from loss_day where day = ${DAY}::date`.execute(
    db,
  );
  return rows[0];
};

test("zero export takes the known 65.544 kWh of 526.000, and the steps close with the measured 368.194", async () => {
  const plant = await vectorPlant();
  await vectorDay(plant, LEARNT);
  await vectorDay(plant, DAY, { held: true });
  await knownUntil(plant.db, plant, "2026-02-03T00:00:00Z");
  await settle(plant);
  const { rows, kwh } = await lossesOn(plant, DAY);
  expect(rows).toHaveLength(3);
  expect(kwh((row) => row.base_wh)).toBe(526);
  expect(kwh((row) => row.measured_wh)).toBeCloseTo(368.194, 2);
  expect(kwh((row) => row.zero_export_wh)).toBeCloseTo(65.544, 2);
  expect(kwh((row) => row.unexplained_wh)).toBeCloseTo(0, 1);
  expect(rows.map((row) => row.zero_export_quarters)).toEqual([12, 12, 12]);
  expect(kwh((row) => row.outage_wh + row.clipping_wh + row.communication_wh)).toBe(0);
});

/** An hour of the vectors, which begin at 6. */
const hourAt = (hour: number) =>
  new Date(Date.parse(`${DAY}T06:00:00+07:00`) + hour * 3_600_000).toISOString();

/** A limit that a command of the portal set for the inverter between two hours of the day. */
async function limitBetween(
  { db, inverters }: Plant,
  index: number,
  [from, to]: readonly [number, number],
  set: Pick<LimitSpan, "kind" | "limit_w">,
): Promise<void> {
  const { project_id, device_id } = inverters[index] ?? { project_id: 0, device_id: 0 };
  const { gateway_id } = await db
    .selectFrom("device")
    .select("gateway_id")
    .where("device_id", "=", device_id)
    .executeTakeFirstOrThrow();
  const command_uid = randomUUID();
  const span = { project_id, gateway_id, device_id, command_uid, since: hourAt(from), ...set };
  await db.transaction().execute(async (tx) => {
    await beginLimits(tx, [span]);
    await endLimits(tx, [{ command_uid, until: hourAt(to) }]);
  });
}

test("a power limit that the portal commanded takes the known 65.544 kWh, told apart from zero export, and κ learns nothing from it", async () => {
  const plant = await vectorPlant();
  await plant.db
    .updateTable("project")
    .set({ run_nze: false })
    .where("project_id", "=", plant.plant.project_id)
    .execute();
  await vectorDay(plant, LEARNT);
  await vectorDay(plant, DAY, { held: true });
  await vectorDay(plant, AFTER);
  for (const [index, share] of [0.5, 0.3, 0.2].entries()) {
    for (const [hour, held_w] of [50_000, 48_000, 52_000].entries()) {
      const set = { kind: "power_limit", limit_w: share * held_w } as const;
      await limitBetween(plant, index, [4 + hour, 5 + hour], set);
    }
  }
  await knownUntil(plant.db, plant, "2026-02-04T00:00:00Z");
  await settle(plant);
  const { rows, kwh } = await lossesOn(plant, DAY);
  expect(kwh((row) => row.commanded_wh)).toBeCloseTo(65.544, 2);
  expect(kwh((row) => row.zero_export_wh)).toBe(kwh((row) => row.commanded_wh));
  expect(kwh((row) => row.unexplained_wh)).toBeCloseTo(0, 1);
  expect(rows.map((row) => [row.commanded_quarters, row.zero_export_quarters])).toEqual([
    [12, 12],
    [12, 12],
    [12, 12],
  ]);
  expect((await lossesOn(plant, AFTER)).kwh((row) => row.unexplained_wh)).toBeCloseTo(0, 1);
});

test("an inverter that was disconnected by command is no outage and stays available; what it could have given is told", async () => {
  const plant = await vectorPlant();
  await vectorDay(plant, LEARNT);
  await vectorDay(plant, DAY, { down: [5, 6] });
  await limitBetween(plant, 1, [5, 7], { kind: "disconnected", limit_w: 0 });
  await knownUntil(plant.db, plant, "2026-02-03T00:00:00Z");
  await settle(plant);
  const { kwh } = await lossesOn(plant, DAY);
  expect(kwh((row) => row.commanded_wh)).toBeCloseTo(44.6155, 2);
  expect(kwh((row) => row.outage_wh)).toBe(0);
  const project = await kpiProject(plant.db, plant.plant.project_id);
  const [day] = await kpiDaysWithDevices(plant.db, project, [DAY], NOON);
  expect(technicalOf(day?.devices ?? [])).toBe(1);
});

test("an inverter that stands still loses what was expected of it, and the stretch is kept with its times", async () => {
  const plant = await vectorPlant();
  await vectorDay(plant, LEARNT);
  await vectorDay(plant, DAY, { down: [5, 6] });
  await knownUntil(plant.db, plant, "2026-02-03T00:00:00Z");
  await settle(plant);
  const { rows, kwh } = await lossesOn(plant, DAY);
  expect(kwh((row) => row.outage_wh)).toBeCloseTo(44.6155, 2);
  const [b, ...none] = rows.filter(({ outages }) => outages.length > 0);
  expect(none).toEqual([]);
  expect(b?.device_id).toBe(plant.inverters[1]?.device_id);
  const at = (clock: string) => Date.parse(`${DAY}T${clock}:00+07:00`);
  expect(b?.outages).toEqual([[at("11:00"), at("13:00"), b?.outage_wh]]);
});

test.each([
  { gainedWh: 33_000, verdict: "communication alone", outage: 0, communication: 0, pending: 0 },
  { gainedWh: 0, verdict: "an outage", outage: 31.0776, communication: 0, pending: 0 },
  { gainedWh: 12_000, verdict: "communication for a part", outage: 0, communication: 19.0776, pending: 0 },
])(
  "three silent hours in which the counter gained $gainedWh Wh are $verdict",
  async ({ gainedWh, outage, communication, pending }) => {
    const plant = await vectorPlant();
    await vectorDay(plant, LEARNT);
    await vectorDay(plant, DAY, { silent: [2, 3, 4], gainedWh });
    await knownUntil(plant.db, plant, "2026-02-03T00:00:00Z");
    await settle(plant);
    const { kwh } = await lossesOn(plant, DAY);
    expect(kwh((row) => row.outage_wh)).toBeCloseTo(outage, 1);
    expect(kwh((row) => row.communication_wh)).toBeCloseTo(communication, 1);
    expect(kwh((row) => row.pending_wh)).toBe(pending);
  },
);

test("while the counter is not back what may have been produced is pending, and no outage", async () => {
  const plant = await vectorPlant();
  await vectorDay(plant, LEARNT);
  await vectorDay(plant, DAY, { silent: [9, 10, 11] });
  await knownUntil(plant.db, plant, `${DAY}T08:00:00Z`);
  await settle(plant);
  const { kwh } = await lossesOn(plant, DAY);
  expect(kwh((row) => row.pending_wh)).toBeGreaterThan(3);
  expect(kwh((row) => row.communication_wh)).toBe(kwh((row) => row.pending_wh));
  expect(kwh((row) => row.outage_wh)).toBe(0);
});

test("late energy makes the day's losses anew, and whoever asks before is told the same", async () => {
  const plant = await vectorPlant();
  await vectorDay(plant, LEARNT);
  await vectorDay(plant, DAY);
  await knownUntil(plant.db, plant, "2026-02-03T00:00:00Z");
  await settle(plant);
  const before = (await lossesOn(plant, DAY)).kwh((row) => row.measured_wh);
  await sql`update energy_quarter set production_wh = production_wh / 2 where (bin_utc at time zone 'Asia/Ho_Chi_Minh')::date = ${DAY}::date
    and device_id = ${plant.plant.device_id}`.execute(plant.db);
  await addDay(plant.db, plant.plant, DAY, { production_wh: 1 });
  await plant.db.transaction().execute((tx) => refreshSummaries(tx, [plant.plant.project_id], NOON));
  const asked = await lossesOn(plant, DAY);
  expect(asked.kwh((row) => row.measured_wh)).toBeCloseTo(before * 0.75, 1);
  await settle(plant);
  const kept = await lossesOn(plant, DAY);
  const byDevice = (rows: typeof kept.rows) => rows.toSorted((a, b) => a.device_id - b.device_id);
  expect(byDevice(kept.rows)).toEqual(byDevice(asked.rows));
});

test("the price is that of the quarter hour, and another tariff prices the days again", async () => {
  const plant = await vectorPlant();
  await vectorDay(plant, LEARNT);
  await vectorDay(plant, DAY);
  await knownUntil(plant.db, plant, "2026-02-03T00:00:00Z");
  await settle(plant);
  expect(await storedRows(plant)).toEqual({ n: 3, vnd: ["2204.0655"] });
  const bands = [{ from: "09:30", to: "11:30", days: [1, 2, 3, 4, 5, 6, 7], vnd_per_kwh: "3508" }];
  await plant.db
    .insertInto("tariff")
    .values({
      project_id: plant.plant.project_id,
      valid_from: "2026-01-01",
      vnd_per_kwh: "1899",
      export_vnd_per_kwh: "0",
      bands: JSON.stringify(bands),
    })
    .execute();
  await settle(plant);
  expect(await storedRows(plant)).toEqual({ n: 6, vnd: ["1899", "3508"] });
});

test("an earlier day that comes late moves κ of what follows, and with it what is usual", async () => {
  const plant = await vectorPlant();
  await plant.db.updateTable("project").set({ run_nze: false }).execute();
  await vectorDay(plant, DAY);
  await knownUntil(plant.db, plant, "2026-02-03T00:00:00Z");
  await settle(plant);
  const usual = async () => {
    const { kwh } = await lossesOn(plant, DAY);
    return kwh((row) => row.usual_wh) / kwh((row) => row.base_wh - row.temperature_wh);
  };
  // κ is 0.85 until a day teaches it.
  expect(await usual()).toBeCloseTo(0.15, 3);
  await vectorDay(plant, LEARNT);
  await settle(plant);
  expect(await usual()).toBeCloseTo(0.1, 3);
});
