import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  dumpOf,
  healthy,
  minutes,
  rowsOf,
  send,
  singled,
  storable,
  worker,
} from "../../../../testing/ledger-db-kit.ts";
import { inverter, ledgerOf, reading, series } from "../../../../testing/ledger-test-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";

const batches = fc.tuple(
  fc.array(fc.nat({ max: 60 }), { maxLength: 8 }),
  fc.array(fc.nat({ max: 1000 }), { minLength: 12, maxLength: 12 }),
);

test("batches in any order, in both lanes and while the worker works give the ledger of all readings at once", async () => {
  const pools = await freshPools();
  await sql`select ensure_reading_partitions('2026-03-01', '2026-12-01')`.execute(pools.db);
  const working = worker(pools);
  await fc.assert(
    fc.asyncProperty(series("wild", 40), batches, async (given, [cuts, keys]) => {
      const place = await scene(pools.db);
      const all = storable(given);
      const edges = [...new Set([0, ...cuts.filter((cut) => cut < all.length), all.length])].toSorted(
        (a, b) => a - b,
      );
      const parts = edges.slice(1).map((edge, index) => all.slice(edges[index], edge));
      const order = parts
        .map((part, index) => ({ part, key: keys[index] ?? 0 }))
        .toSorted((a, b) => a.key - b.key);
      for (const { part, key } of [...order, ...order.slice(0, 1)]) {
        await send(pools, place, part, key % 2 === 0 ? 0 : 1);
        if (key % 3 === 0) await working.idle();
      }
      await working.idle();
      expect(await dumpOf(pools.db, place)).toStrictEqual(singled(ledgerOf(inverter, all)));
    }),
    { numRuns: 12 },
  );
}, 120_000);

test("a late reading changes every roll-up it belongs to, and no other", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const working = worker(pools);
  const all = [...healthy(40), ...healthy(40, 288), ...healthy(40, 31 * 288)];
  const late = all.splice(20, 1);
  await send(pools, place, all);
  await working.idle();
  const figures = async () => ({
    bin: (
      await sql`select n, power_wh from energy_quarter where bin_utc = ${new Date(minutes(90)).toISOString()}`.execute(
        pools.db,
      )
    ).rows,
    hour: (
      await sql`select n, power_wh from energy_hour where hour_utc = ${new Date(minutes(60)).toISOString()}`.execute(
        pools.db,
      )
    ).rows,
    day: (await sql`select n, power_wh from energy_day where day = '2026-03-02'`.execute(pools.db)).rows,
    month: (await sql`select n, power_wh from energy_month where month = '2026-03-01'`.execute(pools.db))
      .rows,
  });
  const others = async () =>
    (await rowsOf(pools.db, "energy_day")).filter((line) => !line.includes(",2026-03-02,"));
  const [before, othersBefore] = [await figures(), await others()];
  await send(pools, place, late);
  await working.idle();
  const after = await figures();
  for (const part of ["bin", "hour", "day", "month"] as const) {
    const [was] = before[part] as { n: number; power_wh: number }[];
    expect(after[part]).toEqual([{ n: Number(was?.n) + 1, power_wh: Number(was?.power_wh) + 1000 }]);
  }
  expect(await others()).toEqual(othersBefore);
  // The gap of a month between the readings has its days, too.
  expect(othersBefore).toHaveLength(31);
});

test("a late reading is in every roll-up five seconds after its commit, without anybody asking", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const working = worker(pools);
  const all = healthy(40);
  const late = all.splice(20, 1);
  await send(pools, place, all);
  await working.idle();
  await send(pools, place, late);
  const counts = async () => {
    const { rows } = await sql<{ n: number }>`
      select sum(n)::int8 as n from energy_quarter union all select sum(n)::int8 from energy_hour
      union all select sum(n)::int8 from energy_day union all select sum(n)::int8 from energy_month`.execute(
      pools.db,
    );
    return rows.map(({ n }) => n);
  };
  await expect.poll(counts, { interval: 100 }).toEqual([40, 40, 40, 40]);
});

const named = (row: object | undefined) => ["device_id", "project_id", ...Object.keys(row ?? {})].toSorted();

test("the rows of a ledger have a value for every column of their tables", async () => {
  const pools = await freshPools();
  const { bins, days } = ledgerOf(inverter, healthy(3));
  const columns = async (table: string) => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = ${table} order by 1`.execute(
      pools.db,
    );
    return rows.map(({ name }) => name);
  };
  expect(await columns("energy_quarter")).toEqual(named(bins[0]));
  // What is reported of a day is none of the ledger's: it fills what readings do not tell.
  expect((await columns("energy_day")).filter((name) => name !== "reported")).toEqual(named(days[0]));
});

test("the latest value is the newest live reading; what is resent or imported never replaces it", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const working = worker(pools);
  await send(pools, place, [reading(minutes(0), { power: 1000, soc: 50 })]);
  await send(pools, place, [reading(minutes(10), { power: 2000 })], 1);
  await working.idle();
  const latest = () =>
    pools.db.selectFrom("latest").select(["ts", "m", "frontier_at"]).executeTakeFirstOrThrow();
  expect(await latest()).toEqual({
    ts: new Date(minutes(0)),
    m: { ac_power_w: 1000, soc_percent: 50 },
    frontier_at: new Date(minutes(10)),
  });
  await send(pools, place, [reading(minutes(5), { power: 3000 })]);
  await working.idle();
  expect(await latest()).toEqual({
    ts: new Date(minutes(5)),
    m: { ac_power_w: 3000 },
    frontier_at: new Date(minutes(10)),
  });
});

test("months are the sums of their days, also when there are too many to sum at once", async () => {
  const pools = await freshPools();
  const { project_id, gateway_id } = await scene(pools.db);
  const devices = await pools.db
    .insertInto("device")
    .values(
      Array.from({ length: 450 }, (_, index) => ({
        project_id,
        gateway_id,
        asset_type: "solar_inverter",
        serial: `X-${index}`,
      })),
    )
    .returning(["project_id", "device_id"])
    .execute();
  const working = worker(pools);
  for (const device of devices) await send(pools, device, healthy(3));
  await working.idle();
  const { rows } = await sql<{ months: number; wrong: number; wh: number }>`
    select count(*) as months, count(*) filter (where m.production_wh is distinct from d.production_wh) as wrong,
      sum(m.production_wh) as wh
    from energy_month m left join (
      select device_id, date_trunc('month', day)::date as month, sum(production_wh) as production_wh from energy_day group by 1, 2
    ) d using (device_id, month)`.execute(pools.db);
  expect(rows).toEqual([{ months: 450, wrong: 0, wh: 450 * 2000 }]);
  expect(await rowsOf(pools.db, "changed_readings")).toEqual([]);
});

test("a worker killed in the middle of a pass loses nothing and writes nothing twice", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  let kills = 2;
  const failures: string[] = [];
  const working = worker(pools, {
    failed: (what) => failures.push(what),
    afterPass: async (tx) => {
      if (kills === 0) return;
      kills -= 1;
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      // All has been written by now, and nothing committed.
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(pools.db);
    },
  });
  const all = storable(healthy(30));
  await send(pools, place, all.slice(0, 20));
  await working.idle();
  await send(pools, place, all.slice(20));
  await working.idle();
  expect(failures).toHaveLength(2);
  expect(await dumpOf(pools.db, place)).toStrictEqual(singled(ledgerOf(inverter, all)));
});

test("two workers never work at the same time, and the second takes over when the first ends", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  let inside = 0;
  let most = 0;
  const passes: string[] = [];
  const options = (name: string) => ({
    afterPass: async () => {
      inside += 1;
      most = Math.max(most, inside);
      passes.push(name);
      await sql`select pg_sleep(0.05)`.execute(pools.db);
      inside -= 1;
    },
  });
  const first = worker(pools, options("first"));
  await send(pools, place, healthy(1));
  await first.idle();
  const second = worker(pools, options("second"));
  for (let index = 1; index < 6; index += 1) {
    await send(pools, place, healthy(1, index));
    await Promise.all([first.idle(), second.idle()]);
  }
  expect(new Set(passes)).toEqual(new Set(["first"]));
  await first.stop();
  await send(pools, place, healthy(1, 6));
  await second.idle();
  expect(passes.at(-1)).toBe("second");
  expect(most).toBe(1);
  expect(await dumpOf(pools.db, place)).toStrictEqual(singled(ledgerOf(inverter, healthy(7))));
});

test("when the facts of a device change, its whole ledger is made anew", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const working = worker(pools);
  const all = storable([...healthy(100), ...healthy(100, 288)]);
  await send(pools, place, all);
  await working.idle();
  await pools.db.updateTable("project").set({ timezone: "Europe/Berlin" }).execute();
  const more = storable(healthy(1, 400));
  await send(pools, place, more);
  await working.idle();
  const berlin = { ...inverter, timezone: "Europe/Berlin" };
  expect(await dumpOf(pools.db, place)).toStrictEqual(singled(ledgerOf(berlin, [...all, ...more])));
});

test("live projects come first, and what fails after a pass is undone without the roll-ups", async () => {
  const pools = await freshPools();
  const old = await scene(pools.db);
  const live = await scene(pools.db);
  await send(pools, old, healthy(3), 1);
  await send(pools, live, healthy(3));
  const seen: (readonly number[])[] = [];
  const failures: string[] = [];
  const working = worker(pools, {
    failed: (what) => failures.push(what),
    afterPass: async (tx, projects) => {
      seen.push(projects);
      await tx
        .updateTable("project_summary")
        .set({ active_power_w: 1 })
        .where("project_id", "in", projects)
        .execute();
      if (seen.length === 1) throw new Error("not this time");
    },
  });
  await working.idle();
  expect(seen).toEqual([[live.project_id], [old.project_id]]);
  expect(failures).toEqual(["what follows from a pass of the ledger failed"]);
  const summaries = pools.db
    .selectFrom("project_summary")
    .select(["project_id", "active_power_w"])
    .orderBy("project_id");
  expect(await summaries.execute()).toEqual([
    { project_id: old.project_id, active_power_w: 1 },
    { project_id: live.project_id, active_power_w: null },
  ]);
  expect((await dumpOf(pools.db, live)).days).toMatchObject([{ production_wh: 2000 }]);
});

test("a backlog of many devices is worked off in slices, between which live readings are taken", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const { project_id, gateway_id } = place;
  const devices = await pools.db
    .insertInto("device")
    .values(
      Array.from({ length: 70 }, (_, index) => ({
        project_id,
        gateway_id,
        asset_type: "solar_inverter",
        serial: `B-${index}`,
      })),
    )
    .returning(["project_id", "device_id"])
    .execute();
  for (const device of devices) await send(pools, device, healthy(1000), 1);
  const working = worker(pools);
  await working.idle();
  const { rows } = await sql<{ devices: number; wh: number }>`
    select count(distinct device_id) as devices, sum(production_wh) as wh from energy_day`.execute(pools.db);
  expect(rows).toEqual([{ devices: 70, wh: 70 * 999_000 }]);
});
