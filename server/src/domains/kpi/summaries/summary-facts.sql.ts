// What a summary is made of: what gateways and devices say at an instant, and the sums that were cached before.
import { INVERTER_STATE } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { TroubleFacts } from "../alarms/alarm-rules.ts";
import type { RatioOfDay } from "../ratios/latest-ratio.sql.ts";
import type { MonthSums } from "./project-months.sql.ts";
import { NO_OPENING, type KeptOpening } from "../openings/openings.sql.ts";
import type { SpokenPower } from "./live-power.ts";
import { CONTACT, type PlantPlace } from "./plant-status.ts";
import { MOST_POWER_W } from "../../energy/index.ts";

/** Sums of all days before today, and the performance ratio of the latest of them, as they are cached in the summary. */
export interface SumsBefore extends RatioOfDay, MonthSums, KeptOpening {
  readonly performance_ratio_day: string | null;
}

/** What lies far above a device's rating is wrong, and no part of a sum. */
const BELIEVED_W = sql`case when abs((m->>'ac_power_w')::float8) > ${sql.raw(MOST_POWER_W)} then null
  else (m->>'ac_power_w')::float8 end`;
/** What the devices of a project say of its power: SpokenPower, of the rows `said`. */
const POWERS = sql`count(*) filter (where asset_type = 'solar_inverter' and m ? 'ac_power_w')::int4 as inverters,
  count(*) filter (where asset_type = 'electric_meter' and m ? 'ac_power_w')::int4 as meters,
  coalesce(jsonb_agg(jsonb_build_object('asset_type', asset_type, 'said_ms', (extract(epoch from ts) * 1000)::float8,
    'power_w', power_w, 'rated_w', ac_nominal_w) order by device_id)
    filter (where not fresh and m ? 'ac_power_w' and asset_type in ('solar_inverter', 'electric_meter')), '[]') as stale,
  sum(power_w) filter (where fresh and asset_type = 'solar_inverter') as inverter_power_w,
  sum(power_w) filter (where fresh and asset_type = 'electric_meter') as meter_power_w`;
/** The columns of MonthSums and RatioOfDay in the summary s. */
const SUMS = sql`s.before_today_meter_wh, s.before_today_inverter_wh, s.before_today_counted_wh, s.before_today_meter_co2_kg,
  s.before_today_inverter_co2_kg, s.before_today_counted_co2_kg, s.before_today_saving_vnd, s.before_today_saved_wh,
  s.before_today_saved_co2_kg, s.performance_ratio, s.performance_ratio_day, s.guaranteed_ratio, s.simulated_ratio, s.ratio_status,
  s.judged_ratio, s.judged_corrected`;
/** The columns of a KeptOpening in the summary s. */
const OPENING = sql.join(Object.keys(NO_OPENING).map((name) => sql.ref(`s.${name}`)));

export interface Facts extends PlantPlace, SumsBefore, TroubleFacts, SpokenPower {
  readonly project_id: number;
  readonly today: string | null;
  readonly before_today_known: boolean;
  /** Names the openings of the project's counters, as the sums before today hold them and as they are. */
  readonly openings_seen: string;
  readonly openings_now: string;
  readonly gateways: number;
  readonly last_contact_at: Date | null;
  readonly last_reading_at: Date | null;
  readonly faults: number;
  readonly irradiance_w_m2: number | null;
  readonly module_temperature_c: number | null;
  readonly swh: unknown;
}

/**
 * What the gateways and devices of each project say at the instant, one row a project. Powers sum, and irradiances
 * average, the devices that are not silent; null when all are.
 */
export async function factsOf(tx: Tx, projectIds: readonly number[], now: Date): Promise<Facts[]> {
  const limit = sql`make_interval(secs => greatest(${CONTACT.intervals} * g.interval_s, ${CONTACT.floorSeconds}))`;
  const { rows } = await sql<Facts>`
    with gate as (
      select g.project_id, g.gateway_id, g.last_contact_at, ${now}::timestamptz - ${limit} as since,
        g.last_contact_at >= ${now}::timestamptz - ${limit} as in_contact
      from gateway g where g.project_id = any(${projectIds}::int4[]) and g.removed_at is null
    ), gates as (
      select project_id, count(*)::int4 as gateways, count(last_contact_at)::int4 as heard,
        max(last_contact_at) as last_contact_at,
        coalesce(jsonb_agg(jsonb_build_object('gateway_id', gateway_id, 'lost_at_ms',
          (extract(epoch from last_contact_at) * 1000)::float8) order by gateway_id) filter (where not in_contact), '[]') as lost
      from gate group by project_id
    ), said as (
      select d.project_id, d.gateway_id, d.device_id, d.asset_type, d.ac_nominal_w, l.ts, l.m, l.ts >= g.since as fresh, g.in_contact, ${BELIEVED_W} as power_w
      from gate g join device d on d.gateway_id = g.gateway_id and d.removed_at is null
      join latest l on l.project_id = d.project_id and l.device_id = d.device_id and l.ts is not null
    ), devices as (
      select project_id, max(ts) as last_reading_at,
        count(*) filter (where fresh and asset_type = 'solar_inverter' and (m->>'state')::float8 = ${INVERTER_STATE.fault})::int4 as faults,
        coalesce(jsonb_agg(jsonb_build_object('gateway_id', gateway_id, 'device_id', device_id, 'silent', not fresh,
          'said_ms', (extract(epoch from ts) * 1000)::float8, 'state', m->'state', 'event_bits', m->'event_bits', 'errors', case when asset_type = 'swh_controller' then m->'ext'->'errors' end,
          'sensor_faults', case when asset_type = 'swh_controller' then m->'ext'->'sensor_faults' end) order by device_id)
          filter (where in_contact and (not fresh or case asset_type
            when 'solar_inverter' then (m->>'state')::float8 = ${INVERTER_STATE.fault} or (m->>'event_bits')::float8 <> 0
            when 'swh_controller' then m->'ext' ?| array['errors', 'sensor_faults'] end)), '[]') as devices,
        ${POWERS},
        avg((m->>'irradiance_w_m2')::float8) filter (where fresh and asset_type = 'sensor_radiation') as irradiance_w_m2,
        avg((m->>'module_temperature_c')::float8) filter (where fresh and asset_type = 'sensor_radiation') as module_temperature_c,
        jsonb_build_object(
          'tank_temperature_c', avg((m->>'tank_temperature_c')::float8) filter (where fresh),
          'collector_temperature_c', avg((m->>'collector_temperature_c')::float8) filter (where fresh),
          'ambient_temperature_c', avg((m->>'ambient_temperature_c')::float8) filter (where fresh),
          'relays', coalesce(jsonb_path_query_array(
            jsonb_agg(m->'ext'->'relays' order by device_id) filter (where fresh and m->'ext' ? 'relays'), '$[*][*]'), '[]')
        ) as swh
      from said group by project_id
    ), opened as (
      select project_id, count(*) || ' ' || sum(wh) as openings from energy_opening
      where project_id = any(${projectIds}::int4[]) group by project_id
    ), dumb as (
      select project_id, array_agg(gateway_id) as dumb_gateways from (
        select project_id, gateway_id from said group by project_id, gateway_id
        having count(*) > 1 and bool_and(in_contact and not fresh)) q
      group by project_id
    )
    select p.project_id, p.timezone, p.latitude, p.longitude, p.night_from, p.night_to,
      s.today, s.before_today_known, ${SUMS}, ${OPENING}, s.openings_seen, coalesce(o.openings, '') as openings_now,
      coalesce(g.gateways, 0) as gateways, coalesce(g.heard, 0) as heard, coalesce(g.lost, '[]') as lost,
      g.last_contact_at, d.last_reading_at, coalesce(d.faults, 0) as faults, coalesce(d.devices, '[]') as devices,
      coalesce(u.dumb_gateways, '{}') as dumb_gateways,
      coalesce(d.inverters, 0) as inverters, coalesce(d.meters, 0) as meters, coalesce(d.stale, '[]') as stale,
      d.inverter_power_w, d.meter_power_w, d.irradiance_w_m2, d.module_temperature_c,
      case when p.project_type = 'swh' then d.swh end as swh
    from project p join project_summary s on s.project_id = p.project_id
    left join gates g on g.project_id = p.project_id left join devices d on d.project_id = p.project_id
    left join dumb u on u.project_id = p.project_id left join opened o on o.project_id = p.project_id
    where p.project_id = any(${projectIds}::int4[])`.execute(tx);
  return rows;
}
