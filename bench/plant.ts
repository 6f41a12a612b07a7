// Plants with a year behind them, as the ledger would have left it, and a day of readings at any cadence.
import { sql } from "kysely";
import { refreshKeyFigures, refreshOutdated } from "../server/src/domains/kpi/index.ts";
import { repack } from "../server/src/domains/energy/index.ts";
import { seedFleet, type Stage } from "./stage.ts";

/** Days of which the ledger has quarter hours, days and months. */
export const YEAR_DAYS = 365;
const ZONE = "Asia/Ho_Chi_Minh";

export interface BenchPlant {
  readonly project_id: number;
  readonly project_uid: string;
  readonly inverters: readonly string[];
}

/** A project with that many inverters, a meter and a radiation sensor; nothing was measured yet. */
export async function seedPlant(stage: Stage, prefix: string, inverters: number): Promise<BenchPlant> {
  const { db } = stage.pools;
  await seedFleet(stage.pools, { projects: 1, devices: inverters, prefix });
  const { project_id, project_uid, gateway_id } = await db
    .selectFrom("gateway")
    .innerJoin("project", "project.project_id", "gateway.project_id")
    .select(["project.project_id", "project.project_uid", "gateway_id"])
    .where("gateway.serial", "like", `${prefix}-%`)
    .executeTakeFirstOrThrow();
  await sql`update project set capacity_wp = ${inverters} * 50000 where project_id = ${project_id}`.execute(
    db,
  );
  await sql`
    insert into device (project_id, gateway_id, asset_type, serial)
    values (${project_id}, ${gateway_id}, 'electric_meter', 'MET-1'), (${project_id}, ${gateway_id}, 'sensor_radiation', 'RAD-1')`.execute(
    db,
  );
  const devices = await db
    .selectFrom("device")
    .select("device_uid")
    .where("project_id", "=", project_id)
    .where("asset_type", "=", "solar_inverter")
    .orderBy("device_id")
    .execute();
  return { project_id, project_uid, inverters: devices.map(({ device_uid }) => device_uid) };
}

/** The share of its power that a plant gives at the local clock time of a column of instants. */
const sun = sql`greatest(0, sin(pi() * (date_part('epoch', b.at at time zone ${sql.lit(ZONE)})::int8 % 86400 - 21600) / 43200.0))`;

/** Fills quarter hours, days and months of a year until today, and lets the product compute what follows from them. */
export async function seedYear(stage: Stage, plant: BenchPlant): Promise<void> {
  const { db } = stage.pools;
  const { project_id } = plant;
  const today = sql`(now() at time zone ${sql.lit(ZONE)})::date`;
  await sql`
    insert into energy_quarter (project_id, device_id, bin_utc, production_wh, power_wh, insolation_wh_m2, power_avg_w, power_max_w,
      module_temperature_c, n, covered_s)
    select d.project_id, d.device_id, b.at, case when k.e > 0 then k.e * s.share end, case when k.e > 0 then k.e * s.share end,
      case when k.e = 0 then 200 * s.share end, case when k.e > 0 then 4 * k.e * s.share end, case when k.e > 0 then 4 * k.e * s.share end,
      case when k.e = 0 then 25 + 20 * s.share end, 3, 900
    from device d
    cross join lateral (select case d.asset_type when 'solar_inverter' then 10000.0 when 'electric_meter' then ${plant.inverters.length} * 9900.0
      else 0 end as e) k
    cross join generate_series((${today} - ${YEAR_DAYS - 1}::int4)::timestamp at time zone ${sql.lit(ZONE)}, now(), interval '15 minutes') as b (at)
    cross join lateral (select ${sun} as share) s
    where d.project_id = ${project_id} and s.share > 0`.execute(db);
  await sql`
    insert into energy_day (project_id, device_id, day, production_wh, power_wh, insolation_wh_m2, power_max_w, n, covered_s, expected_s)
    select project_id, device_id, (bin_utc at time zone ${sql.lit(ZONE)})::date, sum(production_wh), sum(power_wh), sum(insolation_wh_m2),
      max(power_max_w), sum(n), sum(covered_s), 86400
    from energy_quarter where project_id = ${project_id} group by 1, 2, 3`.execute(db);
  await sql`
    insert into energy_month (project_id, device_id, month, production_wh, power_wh, insolation_wh_m2, power_max_w, n, covered_s, expected_s)
    select project_id, device_id, date_trunc('month', day)::date, sum(production_wh), sum(power_wh), sum(insolation_wh_m2),
      max(power_max_w), sum(n), sum(covered_s), sum(expected_s)
    from energy_day where project_id = ${project_id} group by 1, 2, 3`.execute(db);
  await sql`analyze energy_quarter, energy_day, energy_month`.execute(db);
  await sql`
    insert into latest (project_id, device_id, frontier_at, m)
    select project_id, device_id, now(), '{"energy_total_wh": 1}' from device where project_id = ${project_id}
    on conflict do nothing`.execute(db);
  await refreshOutdated(db);
  while ((await refreshKeyFigures(db)) > 0);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from project_kpi_day where project_id = ${project_id} and not outdated`.execute(db);
  if (Number(rows[0]?.n) < YEAR_DAYS - 2) {
    throw new Error(`${rows[0]?.n} of ${YEAR_DAYS} days of the plant were computed`);
  }
}

/** Readings of the inverters over the local day before today, one every `intervalS` seconds; returns the day. */
export async function seedReadings(stage: Stage, plant: BenchPlant, intervalS: number): Promise<string> {
  const { db } = stage.pools;
  await sql`select ensure_reading_partitions(current_date - 3, current_date)`.execute(db);
  const { rows } = await sql<{ day: string }>`
    select (now() at time zone ${sql.lit(ZONE)})::date - 1 as day`.execute(db);
  const day = rows[0]?.day;
  if (day === undefined) throw new RangeError("PostgreSQL knows the day");
  await sql`
    insert into reading (project_id, device_id, ts, interval_s, ac_power_w, dc_power_w, energy_total_wh, ac_voltage_v, ac_current_a)
    select d.project_id, d.device_id, b.at, ${intervalS}::int4, 50000 * s.share, 51500 * s.share, extract(epoch from b.at), 400, 3
    from device d
    cross join generate_series(${day}::timestamp at time zone ${sql.lit(ZONE)} + make_interval(secs => ${intervalS}),
      (${day}::date + 1)::timestamp at time zone ${sql.lit(ZONE)}, make_interval(secs => ${intervalS})) as b (at)
    cross join lateral (select ${sun} as share) s
    where d.project_id = ${plant.project_id} and d.asset_type = 'solar_inverter'`.execute(db);
  await packed(stage, plant);
  await sql`vacuum analyze reading, chart_slots`.execute(db);
  return day;
}

/** Packs the hours of the plant's readings, as the worker would have while they came. */
async function packed({ pools }: Stage, { project_id }: BenchPlant): Promise<void> {
  const { rows } = await sql<{ device_id: number; since: number; until: number }>`
    select device_id, date_part('epoch', min(ts)) * 1000 as since, date_part('epoch', max(ts)) * 1000 as until
    from reading where project_id = ${project_id} group by device_id`.execute(pools.db);
  const client = await pools.pool.connect();
  try {
    for (const row of rows) await repack(client, { project_id, ...row }, false);
  } finally {
    client.release();
  }
}
