import { sql } from "kysely";
import { expect, test } from "vitest";
import { minutes, send, worker } from "../../../../testing/ledger-db-kit.ts";
import { reading } from "../../../../testing/ledger-test-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";

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
