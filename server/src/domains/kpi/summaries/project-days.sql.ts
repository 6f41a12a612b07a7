// A project's local days: recomputed whole from the ledger of its devices, never added to.
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { pricesOf } from "../saving/prices.sql.ts";
import { DEFAULT_PRICE, savedVnd, type PricedEnergy } from "../saving/cost-saving.ts";
import { countedEnergyWh, type DaySums } from "../ratios/day-ratio.ts";
import { heatDays, keyOfDay, type HeatDay, type ProjectDayKey } from "../heat/heat-days.sql.ts";
import { outdateKpiDays } from "../ratios/kpi-days.sql.ts";

/** At most this many days are recomputed at once, so that an import of years keeps its transactions short in memory. */
const DAYS_AT_ONCE = 2000;

/**
 * Recomputes the days of the given projects that changed since they were last computed, and returns them in no order.
 * Their marks are gone once the transaction commits. May be repeated.
 */
export async function refreshProjectDays(tx: Tx, projectIds: readonly number[]): Promise<ProjectDayKey[]> {
  const { rows: days } = await sql<ProjectDayKey>`
    with taken as (delete from changed_project_days where project_id = any(${projectIds}::int4[]) returning project_id, day)
    select distinct project_id, day from taken`.execute(tx);
  for (let at = 0; at < days.length; at += DAYS_AT_ONCE) {
    await recompute(tx, days.slice(at, at + DAYS_AT_ONCE));
    await outdateKpiDays(tx, days.slice(at, at + DAYS_AT_ONCE));
  }
  return days;
}

async function recompute(tx: Tx, days: readonly ProjectDayKey[]): Promise<void> {
  const sums = await daySums(tx, days);
  const heats = await heatDays(tx, days);
  const prices = await pricesOf(tx, days);
  const byHour = sums.filter((day) => (prices.get(keyOfDay(day))?.bands.length ?? 0) > 0);
  const parts = await quarterHours(tx, byHour);
  const rows = sums.map((day) => {
    const key = keyOfDay(day);
    const { parts: heated, ...heat } = heats.get(key) ?? NO_HEAT;
    // A water heater has no meters: it counts by the electricity that it makes unnecessary.
    const produced = countedEnergyWh(day) ?? heat.saved_wh;
    const price = prices.get(key) ?? DEFAULT_PRICE;
    // Without quarter hours (they are kept for fewer years than days) the price without bands counts.
    const whole = { produced_wh: produced ?? 0, exported_wh: day.export_wh, minutes: -1, weekday: 0 };
    const timed = price.bands.length === 0 ? [] : [...(parts.get(key) ?? []), ...heated];
    const saving = savedVnd(price, timed.length === 0 ? [whole] : timed);
    return { ...day, ...heat, saving_vnd: produced === null ? null : saving.toFixed(2) };
  });
  await store(tx, rows);
}

const NO_HEAT = { heat_wh: null, heat_source: null, auxiliary_wh: null, saved_wh: null, parts: [] } as const;

const columns = (days: readonly ProjectDayKey[]) =>
  sql`unnest(${days.map((day) => day.project_id)}::int4[], ${days.map((day) => day.day)}::date[])`;

interface DayRow extends ProjectDayKey, DaySums {
  readonly import_wh: number | null;
  readonly export_wh: number | null;
}

/**
 * Sums over a project's devices for each of the days, one row each. A production meter that counts no total counts what
 * it exports. A device that has a ledger for an earlier day and none for this one is expected and covers nothing.
 */
async function daySums(tx: Tx, days: readonly ProjectDayKey[]): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with part as (
      select x.project_id, x.day, d.device_id, d.gateway_id, d.asset_type, r.production_wh, r.import_wh, r.export_wh,
        r.est_production_wh, r.est_export_wh, r.int_production_wh, r.int_export_wh, r.insolation_wh_m2, coalesce(r.covered_s, 0) as covered_s,
        case when r.device_id is not null then r.expected_s end as expected_s,
        r.device_id is null and d.removed_at is null and exists (
          select from energy_day q where q.project_id = x.project_id and q.device_id = d.device_id and q.day < x.day) as missing
      from ${columns(days)} as x (project_id, day)
      join device d on d.project_id = x.project_id
        and d.asset_type in ('electric_meter', 'solar_inverter', 'grid_meter', 'sensor_radiation')
      left join energy_day r on r.project_id = x.project_id and r.device_id = d.device_id and r.day = x.day
    ), kind as (
      select project_id, day, asset_type, sum(covered_s) as covered_s,
        sum(expected_s) + count(*) filter (where missing) * coalesce(max(expected_s), 0) as expected_s,
        sum(case asset_type when 'electric_meter' then coalesce(production_wh, export_wh) else production_wh end) as production_wh,
        sum(case when asset_type = 'electric_meter' and production_wh is null then est_export_wh else est_production_wh end)
          as est_production_wh,
        sum(case when asset_type = 'electric_meter' and production_wh is null then int_export_wh else int_production_wh end)
          as int_production_wh,
        sum(import_wh) as import_wh, sum(export_wh) as export_wh
      from part group by project_id, day, asset_type
    ), measured as (
      select project_id, day, gateway_id, device_id, insolation_wh_m2, covered_s, expected_s,
        max(covered_s) over (partition by project_id, day) as most_s
      from part where asset_type = 'sensor_radiation' and insolation_wh_m2 is not null
    ), sensor as (
      -- The best of each gateway, of those in order: the rules of sensorShares.
      select distinct on (project_id, day, gateway_id) project_id, day, gateway_id, insolation_wh_m2, covered_s, expected_s
      from measured where covered_s >= 0.9 * most_s
      order by project_id, day, gateway_id, covered_s desc, device_id
    ), mean as (
      select project_id, day, avg(insolation_wh_m2) as insolation_wh_m2, count(*) as sensors, min(covered_s) as covered_s,
        max(expected_s) as expected_s
      from sensor group by project_id, day
    ), sun as (
      select m.project_id, m.day, m.covered_s, m.expected_s, case when m.sensors = 1 then m.insolation_wh_m2 else
        coalesce((select sum(a.weight * coalesce(s.insolation_wh_m2, m.insolation_wh_m2)) / nullif(sum(a.weight), 0)
          from project_array a left join sensor s on (s.project_id, s.day, s.gateway_id) = (m.project_id, m.day, a.gateway_id)
          where a.project_id = m.project_id), m.insolation_wh_m2) end as insolation_wh_m2
      from mean m
    )
    select x.project_id, x.day, m.production_wh as meter_wh, i.production_wh as inverter_wh,
      m.est_production_wh as est_meter_wh, i.est_production_wh as est_inverter_wh,
      m.int_production_wh as int_meter_wh, i.int_production_wh as int_inverter_wh, g.import_wh, g.export_wh,
      s.insolation_wh_m2,
      coalesce(case when m.production_wh is null then i.covered_s else m.covered_s end, 0)::int8 as covered_s,
      coalesce(case when m.production_wh is null then i.expected_s else m.expected_s end, 0)::int8 as expected_s,
      coalesce(s.covered_s, 0) as irradiance_covered_s, coalesce(s.expected_s, 0) as irradiance_expected_s
    from ${columns(days)} as x (project_id, day)
    left join kind m on (m.project_id, m.day, m.asset_type) = (x.project_id, x.day, 'electric_meter')
    left join kind i on (i.project_id, i.day, i.asset_type) = (x.project_id, x.day, 'solar_inverter')
    left join kind g on (g.project_id, g.day, g.asset_type) = (x.project_id, x.day, 'grid_meter')
    left join sun s on (s.project_id, s.day) = (x.project_id, x.day)`.execute(tx);
  return rows;
}

/** Production and export of each quarter hour of the days, with the local time at which it begins. */
async function quarterHours(tx: Tx, days: readonly ProjectDayKey[]): Promise<Map<string, PricedEnergy[]>> {
  const parts = new Map<string, PricedEnergy[]>();
  if (days.length === 0) return parts;
  const { rows } = await sql<ProjectDayKey & PricedEnergy>`
    select x.project_id, x.day,
      coalesce(sum(coalesce(b.production_wh, b.export_wh)) filter (where d.asset_type = 'electric_meter'),
        sum(b.production_wh) filter (where d.asset_type = 'solar_inverter'),
        sum(b.production_wh / p.heater_efficiency) filter (where d.asset_type = 'swh_controller'), 0) as produced_wh,
      sum(b.export_wh) filter (where d.asset_type = 'grid_meter') as exported_wh,
      (extract(hour from l.clock) * 60 + extract(minute from l.clock))::int4 as minutes,
      extract(isodow from l.clock)::int4 as weekday
    from ${columns(days)} as x (project_id, day)
    join project p on p.project_id = x.project_id
    join device d on d.project_id = x.project_id
      and d.asset_type in ('electric_meter', 'solar_inverter', 'grid_meter', 'swh_controller')
    join energy_quarter b on b.project_id = x.project_id and b.device_id = d.device_id
      and b.bin_utc >= x.day::timestamp at time zone p.timezone
      and b.bin_utc < (x.day + 1)::timestamp at time zone p.timezone
    cross join lateral (select b.bin_utc at time zone p.timezone as clock) l
    group by x.project_id, x.day, b.bin_utc, l.clock`.execute(tx);
  for (const row of rows) {
    const key = keyOfDay(row);
    const list = parts.get(key);
    if (list === undefined) parts.set(key, [row]);
    else list.push(row);
  }
  return parts;
}

async function store(
  tx: Tx,
  rows: readonly (DayRow & HeatDay & { saving_vnd: string | null })[],
): Promise<void> {
  await sql`
    insert into project_day as d (project_id, day, meter_wh, inverter_wh, est_meter_wh, est_inverter_wh, int_meter_wh, int_inverter_wh,
      import_wh, export_wh, insolation_wh_m2, saving_vnd, covered_s, expected_s, irradiance_covered_s, irradiance_expected_s, heat_wh, heat_source,
      auxiliary_wh, saved_wh)
    select project_id, day, meter_wh, inverter_wh, est_meter_wh, est_inverter_wh, int_meter_wh, int_inverter_wh, import_wh,
      export_wh, insolation_wh_m2, saving_vnd, covered_s, expected_s, irradiance_covered_s, irradiance_expected_s, heat_wh, heat_source, auxiliary_wh,
      saved_wh
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (project_id int4, day date, meter_wh float8,
      inverter_wh float8, est_meter_wh float8, est_inverter_wh float8, int_meter_wh float8, int_inverter_wh float8, import_wh float8, export_wh float8,
      insolation_wh_m2 float8, saving_vnd numeric, covered_s int8, expected_s int8, irradiance_covered_s int4,
      irradiance_expected_s int4, heat_wh float8, heat_source text, auxiliary_wh float8, saved_wh float8)
    order by project_id, day
    on conflict (project_id, day) do update set meter_wh = excluded.meter_wh, inverter_wh = excluded.inverter_wh,
      est_meter_wh = excluded.est_meter_wh, est_inverter_wh = excluded.est_inverter_wh,
      int_meter_wh = excluded.int_meter_wh, int_inverter_wh = excluded.int_inverter_wh, import_wh = excluded.import_wh,
      export_wh = excluded.export_wh, insolation_wh_m2 = excluded.insolation_wh_m2, saving_vnd = excluded.saving_vnd,
      covered_s = excluded.covered_s, expected_s = excluded.expected_s,
      irradiance_covered_s = excluded.irradiance_covered_s, irradiance_expected_s = excluded.irradiance_expected_s,
      heat_wh = excluded.heat_wh, heat_source = excluded.heat_source, auxiliary_wh = excluded.auxiliary_wh,
      saved_wh = excluded.saved_wh`.execute(tx);
}
