import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "../../../platform/db.ts";
import { addDay } from "../../../../testing/performance-kit.ts";
import { runner, waitingJobs } from "../../../../testing/jobs-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { forgetSums, kpiWork, refreshOutdated } from "../../kpi/index.ts";

test("a start brings every summary up to date at once", async () => {
  const pools = await freshPools();
  const plant = await scene(pools.db);
  await addDay(pools.db, plant, "2020-06-01", { production_wh: 1000 });
  const { failures } = runner(pools, kpiWork);
  await expect
    .poll(() => sums(pools.db), { timeout: 20_000 })
    .toEqual({
      before_today_inverter_wh: 1000,
      before_today_known: true,
    });
  expect(failures).toEqual([]);
});

const sums = (db: Db) =>
  db
    .selectFrom("project_summary")
    .select(["before_today_inverter_wh", "before_today_known"])
    .executeTakeFirstOrThrow();

test("a start makes sums anew even where nothing changed, as a new version may count them otherwise", async () => {
  const pools = await freshPools();
  const plant = await scene(pools.db);
  await addDay(pools.db, plant, "2020-06-01", { production_wh: 1000 });
  await refreshOutdated(pools.db);
  await pools.db.updateTable("project_summary").set({ before_today_inverter_co2_kg: 99 }).execute();
  runner(pools, kpiWork);
  const co2 = async () =>
    (
      await pools.db
        .selectFrom("project_summary")
        .select("before_today_inverter_co2_kg")
        .executeTakeFirstOrThrow()
    ).before_today_inverter_co2_kg;
  await expect.poll(co2, { timeout: 20_000 }).toBeCloseTo(0.8041, 9);
});

test("statuses are refreshed again and again, and a round that fails is told and ends nothing", async () => {
  const pools = await freshPools();
  const plant = await scene(pools.db);
  await sql`alter table changed_project_days rename to project_day_away`.execute(pools.db);
  const { failures } = runner(pools, kpiWork);
  await expect.poll(() => failures.join(), { timeout: 20_000 }).toContain("the job kpi.statuses failed");
  await sql`alter table project_day_away rename to changed_project_days`.execute(pools.db);
  await addDay(pools.db, plant, "2020-06-01", { production_wh: 1000 });
  const next = async () => (await waitingJobs(pools.db)).filter(({ key }) => key === "kpi.statuses").length;
  await expect.poll(next, { timeout: 20_000 }).toBe(1);
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())`.execute(
    pools.db,
  );
  await expect.poll(() => sums(pools.db), { timeout: 20_000 }).toMatchObject({ before_today_known: true });
});

test("projects that were removed are left alone", async () => {
  const { db } = await freshPools();
  const plant = await scene(db);
  await db
    .updateTable("project")
    .set({ removed_at: new Date() })
    .where("project_id", "=", plant.project_id)
    .execute();
  expect(await refreshOutdated(db)).toBe(0);
});

test("forgetting sums takes the rows in the order of refreshes, wherever they lie, so that neither waits for the other", async () => {
  const pools = await freshPools();
  for (let n = 0; n < 3; n += 1) await scene(pools.db);
  const summaries = pools.db.selectFrom("project_summary").select("project_id").orderBy("project_id");
  const ids = (await summaries.execute()).map(({ project_id }) => project_id);
  const first = ids[0] ?? 0;
  await pools.db.updateTable("project_summary").set({ before_today_known: true }).execute();
  // The row of the first project now lies behind the others.
  await pools.db
    .updateTable("project_summary")
    .set({ changed_at: new Date() })
    .where("project_id", "=", first)
    .execute();
  let forgetting = Promise.resolve(0);
  await pools.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom("project_summary")
      .select("project_id")
      .where("project_id", "=", first)
      .forUpdate()
      .execute();
    forgetting = forgetSums(pools.db);
    await lockedOut(pools.db);
    const others = await tx
      .selectFrom("project_summary")
      .select("project_id")
      .where("project_id", "!=", first)
      .forUpdate()
      .noWait()
      .execute();
    expect(others).toHaveLength(ids.length - 1);
  });
  expect(await forgetting).toBe(ids.length);
});

/** Resolves when a statement waits for a lock. */
async function lockedOut(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if (rows.length > 0) return;
  }
}
