// A plant's energies do not depend on what its devices are rated at.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { worker } from "../../../../testing/ledger-db-kit.ts";
import {
  expectPlant,
  importPlant,
  isThere,
  PLANT,
  project,
  truth,
  type PlantTruth,
} from "../../../../testing/real-plants-kit.ts";
import { freshPools } from "../../../../testing/test-kit.ts";

test.skipIf(!isThere(...PLANT, "truth/plant_1.json")).each([
  ["no rating and no capacity", undefined, 0],
  ["no rating", undefined, 30_000_000],
  ["a rating", 1_500_000, 30_000_000],
])(
  "a mapping that names %s gives the plant the same energies (needs ../shared)",
  async (_name, ac_nominal_w, capacity_wp) => {
    const pools = await freshPools();
    const project_id = await project(pools.db, "Asia/Kolkata", "pv", capacity_wp);
    const working = worker(pools);
    await importPlant(pools, project_id, ac_nominal_w);
    const { rows } = await sql<{ rated: number }>`
      select count(ac_nominal_w)::int4 as rated from device where asset_type = 'solar_inverter'`.execute(
      pools.db,
    );
    expect(rows).toEqual([{ rated: ac_nominal_w === undefined ? 0 : 22 }]);
    await working.idle();
    await expectPlant(pools.db, truth("plant_1") as PlantTruth); // the reference file's own shape
  },
  180_000,
);
