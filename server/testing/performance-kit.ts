// What tests of performance share: devices and their ledgers written directly, and the calls on a clock that stands still.
import type { ReadingExtras, Quantity } from "@heliograph/contract";
import { sql } from "kysely";
import { kpiRoutes } from "../src/domains/kpi/index.ts";
import { monitoringRoutes } from "../src/domains/monitoring/index.ts";
import type { AssetType } from "../src/domains/monitoring/device-data.ts";
import type { Db } from "../src/platform/db.ts";
import { apiOf } from "./api-kit.ts";
import { tokenFor } from "./fleet-kit.ts";
import { freshPools, scene } from "./test-kit.ts";

/** Noon of a clear Wednesday in Ho Chi Minh City. */
export const NOON = Date.parse("2026-02-04T12:00:00+07:00");
export const minutesAgo = (minutes: number) => new Date(NOON - minutes * 60_000);

type Scene = Awaited<ReturnType<typeof scene>>;

/** A plant of a project with one inverter, its owner's token, and the calls of performance at NOON. */
export async function performanceApi(project: Parameters<typeof scene>[2] = {}) {
  const { db, pool, url } = await freshPools();
  const plant = await scene(db, "owner", project);
  const api = await apiOf(db, (serve) => {
    kpiRoutes(serve, db, () => NOON);
    monitoringRoutes(serve, db, () => NOON);
  });
  return { db, pool, url, api, plant, token: await tokenFor(db, plant) };
}

/** Another device of the scene's gateway: the scene with the device's ids. */
export async function addDevice<S extends Pick<Scene, "project_id" | "gateway_id">>(
  db: Db,
  of: S,
  device: { asset_type: AssetType; serial: string; alias?: string; ac_nominal_w?: number },
): Promise<S & { device_id: number; device_uid: string }> {
  const { project_id, gateway_id } = of;
  const ids = await db
    .insertInto("device")
    .values({ project_id, gateway_id, ...device })
    .returning(["device_id", "device_uid"])
    .executeTakeFirstOrThrow();
  return { ...of, ...ids };
}

type Sums = Partial<
  Record<
    | "production_wh"
    | "import_wh"
    | "export_wh"
    | "est_production_wh"
    | "int_production_wh"
    | "insolation_wh_m2"
    | "covered_s"
    | "expected_s",
    number
  >
>;

/** Writes a device's local day into the ledger, complete unless told otherwise, and brings its month up to date. */
export async function addDay(
  db: Db,
  device: { project_id: number; device_id: number },
  day: string,
  sums: Sums,
) {
  const { project_id, device_id } = device;
  const whole = { covered_s: 43_200, expected_s: 43_200, ...sums };
  await db
    .insertInto("energy_day")
    .values({ project_id, device_id, day, closing: "{}", ...whole })
    .onConflict((row) => row.columns(["project_id", "device_id", "day"]).doUpdateSet(whole))
    .execute();
  await sql`
    insert into energy_month (project_id, device_id, month, production_wh, import_wh, export_wh, est_production_wh, int_production_wh,
      covered_s, expected_s)
    select project_id, device_id, date_trunc('month', day)::date, sum(production_wh), sum(import_wh), sum(export_wh),
      sum(est_production_wh), sum(int_production_wh), sum(covered_s), sum(expected_s)
    from energy_day where project_id = ${project_id} and device_id = ${device_id}
      and date_trunc('month', day) = date_trunc('month', ${day}::date)
    group by 1, 2, 3
    on conflict (project_id, device_id, month) do update set production_wh = excluded.production_wh,
      import_wh = excluded.import_wh, export_wh = excluded.export_wh, est_production_wh = excluded.est_production_wh,
      int_production_wh = excluded.int_production_wh,
      covered_s = excluded.covered_s, expected_s = excluded.expected_s`.execute(db);
}

type Quarter = Partial<
  Record<
    | "production_wh"
    | "est_production_wh"
    | "import_wh"
    | "export_wh"
    | "power_avg_w"
    | "insolation_wh_m2"
    | "module_temperature_c"
    | "covered_s",
    number | null
  >
>;

/** The hour in which the first of the hours given to `addHours` begins, by the clock of Ho Chi Minh City. */
const FIRST_HOUR = 6;

/**
 * Writes hours of a device's local day into the ledger, four equal quarter hours each, measured unless told otherwise;
 * null: no row. Energies are those of the hour.
 */
export async function addHours(
  db: Db,
  device: { project_id: number; device_id: number },
  day: string,
  hours: readonly (Quarter | null)[],
) {
  const { project_id, device_id } = device;
  const from = Date.parse(`${day}T00:00:00+07:00`) + FIRST_HOUR * 3_600_000;
  const energies = [
    "production_wh",
    "est_production_wh",
    "import_wh",
    "export_wh",
    "insolation_wh_m2",
  ] as const;
  const rows = hours.flatMap((hour, index) => {
    if (hour === null) return [];
    const quarter = { ...hour };
    for (const name of energies) {
      const sum = hour[name];
      if (sum !== undefined && sum !== null) quarter[name] = sum / 4;
    }
    return Array.from({ length: 4 }, (_, part) => ({
      project_id,
      device_id,
      bin_utc: new Date(from + index * 3_600_000 + part * 900_000),
      n: 1,
      ...quarter,
      covered_s: hour.covered_s ?? 900,
    }));
  });
  if (rows.length > 0) await db.insertInto("energy_quarter").values(rows).execute();
}

/** Sets the newest reading of a device. */
export async function addLatest(
  db: Db,
  device: { project_id: number; device_id: number },
  ts: Date,
  m: { [Q in Quantity]?: number } & { ext?: ReadingExtras },
) {
  const row = { ts, m: JSON.stringify(m) };
  await db
    .insertInto("latest")
    .values({ project_id: device.project_id, device_id: device.device_id, ...row })
    .onConflict((old) => old.columns(["project_id", "device_id"]).doUpdateSet(row))
    .execute();
}

/** Stores a reading as the gateway's message would: `ts` is the end of its interval. */
export async function addReading(
  db: Db,
  device: { project_id: number; device_id: number },
  ts: string,
  m: { [Q in Quantity]?: number } & { interval_s?: number },
) {
  const { project_id, device_id } = device;
  await db
    .insertInto("reading")
    .values({ project_id, device_id, ts, interval_s: 300, ...m })
    .execute();
}

/** The scene's gateway was last heard of at the instant. */
export async function heard(db: Db, { gateway_id }: Pick<Scene, "gateway_id">, at: Date) {
  await db.updateTable("gateway").set({ last_contact_at: at }).where("gateway_id", "=", gateway_id).execute();
}
