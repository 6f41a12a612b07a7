import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { healthy, send, worker } from "../../../../testing/ledger-db-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";
import { MIGRATIONS } from "../../../platform/command.ts";
import { asAccount, connect, migrate, type Db } from "../../../platform/db.ts";
import { prepareJobs } from "../../../platform/jobs/jobs.ts";

/** A database as an installation before the renaming has it. */
async function oldInstallation() {
  const server = inject("postgresUrl");
  const admin = connect(server, 1);
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  await sql.raw(`create database ${name}`).execute(admin.db);
  const pools = connect(server.replace(/\/[^/]*$/, `/${name}`), 8);
  const folder = await mkdtemp(join(tmpdir(), "heliograph-migrations-"));
  onTestFinished(async () => {
    await pools.close();
    await sql.raw(`drop database ${name} with (force)`).execute(admin.db);
    await admin.close();
    await rm(folder, { recursive: true, force: true });
  });
  const before = (await readdir(MIGRATIONS)).filter((file) => file.endsWith(".sql") && file < "0020");
  for (const file of before) await copyFile(new URL(file, MIGRATIONS), join(folder, file));
  await prepareJobs(pools.pool);
  await migrate(pools.db, pathToFileURL(`${folder}/`));
  return pools;
}

const energyOf = async (db: Db) =>
  (await db.selectFrom("energy_day").select(["day", "production_wh"]).execute()).map(
    ({ day, production_wh }) => [day, production_wh],
  );

test("an installation with data takes the new names in place: what waited is worked on, and nobody sees more or less", async () => {
  const pools = await oldInstallation();
  const { db } = pools;
  const place = await scene(db);
  const { project_id, device_id, account_id } = place;
  await sql`insert into rday (project_id, device_id, day, production_wh) values (${project_id}, ${device_id}, '2026-03-01', 7)`.execute(
    db,
  );
  await sql`insert into touched (lane, project_id, device_id, since, until)
    values (0, array[${project_id}::int4], array[${device_id}::int4], array['2026-03-02 02:00Z'::timestamptz], array['2026-03-02 02:10Z'::timestamptz])`.execute(
    db,
  );
  await migrate(db, MIGRATIONS);
  expect(await energyOf(db)).toEqual([["2026-03-01", 7]]);
  expect(await db.selectFrom("changed_project_days").select("day").execute()).toEqual([
    { day: "2026-03-01" },
  ]);
  expect(await db.selectFrom("changed_readings").select(["change_id", "lane"]).execute()).toEqual([
    { change_id: 1, lane: 0 },
  ]);
  const working = worker(pools);
  await send(pools, place, healthy(3));
  await working.idle();
  expect(await energyOf(db)).toContainEqual(["2026-03-02", 2000]);
  expect(await db.selectFrom("changed_readings").selectAll().execute()).toEqual([]);
  const noted = await db.selectFrom("changed_project_days").select("day").distinct().orderBy("day").execute();
  expect(noted.map(({ day }) => day)).toEqual(["2026-03-01", "2026-03-02"]);
  const seen = (projects: number[]) => asAccount(db, { account_id, projects }, (tx) => energyOf(tx));
  expect(await seen([])).toEqual([]);
  expect(await seen([project_id])).toEqual(await energyOf(db));
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relname ~ '^(touched|project_day_touched|pieces|r15|rday|rmonth|rhour)'
    union all select conname from pg_constraint where conname ~ '^(touched|project_day_touched|pieces|r15|rday|rmonth)_'
    union all select tgname from pg_trigger where tgname ~ '^rday'
    union all select proname from pg_proc where proname ~ '^touch_'`.execute(db);
  expect(rows).toEqual([]);
});
