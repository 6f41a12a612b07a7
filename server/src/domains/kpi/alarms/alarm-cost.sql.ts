// What the cost of alarms is computed from.
import { addDays, localDay, localMinutes, USUAL_TERMS } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { MOST_POWER_W } from "../../energy/index.ts";
import { keyOfDay } from "../heat/heat-days.sql.ts";
import { DEFAULT_PRICE, isoWeekday, priceAt } from "../saving/cost-saving.ts";
import { pricesOf } from "../saving/prices.sql.ts";
import { CONTACT } from "../summaries/plant-status.ts";
import type { CostDevice, CostPlant } from "./alarm-cost.ts";
import type { DeviceQuarter, LightQuarter } from "./alarm-course.ts";

type TypedDevice = CostDevice & {
  readonly asset_type: string;
  /** The ledger believes its counter up to here, ms since 1970; null: never, or it has none. */
  readonly known_until_ms: number | null;
};

/** A plant with its clock. */
export interface TimedPlant extends CostPlant {
  readonly project_id: number;
  readonly timezone: string;
  readonly devices: readonly TypedDevice[];
}

const ms = (instant: string) => sql.raw(`(extract(epoch from ${instant}) * 1000)::float8`);

/** The plants as they are at the instant; those that are not there are missing. */
export async function costPlants(db: Db, projectIds: readonly number[], now: Date): Promise<TimedPlant[]> {
  const { rows } = await sql<TimedPlant>`
    select p.project_id, p.timezone, p.latitude, p.longitude, p.capacity_wp,
      coalesce(c.gamma_per_c, ${USUAL_TERMS.gamma_percent_per_c / 100}::float8) as gamma_per_c,
      s.irradiance_w_m2, s.module_temperature_c, coalesce(x.devices, '[]') as devices
    from project p join project_summary s on s.project_id = p.project_id
    left join performance_contract c on c.project_id = p.project_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('device_id', d.device_id, 'gateway_id', d.gateway_id, 'asset_type', d.asset_type,
        'ac_nominal_w', d.ac_nominal_w, 'dc_capacity_wp', d.dc_capacity_wp,
        'power_w', case when l.ts >= ${now}::timestamptz
            - make_interval(secs => greatest(${CONTACT.intervals} * g.interval_s, ${CONTACT.floorSeconds}))
          and abs((l.m->>'ac_power_w')::float8) <= coalesce(${sql.raw(MOST_POWER_W)}, 'infinity') then (l.m->>'ac_power_w')::float8 end,
        'mppt', l.m->'ext'->'mppt',
        'known_until_ms', case when l.m ?| array['energy_total_wh', 'energy_export_wh']
          then ${ms("coalesce(l.counted_at, l.frontier_at)")} end) order by d.device_id) as devices
      from device d join gateway g on g.gateway_id = d.gateway_id and g.removed_at is null
      left join latest l on l.project_id = d.project_id and l.device_id = d.device_id
      where d.project_id = p.project_id and d.removed_at is null
        and d.asset_type in ('solar_inverter', 'electric_meter')
    ) x on true
    where p.project_id = any(${[...projectIds]}::int4[]) order by p.project_id`.execute(db);
  return rows.map((plant) => {
    const inverters = plant.devices.filter(({ asset_type }) => asset_type === "solar_inverter");
    return inverters.length === 0 ? plant : { ...plant, devices: inverters };
  });
}

/** The quarter hours of a project's producing devices and of its light that begin in the span, ms since 1970. */
export async function courseRows(
  db: Db,
  project_id: number,
  { from_ms, to_ms }: { readonly from_ms: number; readonly to_ms: number },
): Promise<{ rows: DeviceQuarter[]; light: LightQuarter[] }> {
  const within = sql`b.project_id = ${project_id} and b.bin_utc >= ${new Date(from_ms)} and b.bin_utc < ${new Date(to_ms)}`;
  const { rows } = await sql<DeviceQuarter>`
    select b.device_id, ${ms("b.bin_utc")} as at_ms, coalesce(b.production_wh, case when d.asset_type = 'electric_meter' then b.export_wh end) as energy_wh,
      b.covered_s
    from device d join energy_quarter b on b.device_id = d.device_id
    where d.project_id = ${project_id} and d.asset_type in ('solar_inverter', 'electric_meter') and ${within}
    order by b.bin_utc, b.device_id`.execute(db);
  const { rows: light } = await sql<LightQuarter>`
    select ${ms("b.bin_utc")} as at_ms, avg(b.insolation_wh_m2 * 3600 / b.covered_s) filter (where b.covered_s >= 450) as irradiance_w_m2,
      avg(b.module_temperature_c)::float8 as module_temperature_c
    from device d join energy_quarter b on b.device_id = d.device_id
    where d.project_id = ${project_id} and d.asset_type = 'sensor_radiation' and ${within}
    group by b.bin_utc order by b.bin_utc`.execute(db);
  return { rows, light };
}

/** Tells the price of a kWh in VND at instants (ms since 1970) of the span, by the tariff in force in the project. */
export async function pricesAt(
  db: Db,
  { project_id, timezone }: { readonly project_id: number; readonly timezone: string },
  { from_ms, to_ms }: { readonly from_ms: number; readonly to_ms: number },
): Promise<(atMs: number) => number> {
  const days: { project_id: number; day: string }[] = [];
  const last = localDay(timezone, to_ms);
  for (let day = localDay(timezone, from_ms); day <= last; day = addDays(day, 1)) {
    days.push({ project_id, day });
  }
  const prices = await pricesOf(db, days);
  return (atMs) => {
    const day = localDay(timezone, atMs);
    const price = prices.get(keyOfDay({ project_id, day })) ?? DEFAULT_PRICE;
    return priceAt(price, { minutes: localMinutes(timezone, atMs), weekday: isoWeekday(day) });
  };
}

/** The price of a kWh in VND at the instant in each of the projects, by id. */
export async function pricesNow(
  db: Db,
  plants: readonly Pick<TimedPlant, "project_id" | "timezone">[],
  nowMs: number,
): Promise<Map<number, number>> {
  const dayIn = ({ timezone }: Pick<TimedPlant, "timezone">) => localDay(timezone, nowMs);
  const keys = plants.map((plant) => ({ project_id: plant.project_id, day: dayIn(plant) }));
  const prices = await pricesOf(db, keys);
  return new Map(
    plants.map((plant) => {
      const day = dayIn(plant);
      const price = prices.get(keyOfDay({ project_id: plant.project_id, day })) ?? DEFAULT_PRICE;
      const at = { minutes: localMinutes(plant.timezone, nowMs), weekday: isoWeekday(day) };
      return [plant.project_id, priceAt(price, at)];
    }),
  );
}
