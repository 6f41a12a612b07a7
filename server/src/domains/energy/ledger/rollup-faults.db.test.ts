import { sql } from "kysely";
import { expect, test } from "vitest";
import { dumpOf, healthy, rowsOf, send, singled, worker } from "../../../../testing/ledger-db-kit.ts";
import { inverter, ledgerOf } from "../../../../testing/ledger-test-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { binOf } from "../fold/energy-time.ts";

test("a device whose ledger cannot be made holds up no other, and catches up once it can", async () => {
  const pools = await freshPools();
  const broken = await scene(pools.db);
  const whole = await scene(pools.db);
  await pools.db
    .updateTable("project")
    .set({ timezone: "Mars/Olympus" })
    .where("project_id", "=", broken.project_id)
    .execute();
  const failures: string[] = [];
  const working = worker(pools, { failed: (what) => failures.push(what) });
  await send(pools, broken, healthy(10));
  await send(pools, whole, healthy(10));
  await working.idle();
  expect(failures).toEqual([
    `the ledger of device ${broken.device_id} of project ${broken.project_id} could not be made`,
  ]);
  expect((await dumpOf(pools.db, whole)).days).toMatchObject([{ production_wh: 9000 }]);
  expect((await dumpOf(pools.db, broken)).days).toEqual([]);
  expect(await rowsOf(pools.db, "ledger_fault")).toHaveLength(1);
  const timezone = "Asia/Ho_Chi_Minh";
  await pools.db
    .updateTable("project")
    .set({ timezone })
    .where("project_id", "=", broken.project_id)
    .execute();
  await send(pools, broken, healthy(1, 20));
  await working.idle();
  const expected = singled(ledgerOf(inverter, [...healthy(10), ...healthy(1, 20)]));
  expect(await dumpOf(pools.db, broken)).toStrictEqual(expected);
  expect(await rowsOf(pools.db, "ledger_fault")).toEqual([]);
});

test("states that cannot be read hold up no other device", async () => {
  const pools = await freshPools();
  const places = [
    await scene(pools.db),
    await scene(pools.db),
    await scene(pools.db),
    await scene(pools.db),
  ] as const;
  const [badFrontier, badClosing, badZone, whole] = places;
  const working = worker(pools);
  const three = [...healthy(10), ...healthy(10, 288), ...healthy(10, 576)];
  for (const place of places) await send(pools, place, three);
  await working.idle();
  const only = sql.lit(badZone.project_id);
  await sql`update project set timezone = 'Mars/Olympus' where project_id = ${only}`.execute(pools.db);
  await sql`update latest set frontier = '{' where device_id = ${sql.lit(badFrontier.device_id)}`.execute(
    pools.db,
  );
  await sql`update energy_day set closing = '[' where device_id = ${sql.lit(badClosing.device_id)}`.execute(
    pools.db,
  );
  for (const place of places) await send(pools, place, healthy(1, 300));
  await working.idle();
  const faults = await pools.db.selectFrom("ledger_fault").select("device_id").orderBy("device_id").execute();
  expect(faults).toEqual([badFrontier, badClosing, badZone].map(({ device_id }) => ({ device_id })));
  const all = [...healthy(10), ...healthy(10, 288), ...healthy(1, 300), ...healthy(10, 576)];
  expect(await dumpOf(pools.db, whole)).toStrictEqual(singled(ledgerOf(inverter, all)));
});

test("rows that the database refuses are noted with its words, and the others of the pass are written", async () => {
  const pools = await freshPools();
  const broken = await scene(pools.db);
  const whole = await scene(pools.db);
  await sql`alter table energy_quarter add constraint none_of_this check (device_id <> ${sql.lit(broken.device_id)})`.execute(
    pools.db,
  );
  const working = worker(pools);
  await send(pools, broken, healthy(10));
  await send(pools, whole, healthy(10));
  await working.idle();
  expect((await dumpOf(pools.db, whole)).days).toMatchObject([{ production_wh: 9000 }]);
  expect((await dumpOf(pools.db, broken)).frontier).toBeNull();
  const faults = await pools.db.selectFrom("ledger_fault").select(["device_id", "message"]).execute();
  expect(faults).toEqual([{ device_id: broken.device_id, message: expect.stringContaining("none_of_this") }]);
});

test("of a history in which the database refuses one quarter hour nothing is written, and all of it once that is taken", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const failures: string[] = [];
  const working = worker(pools, { failed: (what) => failures.push(what) });
  // Two months: more quarter hours than one statement takes.
  const history = healthy(17_280);
  await sql`alter table energy_quarter add constraint none_of_this check (bin_utc <> ${sql.lit(new Date(binOf(history[5]?.at ?? 0)).toISOString())})`.execute(
    pools.db,
  );
  await send(pools, place, history);
  await working.idle();
  expect(await rowsOf(pools.db, "energy_quarter")).toEqual([]);
  expect(failures).toHaveLength(1);
  await sql`alter table energy_quarter drop constraint none_of_this`.execute(pools.db);
  await send(pools, place, healthy(1, 17_280));
  await working.idle();
  const expected = singled(ledgerOf(inverter, [...history, ...healthy(1, 17_280)]));
  expect(await dumpOf(pools.db, place)).toStrictEqual(expected);
});
