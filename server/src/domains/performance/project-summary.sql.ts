// The one row per project that lists, dashboards and live streams read. Everything in it is derived and may be recomputed.
import { INVERTER_STATE, localDay } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { liveAlarms, type TroubleFacts } from "./alarm-rules.ts";
import { settleLiveAlarms, worstAlarms } from "./alarms.sql.ts";
import type { DaySums } from "./day-ratio.ts";
import { avoidedCo2Kg, factorsByYear } from "./emission-factors.ts";
import { NO_RATIO, ratiosOfDays, type RatioOfDay } from "./latest-ratio.sql.ts";
import { CONTACT, plantState, withAlarms, type Place, type PlantState } from "./plant-status.ts";
import { refreshProjectDays } from "./project-days.sql.ts";

/** The channel on which telemetry hears of changed summaries, for open browsers: a JSON list of project ids. */
const LIVE_CHANNEL = "heliograph_live";
/** A notification holds less than 8,000 bytes; ids have ten digits at most. */
const IDS_PER_NOTIFICATION = 500;

/**
 * Recomputes the summaries of the given projects from their devices' latest readings and ledgers, in a fixed number of
 * statements whatever their number, and tells open browsers of those that changed once the transaction commits. Returns
 * the ids of those. Locks the rows in order of their ids; may be repeated. Projects without a summary row are left out.
 */
export async function refreshSummaries(
  tx: Tx,
  projectIds: readonly number[],
  nowMs: number = Date.now(),
): Promise<number[]> {
  const ids = await locked(tx, projectIds);
  if (ids.length === 0) return [];
  const days = await refreshProjectDays(tx, ids);
  const facts = await factsOf(tx, ids, new Date(nowMs));
  const todays = new Map(facts.map((row) => [row.project_id, localDay(row.timezone, nowMs)]));
  const stale = new Set(
    facts
      .filter((row) => !row.before_today_known || row.today !== todays.get(row.project_id))
      .map((row) => row.project_id),
  );
  for (const { project_id, day } of days) if (day < (todays.get(project_id) ?? day)) stale.add(project_id);
  const before = await sumsBefore(
    tx,
    [...stale].map((project_id) => ({ project_id, day: todays.get(project_id) ?? "" })),
  );
  const today = await daysOf(
    tx,
    [...todays].map(([project_id, day]) => ({ project_id, day })),
  );
  const states = await settledStates(tx, facts, nowMs);
  const rows = facts.map((row) =>
    summary(row, {
      day: todays.get(row.project_id) ?? "",
      state: states.get(row.project_id),
      today: today.get(row.project_id),
      before: before.get(row.project_id) ?? row,
    }),
  );
  const changed = await store(tx, rows);
  await announce(tx, changed);
  return changed;
}

/** Opens and ends the live alarms of the projects, and answers the states that follow. */
async function settledStates(
  tx: Tx,
  facts: readonly Facts[],
  nowMs: number,
): Promise<Map<number, PlantState>> {
  const alarms = facts.flatMap((row) =>
    liveAlarms(row, row, nowMs).map((alarm) => ({ ...alarm, project_id: row.project_id })),
  );
  const project_ids = facts.map((row) => row.project_id);
  const without_gateways = facts.flatMap((row) => row.lost.map(({ gateway_id }) => gateway_id));
  await settleLiveAlarms(tx, alarms, { project_ids, without_gateways }, nowMs);
  const worst = await worstAlarms(tx, project_ids);
  return new Map(
    facts.map((row) => {
      const lost_at_ms = row.lost.map((gateway) => gateway.lost_at_ms);
      const silent = row.devices.filter((device) => device.silent).length;
      const state = plantState({ ...row, lost_at_ms, silent }, row, nowMs);
      return [row.project_id, withAlarms(state, worst.get(row.project_id))];
    }),
  );
}

async function locked(tx: Tx, projectIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    select project_id from project_summary where project_id = any(${projectIds}::int4[])
    order by project_id for update`.execute(tx);
  return rows.map((row) => row.project_id);
}

/** Sums of all days before today, as they are cached in the summary. */
interface SumsBefore extends RatioOfDay {
  readonly before_today_meter_wh: number | null;
  readonly before_today_inverter_wh: number | null;
  readonly before_today_meter_co2_kg: number | null;
  readonly before_today_inverter_co2_kg: number | null;
  readonly before_today_saving_vnd: string | null;
  readonly performance_ratio_day: string | null;
}

interface Facts extends Place, SumsBefore, TroubleFacts {
  readonly project_id: number;
  readonly today: string | null;
  readonly before_today_known: boolean;
  readonly gateways: number;
  readonly last_contact_at: Date | null;
  readonly last_reading_at: Date | null;
  readonly faults: number;
  readonly inverter_power_w: number | null;
  readonly meter_power_w: number | null;
  readonly irradiance_w_m2: number | null;
  readonly module_temperature_c: number | null;
  readonly swh: unknown;
}

/**
 * What the gateways and devices of each project say at the instant, one row a project. Powers sum, and irradiances
 * average, the devices that are not silent; null when all are.
 */
async function factsOf(tx: Tx, projectIds: readonly number[], now: Date): Promise<Facts[]> {
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
      select d.project_id, d.gateway_id, d.device_id, d.asset_type, l.ts, l.m, l.ts >= g.since as fresh, g.in_contact
      from gate g join device d on d.gateway_id = g.gateway_id and d.removed_at is null
      join latest l on l.project_id = d.project_id and l.device_id = d.device_id and l.ts is not null
    ), devices as (
      select project_id, max(ts) as last_reading_at,
        count(*) filter (where fresh and asset_type = 'solar_inverter' and (m->>'state')::float8 = ${INVERTER_STATE.fault})::int4 as faults,
        coalesce(jsonb_agg(jsonb_build_object('gateway_id', gateway_id, 'device_id', device_id, 'silent', not fresh,
          'said_ms', (extract(epoch from ts) * 1000)::float8, 'state', m->'state', 'event_bits', m->'event_bits') order by device_id)
          filter (where in_contact and (not fresh or asset_type = 'solar_inverter'
            and ((m->>'state')::float8 = ${INVERTER_STATE.fault} or (m->>'event_bits')::float8 <> 0))), '[]') as devices,
        sum((m->>'ac_power_w')::float8) filter (where fresh and asset_type = 'solar_inverter') as inverter_power_w,
        sum((m->>'ac_power_w')::float8) filter (where fresh and asset_type = 'electric_meter') as meter_power_w,
        avg((m->>'irradiance_w_m2')::float8) filter (where fresh and asset_type = 'sensor_radiation') as irradiance_w_m2,
        avg((m->>'module_temperature_c')::float8) filter (where fresh and asset_type = 'sensor_radiation') as module_temperature_c,
        jsonb_build_object(
          'tank_temperature_c', avg((m->>'tank_temperature_c')::float8) filter (where fresh),
          'collector_temperature_c', avg((m->>'collector_temperature_c')::float8) filter (where fresh),
          'ambient_temperature_c', avg((m->>'ambient_temperature_c')::float8) filter (where fresh)) as swh
      from said group by project_id
    ), dumb as (
      select project_id, array_agg(gateway_id) as dumb_gateways from (
        select project_id, gateway_id from said group by project_id, gateway_id
        having count(*) > 1 and bool_and(in_contact and not fresh)) q
      group by project_id
    )
    select p.project_id, p.timezone, p.latitude, p.longitude, p.night_from, p.night_to,
      s.today, s.before_today_known, s.before_today_meter_wh, s.before_today_inverter_wh, s.before_today_meter_co2_kg,
      s.before_today_inverter_co2_kg, s.before_today_saving_vnd, s.performance_ratio, s.performance_ratio_day,
      s.guaranteed_ratio, s.simulated_ratio, s.ratio_status,
      coalesce(g.gateways, 0) as gateways, coalesce(g.heard, 0) as heard, coalesce(g.lost, '[]') as lost,
      g.last_contact_at, d.last_reading_at, coalesce(d.faults, 0) as faults, coalesce(d.devices, '[]') as devices,
      coalesce(u.dumb_gateways, '{}') as dumb_gateways,
      d.inverter_power_w, d.meter_power_w, d.irradiance_w_m2, d.module_temperature_c,
      case when p.project_type = 'swh' then d.swh end as swh
    from project p join project_summary s on s.project_id = p.project_id
    left join gates g on g.project_id = p.project_id left join devices d on d.project_id = p.project_id
    left join dumb u on u.project_id = p.project_id
    where p.project_id = any(${projectIds}::int4[])`.execute(tx);
  return rows;
}

interface At {
  readonly project_id: number;
  readonly day: string;
}
const columns = (at: readonly At[]) =>
  sql`unnest(${at.map((key) => key.project_id)}::int4[], ${at.map((key) => key.day)}::date[])`;

/** Sums of every project's days before the one given, and the performance ratio of the day before it. */
async function sumsBefore(tx: Tx, at: readonly At[]): Promise<Map<number, SumsBefore>> {
  if (at.length === 0) return new Map();
  const { years, kgPerKwh } = factorsByYear();
  const { rows } = await sql<Omit<SumsBefore, keyof RatioOfDay> & At & { performance_ratio_day: string }>`
    select x.project_id, x.day, (x.day - 1) as performance_ratio_day, b.*
    from ${columns(at)} as x (project_id, day)
    cross join lateral (
      select sum(d.meter_wh) as before_today_meter_wh, sum(d.inverter_wh) as before_today_inverter_wh,
        sum(d.meter_wh * f.kg_per_kwh / 1000) as before_today_meter_co2_kg,
        sum(d.inverter_wh * f.kg_per_kwh / 1000) as before_today_inverter_co2_kg,
        sum(d.saving_vnd) as before_today_saving_vnd
      from project_day d
      join unnest(${years}::int4[], ${kgPerKwh}::float8[]) as f (year, kg_per_kwh) on f.year = extract(year from d.day)
      where d.project_id = x.project_id and d.day < x.day
    ) b`.execute(tx);
  const ratios = await ratiosOfDays(
    tx,
    rows.map((row) => ({ project_id: row.project_id, day: row.performance_ratio_day })),
  );
  return new Map(
    rows.map((row) => [row.project_id, { ...row, ...(ratios.get(row.project_id) ?? NO_RATIO) }]),
  );
}

type DayOfProject = DaySums & { readonly project_id: number; readonly saving_vnd: string | null };

/** The given day of each project; a project without one is missing. */
async function daysOf(tx: Tx, at: readonly At[]): Promise<Map<number, DayOfProject>> {
  const { rows } = await sql<DayOfProject>`
    select d.project_id, d.meter_wh, d.inverter_wh, d.est_meter_wh, d.est_inverter_wh, d.insolation_wh_m2, d.saving_vnd,
      d.covered_s, d.expected_s, d.irradiance_covered_s, d.irradiance_expected_s
    from ${columns(at)} as x (project_id, day) join project_day d on d.project_id = x.project_id and d.day = x.day`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.project_id, row]));
}

/** A row of project_summary as it should be. */
function summary(
  facts: Facts,
  at: { day: string; state: PlantState | undefined; today: DayOfProject | undefined; before: SumsBefore },
) {
  const { before, today } = at;
  const year = Number(at.day.slice(0, 4));
  const meterWh = today?.meter_wh ?? null;
  const inverterWh = today?.inverter_wh ?? null;
  return {
    project_id: facts.project_id,
    ...at.state,
    last_reading_at: facts.last_reading_at,
    last_contact_at: facts.last_contact_at,
    active_power_w: facts.inverter_power_w ?? facts.meter_power_w,
    irradiance_w_m2: facts.irradiance_w_m2,
    module_temperature_c: facts.module_temperature_c,
    today: at.day,
    today_meter_wh: meterWh,
    today_inverter_wh: inverterWh,
    today_insolation_wh_m2: today?.insolation_wh_m2 ?? null,
    today_saving_vnd: today?.saving_vnd ?? null,
    before_today_known: true,
    before_today_meter_wh: before.before_today_meter_wh,
    before_today_inverter_wh: before.before_today_inverter_wh,
    before_today_meter_co2_kg: before.before_today_meter_co2_kg,
    before_today_inverter_co2_kg: before.before_today_inverter_co2_kg,
    before_today_saving_vnd: before.before_today_saving_vnd,
    meter_co2_kg: added(before.before_today_meter_co2_kg, avoidedCo2Kg(meterWh, year)),
    inverter_co2_kg: added(before.before_today_inverter_co2_kg, avoidedCo2Kg(inverterWh, year)),
    saving_vnd: addedVnd(before.before_today_saving_vnd, today?.saving_vnd ?? null),
    performance_ratio: before.performance_ratio,
    performance_ratio_day: before.performance_ratio_day,
    guaranteed_ratio: before.guaranteed_ratio,
    simulated_ratio: before.simulated_ratio,
    ratio_status: before.ratio_status,
    swh: facts.swh,
  };
}

/** The sum of what is known; null when neither is. */
function added(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : a + b;
}

function addedVnd(a: string | null, b: string | null): string | null {
  const sum = added(a === null ? null : Number(a), b === null ? null : Number(b));
  return sum === null ? null : sum.toFixed(2);
}

type SummaryRow = ReturnType<typeof summary>;

/** Writes the rows that differ from what is stored and returns their projects. */
async function store(tx: Tx, rows: readonly SummaryRow[]): Promise<number[]> {
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== "project_id");
  const list = (prefix: string) => sql.join(names.map((name) => sql.ref(`${prefix}.${name}`)));
  const set = sql.join(names.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`));
  const { rows: changed } = await sql<{ project_id: number }>`
    update project_summary s set ${set}, changed_at = now()
    from jsonb_populate_recordset(null::project_summary, ${JSON.stringify(rows)}::jsonb) r
    where s.project_id = r.project_id and (${list("s")}) is distinct from (${list("r")})
    returning s.project_id`.execute(tx);
  return changed.map((row) => row.project_id);
}

async function announce(tx: Tx, projectIds: readonly number[]): Promise<void> {
  for (let at = 0; at < projectIds.length; at += IDS_PER_NOTIFICATION) {
    const ids = JSON.stringify(projectIds.slice(at, at + IDS_PER_NOTIFICATION));
    await sql`select pg_notify(${LIVE_CHANNEL}, ${ids})`.execute(tx);
  }
}
