// A 100 kWp plant under zero export whose twelve hours of sun have known figures.
import type { Db } from "../src/platform/db.ts";
import { addDay, addDevice, addHours, heard, minutesAgo, performanceApi } from "./performance-kit.ts";

const G = [0, 150, 400, 650, 820, 950, 900, 700, 450, 200, 40, 0];
const T = [26, 30, 38, 46, 52, 56, 55, 50, 43, 35, 28, 26];
const FREE_WH = [
  0, 13_263.8, 34_362, 54_200.2, 66_825.9, 76_223.2, 72_495, 57_487.5, 37_948.5, 17_370, 3562.2, 0,
];
/** Hours in which the grid meter stands at zero, with what the plant delivered. */
const HELD_WH: Readonly<Record<number, number>> = { 4: 50_000, 5: 48_000, 6: 52_000 };
/** Shares of the inverters A, B and C. */
const SHARES = [0.5, 0.3, 0.2] as const;

type Inverter = { project_id: number; device_id: number; device_uid: string };

/** The plant without any day: three inverters of 85 kW together, a sensor, and a meter at the grid connection. */
export async function vectorPlant() {
  const made = await performanceApi();
  const { db, plant } = made;
  const { project_id, gateway_id } = plant;
  await db
    .updateTable("project")
    .set({ capacity_wp: 100_000, run_nze: true })
    .where("project_id", "=", project_id)
    .execute();
  await db
    .updateTable("gateway")
    .set({ capacity_wp: 100_000 })
    .where("gateway_id", "=", gateway_id)
    .execute();
  await db
    .updateTable("device")
    .set({ ac_nominal_w: 42_500 })
    .where("device_id", "=", plant.device_id)
    .execute();
  await heard(db, plant, minutesAgo(1));
  const b = await addDevice(db, plant, { asset_type: "solar_inverter", serial: "B", ac_nominal_w: 25_500 });
  const c = await addDevice(db, plant, { asset_type: "solar_inverter", serial: "C", ac_nominal_w: 17_000 });
  const sensor = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "S" });
  const grid = await addDevice(db, plant, { asset_type: "grid_meter", serial: "M" });
  const inverters: readonly Inverter[] = [plant, b, c];
  return { ...made, inverters, sensor, grid };
}

type VectorPlant = Awaited<ReturnType<typeof vectorPlant>>;

/** Counters of the inverters are known up to the instant. */
export async function knownUntil(db: Db, { inverters }: Pick<VectorPlant, "inverters">, at: string) {
  for (const { project_id, device_id } of inverters) {
    const row = { frontier_at: new Date(at), m: JSON.stringify({ energy_total_wh: 1 }) };
    await db
      .insertInto("latest")
      .values({ project_id, device_id, ...row })
      .onConflict((old) => old.columns(["project_id", "device_id"]).doUpdateSet(row))
      .execute();
  }
}

/**
 * A day of the plant: free, or with zero export holding it back at noon. `silent` hours of C have no reading and, where
 * `gained` is given, that much energy over them; `down` hours of B have readings of nothing.
 */
export async function vectorDay(
  of: VectorPlant,
  day: string,
  given: {
    held?: boolean;
    down?: readonly number[];
    silent?: readonly number[];
    gainedWh?: number | null;
  } = {},
) {
  const { db, inverters, sensor, grid } = of;
  const { held = false, down = [], silent = [], gainedWh = null } = given;
  for (const [index, inverter] of inverters.entries()) {
    const hours = FREE_WH.map((free, hour) => {
      const wh = (SHARES[index] ?? 0) * ((held ? HELD_WH[hour] : undefined) ?? free);
      if (index === 1 && down.includes(hour)) return { production_wh: 0, power_avg_w: 0 };
      if (index !== 2 || !silent.includes(hour)) return { production_wh: wh, power_avg_w: wh };
      if (gainedWh === null || gainedWh === 0) return null;
      const part = gainedWh / silent.length;
      return { production_wh: part, est_production_wh: part, covered_s: 0 };
    });
    await addHours(db, inverter, day, hours);
    await addDay(db, inverter, day, {
      production_wh: hours.reduce((sum, hour) => sum + (hour?.production_wh ?? 0), 0),
    });
  }
  await addHours(
    db,
    sensor,
    day,
    G.map((irradiance, hour) => ({ insolation_wh_m2: irradiance, module_temperature_c: T[hour] ?? null })),
  );
  await addDay(db, sensor, day, { insolation_wh_m2: G.reduce((a, b) => a + b, 0) });
  await addHours(
    db,
    grid,
    day,
    G.map((_, hour) => ({ import_wh: held && HELD_WH[hour] !== undefined ? 500 : 8000, export_wh: 0 })),
  );
}
