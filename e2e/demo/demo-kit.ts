// A plant of the demonstration in a database: what its gateways have kept of some days, stored and judged as the server does.
import { addDays, daysBetween } from "@heliograph/contract";
import { sql } from "kysely";
import { refreshKeyFigures, refreshSummaries } from "../../server/src/domains/kpi/index.ts";
import { judgeLateReadings } from "../../server/src/domains/kpi/alarms/late-alarms.jobs.ts";
import { checkedBatch } from "../../server/src/domains/telemetry/ingest/reading-batch.ts";
import { partitionKeeper } from "../../server/src/domains/telemetry/ingest/partitions.sql.ts";
import { storeReadings } from "../../server/src/domains/telemetry/ingest/readings.sql.ts";
import type { Pools } from "../../server/src/platform/db.ts";
import { account } from "../../server/testing/test-kit.ts";
import { worker } from "../../server/testing/ledger-db-kit.ts";
import { devicesOf } from "../../simulator/src/fleet/devices.ts";
import { fleet } from "../../simulator/src/fleet/fleet.ts";
import { dayEndingAt, dayStartMs, type Plant } from "../../simulator/src/fleet/plant.ts";
import { kept, type LoggedDevice } from "../../simulator/src/history.ts";
import { plantModel } from "../../simulator/src/plant-model.ts";

const DAY_MS = 86_400_000;

/** The plant of the fleet with that key. */
function plantOfFleet(key: string): Plant {
  const plant = fleet.find((one) => one.key === key);
  if (plant === undefined) throw new RangeError(key);
  return plant;
}

/** An alarm as it is kept; instants in ms since 1970. */
export interface ShownAlarm {
  readonly kind: string;
  readonly device: string | null;
  readonly started_ms: number;
  readonly ended_ms: number | null;
  readonly from_history: boolean;
}

export interface DemoPlant {
  readonly plant: Plant;
  readonly project_id: number;
  /** The days of its history, the last one not over. */
  readonly days: readonly string[];
  /** Sends what the gateways have kept of the days, in the order given. */
  readonly send: (days: readonly string[]) => Promise<void>;
  readonly alarms: () => Promise<ShownAlarm[]>;
}

async function makeProject(db: Pools["db"], plant: Plant) {
  const { account_id } = await account(db);
  const { project_id } = await db
    .insertInto("project")
    .values({
      name: plant.name,
      latitude: plant.site.latitude,
      longitude: plant.site.longitude,
      project_type: plant.type,
      timezone: plant.site.timezone,
      capacity_wp: plant.capacityWp,
      commissioned_on: plant.commissionedOn,
    })
    .returning("project_id")
    .executeTakeFirstOrThrow();
  await db.insertInto("project_member").values({ project_id, account_id, role: "owner" }).execute();
  await db.insertInto("project_summary").values({ project_id }).execute();
  if (plant.type === "pv" && plant.agreement !== null) {
    await sql`insert into performance_contract (project_id, guaranteed_year, degradation_per_year, gamma_per_c, rated_from_w_m2,
        pair_from_w_m2, min_completeness, min_insolation_wh_m2, status_from)
      values (${project_id}, ${plant.agreement.guaranteedYearPercent / 100}, 0.005, ${plant.gamma}, 50, 20, 0.9, 500,
        '{0.98,0.95,0.9,0.8}')`.execute(db);
  }
  return project_id;
}

async function makeGateway(db: Pools["db"], plant: Plant, project_id: number, index: number) {
  const { gateway_id, gateway_uid } = await db
    .insertInto("gateway")
    .values({
      project_id,
      serial: plant.gateways[index]?.serial ?? "",
      credential_hash: "none",
      interval_s: 300,
      capacity_wp: plant.gateways[index]?.capacityWp ?? null,
    })
    .returning(["gateway_id", "gateway_uid"])
    .executeTakeFirstOrThrow();
  const logged: LoggedDevice[] = [];
  const devices = new Map<string, { device_id: number }>();
  for (const device of devicesOf(plant, index)) {
    const { serial, name, asset_type, ac_nominal_w, dc_capacity_wp } = device.birth;
    const row = await db
      .insertInto("device")
      .values({ project_id, gateway_id, serial, name, asset_type, ac_nominal_w, dc_capacity_wp })
      .returning(["device_id", "device_uid"])
      .executeTakeFirstOrThrow();
    logged.push({ device, device_uid: row.device_uid });
    devices.set(row.device_uid, row);
  }
  return {
    index,
    logged,
    sender: { gateway_uid, project_id, interval_s: 300, devices, uids: new Map(), followed_until: 0 },
  };
}

/** A plant without readings yet, whose history of `count` days ends at `nowMs`. */
export async function demoPlant(
  { db, pool }: Pools,
  key: string,
  { count, nowMs, hourly = false }: { count: number; nowMs: number; hourly?: boolean },
): Promise<DemoPlant> {
  const plant = plantOfFleet(key);
  const project_id = await makeProject(db, plant);
  const gateways = await Promise.all(
    plant.gateways.map((_, index) => makeGateway(db, plant, project_id, index)),
  );
  const today = dayEndingAt(plant.site, nowMs);
  const days = daysBetween(addDays(today, 1 - count), today);
  const model = plantModel(plant);
  const ensure = partitionKeeper(pool);
  const send = async (some: readonly string[]) => {
    for (const day of some) {
      const from_ms = dayStartMs(plant.site, day);
      const span = { day, from_ms, to_ms: Math.min(from_ms + DAY_MS, nowMs), hourly };
      for (const { index, logged, sender } of gateways) {
        for (const { intervalS, readings } of kept(model, index, logged, span)) {
          const message = { v: 1, seq: 1, sent_at: nowMs, interval_s: intervalS, historical: true, readings };
          const checked = checkedBatch(message, sender, nowMs);
          if ("reason" in checked) throw new RangeError(checked.detail);
          await ensure(checked.rows.map(({ ts }) => ts));
          await storeReadings(pool, { lane: 1, rows: checked.rows });
        }
      }
    }
  };
  const alarms = async () => {
    const { rows } = await sql<ShownAlarm>`
      select a.kind, d.name as device, (extract(epoch from a.started_at) * 1000)::float8 as started_ms,
        (extract(epoch from a.ended_at) * 1000)::float8 as ended_ms, a.from_history
      from alarm a left join device d using (device_id)
      where a.project_id = ${project_id} and a.confirmed_at is not null
      order by a.started_at, a.kind, d.name`.execute(db);
    return rows;
  };
  return { plant, project_id, days, send, alarms };
}

/** Folds, computes and judges all that waits, as the server's background work does by and by. */
export async function settledAt(pools: Pools, nowMs: number): Promise<void> {
  const { db } = pools;
  const ledger = worker(pools);
  await ledger.idle();
  const { rows } = await sql<{ project_id: number }>`select project_id from project_summary`.execute(db);
  const ids = rows.map(({ project_id }) => project_id);
  await db.transaction().execute((tx) => refreshSummaries(tx, ids, nowMs));
  for (let some = -1; some !== 0;) some = await refreshKeyFigures(db, nowMs);
  for (let some = -1; some !== 0;) some = await judgeLateReadings(db, nowMs);
  await ledger.stop();
}
