import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { rowsOf, send, worker } from "../../../../testing/ledger-db-kit.ts";
import { reading, series } from "../../../../testing/ledger-test-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { rebuildProject } from "./rebuild-project.jobs.ts";

const DERIVED = ["energy_quarter", "energy_day", "energy_month", "ledger_event", "latest"] as const;

async function derived(db: Db): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of DERIVED) tables[table] = await rowsOf(db, table);
  return tables;
}

/** A project whose readings came late, twice, corrected and out of order, with everything derived from them. */
async function lived(seed: number) {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const working = worker(pools);
  const [all = []] = fc.sample(series("wild", 60), { numRuns: 1, seed });
  const parts = [all.slice(40), all.slice(0, 10), all.slice(20, 40), all.slice(10, 25)];
  for (const [index, part] of parts.entries()) {
    if (part.length > 0) await send(pools, place, part, index % 2 === 0 ? 0 : 1);
    await working.idle();
  }
  const corrected = all.slice(5, 8).map((one) => ({ ...one, powerW: 777 }));
  if (corrected.length > 0) await send(pools, place, corrected);
  await working.idle();
  return { pools, place, working };
}

test.each([11, 12, 13, 14])(
  "a rebuild gives every derived row again to the bit (history %d)",
  async (seed) => {
    const { pools, place } = await lived(seed);
    const before = await derived(pools.db);
    const progress: string[] = [];
    const rebuilt = await rebuildProject(pools, place.project_id, {
      from: null,
      progress: (done, of) => progress.push(`${done}/${of}`),
    });
    expect(rebuilt).toMatchObject({ devices: 1, faults: [] });
    expect(progress).toEqual(["1/1"]);
    expect(await derived(pools.db)).toEqual(before);
    expect(before["energy_quarter"]?.length).toBeGreaterThan(0);
  },
);

test("a rebuild does not touch rows that are right", async () => {
  const { pools, place } = await lived(21);
  const versions = async () =>
    (
      await sql<{
        xmin: string;
      }>`select xmin::text from energy_quarter union all select xmin::text from energy_day`.execute(pools.db)
    ).rows;
  const before = await versions();
  await rebuildProject(pools, place.project_id, { from: null });
  expect(await versions()).toEqual(before);
});

test("a rebuild mends what was damaged: wrong, missing and surplus rows", async () => {
  const { pools, place } = await lived(22);
  const before = await derived(pools.db);
  const { project_id, device_id } = place;
  for (const damage of [
    sql`update energy_quarter set production_wh = 5, n = 99`,
    sql`delete from energy_day where day in (select day from energy_day order by day limit 1)`,
    sql`update energy_day set closing = 'nonsense'`,
    sql`update latest set frontier = 'nonsense', m = '{}', ts = '2020-01-01'`,
    sql`delete from energy_month`,
    sql`insert into energy_month (project_id, device_id, month, n) values (${project_id}, ${device_id}, '2001-01-01', 5)`,
    sql`insert into energy_quarter (project_id, device_id, bin_utc, n) values (${project_id}, ${device_id}, '2001-01-01', 5)`,
    sql`insert into ledger_event (project_id, device_id, quantity, at, kind) values (${project_id}, ${device_id}, 'import', '2001-01-01', 'gap')`,
  ]) {
    await damage.execute(pools.db);
  }
  await rebuildProject(pools, project_id, { from: null });
  expect(await derived(pools.db)).toEqual(before);
});

test("a rebuild from a day on takes what lies before as it is", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const working = worker(pools);
  const days = Array.from({ length: 6 * 96 }, (_, index) =>
    reading(Date.parse("2026-03-02T00:15:00Z") + index * 900_000, {
      production: 5000 * index,
      interval: 900,
    }),
  );
  await send(pools, place, days);
  await working.idle();
  const before = await rowsOf(pools.db, "energy_quarter");
  await sql`update energy_quarter set n = 99 where bin_utc in ('2026-03-02 12:00Z', '2026-03-06 12:00Z')`.execute(
    pools.db,
  );
  await rebuildProject(pools, place.project_id, { from: "2026-03-05" });
  const after = await rowsOf(pools.db, "energy_quarter");
  expect(after.filter((line) => !before.includes(line))).toHaveLength(1);
  expect(after.find((line) => !before.includes(line))).toContain("2026-03-02 12:00");
});

test("a rebuild beside a working server misses nothing and keeps the projects of others as they are", async () => {
  const { pools, place, working } = await lived(23);
  const other = await scene(pools.db);
  await send(pools, other, [reading("2026-03-02T00:15:00Z", { production: 5 })]);
  await working.idle();
  const untouched = (await rowsOf(pools.db, "energy_quarter")).filter((line) =>
    line.includes(`,${other.project_id},`),
  );
  const late = Array.from({ length: 20 }, (_, index) =>
    reading(Date.parse("2026-12-02T00:15:00Z") + index * 900_000, { production: 5000 * index }),
  );
  const [rebuilt] = await Promise.all([
    rebuildProject(pools, place.project_id, { from: null }),
    ...late.map((one) => send(pools, place, [one])),
  ]);
  await working.idle();
  expect(rebuilt.faults).toEqual([]);
  const before = await derived(pools.db);
  await rebuildProject(pools, place.project_id, { from: null });
  expect(await derived(pools.db)).toEqual(before);
  expect(
    (await rowsOf(pools.db, "energy_quarter")).filter((line) => line.includes(`,${other.project_id},`)),
  ).toEqual(untouched);
});

test("a device that cannot be rebuilt is named, and its old rows stay", async () => {
  const { pools, place } = await lived(24);
  const before = await derived(pools.db);
  await pools.db.updateTable("project").set({ timezone: "Mars/Olympus" }).execute();
  const rebuilt = await rebuildProject(pools, place.project_id, { from: null });
  expect(rebuilt.faults).toEqual([{ device_id: place.device_id, message: expect.stringContaining("Mars") }]);
  expect(await derived(pools.db)).toEqual(before);
  expect(await rowsOf(pools.db, "ledger_fault")).toHaveLength(1);
});
