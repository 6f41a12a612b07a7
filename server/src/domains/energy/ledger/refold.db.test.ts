import { sql } from "kysely";
import { expect, test } from "vitest";
import { minutes, rowsOf, send, worker } from "../../../../testing/ledger-db-kit.ts";
import { reading } from "../../../../testing/ledger-test-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { registerBirth } from "../../fleet/index.ts";

test("a rating that arrives later, and another capacity of an unrated device's project, make its energy anew at once", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const { db } = pools;
  const change = async (ac_nominal_w: number | null, capacity_wp: number) => {
    const { project_id, device_id } = place;
    await db.updateTable("project").set({ capacity_wp }).where("project_id", "=", project_id).execute();
    await db.updateTable("device").set({ ac_nominal_w }).where("device_id", "=", device_id).execute();
  };
  await change(null, 1000);
  const working = worker(pools);
  const counted = async () => {
    await working.idle();
    const { rows } = await sql<{
      wh: number;
    }>`select coalesce(sum(production_wh), 0)::float8 as wh from energy_day`.execute(db);
    return rows[0]?.wh;
  };
  // 4 kWh in five minutes: no plant of 1 kWp gives that, and one of 60 kWp does.
  await send(
    pools,
    place,
    Array.from({ length: 13 }, (_, at) => reading(minutes(5 * at), { production: 1e6 + 4000 * at })),
  );
  expect(await counted()).toBe(0);
  await change(50_000, 1000);
  expect(await counted()).toBe(48_000);
  await change(null, 1000);
  expect(await counted()).toBe(0);
  await change(null, 60_000);
  expect(await counted()).toBe(48_000);
});

test("a birth that tells the rating makes energy and integrals anew at once, and one that tells nothing new makes nothing", async () => {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const { db } = pools;
  await db.updateTable("project").set({ capacity_wp: 1000 }).execute();
  await db.updateTable("device").set({ ac_nominal_w: null }).execute();
  const working = worker(pools);
  const figures = async () => {
    await working.idle();
    const { rows } = await sql<{ wh: number; power: number; above: number }>`
      select coalesce(sum(production_wh), 0)::float8 as wh, sum(power_wh)::float8 as power,
        (select coalesce(sum((detail->>'count')::int4), 0)::int4 from ledger_event where kind = 'power_above_rating') as above
      from energy_day`.execute(db);
    return rows[0];
  };
  // A plant of 48 kW that once shows 400 kW.
  await send(
    pools,
    place,
    Array.from({ length: 13 }, (_, at) =>
      reading(minutes(5 * at), { production: 1e6 + 4000 * at, power: at === 6 ? 400_000 : 48_000 }),
    ),
  );
  const unrated = await figures();
  expect(unrated?.above).toBe(0);
  expect(unrated?.power).toBeCloseTo((12 * 48_000 + 400_000) / 12, 3);
  const caller = { ...place, serial: place.gateway_serial };
  const birth = (seq: number, rating: { ac_nominal_w?: number }) =>
    db.transaction().execute((tx) =>
      registerBirth(tx, caller, {
        v: 1,
        seq,
        sent_at: Date.now(),
        interval_s: 300,
        devices: [{ serial: "INV-1", asset_type: "solar_inverter", name: "", ...rating }],
      }),
    );
  await birth(1, { ac_nominal_w: 50_000 });
  const rated = await figures();
  expect(rated).toEqual({ wh: 48_000, power: 48_000, above: 1 });
  const waiting = () => rowsOf(db, "changed_readings");
  await birth(2, {});
  await birth(3, { ac_nominal_w: 50_000 });
  expect(await waiting()).toEqual([]);
});
