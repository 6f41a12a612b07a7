// A plant with a meter at the grid, and its zero export as people and its gateway change it.
import { controlRoutes } from "../../src/domains/control/index.ts";
import type { Db } from "../../src/platform/db.ts";
import { apiOf } from "../api-kit.ts";
import { tokenFor } from "../fleet-kit.ts";
import { freshPools, scene } from "../test-kit.ts";

/** A plant under zero export with a meter at the grid, and the calls of control by a clock that tests move. */
export async function zeroExportPlant() {
  const { db, url } = await freshPools();
  const clock = { ms: Date.now() };
  const plant = await scene(db);
  await db.updateTable("project").set({ run_nze: true }).execute();
  const meter_id = await addGridMeter(db, plant);
  const api = await apiOf(db, (serve) => controlRoutes(serve, db, () => clock.ms));
  return { db, url, api, plant, meter_id, clock, token: await tokenFor(db, plant) };
}

/** Adds a meter at the grid behind the gateway and returns its id. */
export async function addGridMeter(
  db: Db,
  { project_id, gateway_id }: { project_id: number; gateway_id: number },
): Promise<number> {
  const { device_id } = await db
    .insertInto("device")
    .values({ project_id, gateway_id, asset_type: "grid_meter", serial: "GM-01" })
    .returning("device_id")
    .executeTakeFirstOrThrow();
  return device_id;
}

/** A reading of the meter: what crosses it (W, import positive), and whether zero export holds; null: it does not say. */
export interface GridReading {
  /** ms since 1970, the end of its interval. */
  readonly at_ms: number;
  readonly grid_w: number;
  readonly nze_on?: 0 | 1 | null;
}

/** Stores readings of the meter as if they had come live. */
export async function meterReads(
  db: Db,
  { project_id, device_id }: { project_id: number; device_id: number },
  readings: readonly GridReading[],
  interval_s = 300,
): Promise<void> {
  for (let at = 0; at < readings.length; at += 1000) {
    await db
      .insertInto("reading")
      .values(
        readings.slice(at, at + 1000).map(({ at_ms, grid_w, nze_on = null }) => ({
          project_id,
          device_id,
          interval_s,
          ts: new Date(at_ms),
          ac_power_w: grid_w,
          nze_on,
        })),
      )
      .execute();
  }
}

/** What the meter says newest, as the ledger's pass writes it. */
export async function meterSays(
  db: Db,
  { project_id, device_id }: { project_id: number; device_id: number },
  m: Record<string, number>,
  at_ms: number,
): Promise<void> {
  const row = { ts: new Date(at_ms), m: JSON.stringify(m) };
  await db
    .insertInto("latest")
    .values({ project_id, device_id, ...row })
    .onConflict((conflict) => conflict.columns(["project_id", "device_id"]).doUpdateSet(row))
    .execute();
}
