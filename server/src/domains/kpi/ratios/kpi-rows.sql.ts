// What key figures of a project are computed from: its terms, its devices, and the quarter hours of its days.
import { USUAL_TERMS, addDays, startOfDay, type PerformanceTerms } from "@heliograph/contract";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { prepared } from "../../../platform/postgres/prepared.ts";
import type { KpiPlant } from "./kpi-plant.ts";
import type { DeviceRows, KpiDaySpan, QuarterColumns } from "./kpi-quarters.ts";

/** A project as its key figures see it. */
export interface KpiProject {
  readonly project_id: number;
  readonly timezone: string;
  readonly commissioned_on: string | null;
  readonly terms: PerformanceTerms;
  readonly plant: KpiPlant;
}

type ContractRow = {
  starts_on: string | null;
  degradation_per_year: number;
  guaranteed_year: number | null;
  guaranteed_month: number[] | null;
  simulated_year: number | null;
  simulated_month: number[] | null;
  gamma_per_c: number;
  rated_from_w_m2: number;
  pair_from_w_m2: number;
  min_completeness: number;
  min_insolation_wh_m2: number;
  status_from: number[];
};

// Shares are kept as they are counted with; 0.007 × 100 would read 0.7000000000000001.
const percent = (ratio: number) => Number((ratio * 100).toFixed(9));
const percentOrNull = (ratio: number | null) => (ratio === null ? null : percent(ratio));

/** The terms as they were agreed; those of a project without any where there is no row. */
function termsOf(row: ContractRow | null): PerformanceTerms {
  if (row === null) return USUAL_TERMS;
  const [normal = 0, warning = 0, minor = 0, major = 0] = row.status_from.map(percent);
  return {
    starts_on: row.starts_on,
    degradation_percent_per_year: percent(row.degradation_per_year),
    guaranteed_year_percent: percentOrNull(row.guaranteed_year),
    guaranteed_month_percent: row.guaranteed_month?.map(percent) ?? null,
    pvsyst_year_percent: percentOrNull(row.simulated_year),
    pvsyst_month_percent: row.simulated_month?.map(percent) ?? null,
    gamma_percent_per_c: percent(row.gamma_per_c),
    rated_from_w_m2: row.rated_from_w_m2,
    pair_from_w_m2: row.pair_from_w_m2,
    min_completeness_percent: percent(row.min_completeness),
    min_insolation_wh_m2: row.min_insolation_wh_m2,
    status_from_percent: { normal, warning, minor, major },
  };
}

interface ProjectFacts extends Omit<KpiPlant, "rules" | "rated_from_w_m2" | "gamma_per_c"> {
  readonly project_id: number;
  readonly timezone: string;
  readonly commissioned_on: string | null;
  readonly contract: ContractRow | null;
}

const factsWhere = (which: RawBuilder<unknown>) => sql`
    select p.project_id, p.timezone, p.commissioned_on, p.capacity_wp, p.latitude, p.longitude, p.run_nze,
      p.calculate_expected_data_by, to_jsonb(c) as contract,
      coalesce((select jsonb_agg(jsonb_build_object('gateway_id', g.gateway_id, 'capacity_wp', g.capacity_wp) order by g.gateway_id)
        from gateway g where g.project_id = p.project_id and g.removed_at is null), '[]') as gateways,
      coalesce((select jsonb_agg(jsonb_build_object('gateway_id', a.gateway_id, 'weight', a.weight) order by a.gateway_id)
        from project_array a where a.project_id = p.project_id), '[]') as arrays,
      coalesce((select jsonb_agg(jsonb_build_object('gateway_id', o.gateway_id, 'from_ms', (extract(epoch from o.from_at) * 1000)::float8,
        'to_ms', (extract(epoch from o.to_at) * 1000)::float8)) from planned_outage o where o.project_id = p.project_id), '[]') as outages
    from project p left join performance_contract c on c.project_id = p.project_id
    where ${which}`;

/** The projects by id; those that are not there are missing. */
export async function kpiProjects(db: Db, projectIds: readonly number[]): Promise<Map<number, KpiProject>> {
  const which = sql`p.project_id = any(${projectIds}::int4[])`;
  const { rows } = await sql<ProjectFacts>`${factsWhere(which)}`.execute(db);
  return new Map(rows.map((row) => [row.project_id, kpiProjectOf(row)]));
}

/** The project with that id, which is there. */
export async function kpiProject(db: Db, project_id: number): Promise<KpiProject> {
  const which = sql`p.project_id = ${project_id}`;
  const { rows } = await sql<ProjectFacts>`${prepared("kpi_project")}${factsWhere(which)}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new RangeError(`there is no project ${project_id}`);
  return kpiProjectOf(found);
}

function kpiProjectOf({
  project_id,
  timezone,
  commissioned_on,
  contract,
  ...facts
}: ProjectFacts): KpiProject {
  const terms = termsOf(contract);
  const plant = {
    ...facts,
    gamma_per_c: terms.gamma_percent_per_c / 100,
    rated_from_w_m2: terms.rated_from_w_m2,
    rules: {
      min_irradiance_w_m2: terms.pair_from_w_m2,
      min_completeness: terms.min_completeness_percent / 100,
      min_insolation_wh_m2: terms.min_insolation_wh_m2,
    },
  };
  return { project_id, timezone, commissioned_on, terms, plant };
}

/** The day's instants in the time zone. */
export const daySpanOf = (timezone: string, day: string): KpiDaySpan => ({
  day,
  from_ms: startOfDay(timezone, day),
  to_ms: startOfDay(timezone, addDays(day, 1)),
});

const list = (column: string) => sql`${sql.lit(column)}, json_agg(b.${sql.ref(column)} order by b.bin_utc)`;

/**
 * For each day the devices whose energy, irradiance or temperature counts in it, in order of id: those with a ledger for
 * the day, and those with one for an earlier day that are still in the project.
 */
export async function deviceRows(
  db: Db,
  project_id: number,
  spans: readonly KpiDaySpan[],
): Promise<Map<string, DeviceRows[]>> {
  const { rows } = await sql<DeviceRows & { day: string }>`${prepared("kpi_device_rows")}
    with span as materialized (
      select * from unnest(${spans.map((span) => span.day)}::date[], ${spans.map((span) => new Date(span.from_ms))}::timestamptz[],
        ${spans.map((span) => new Date(span.to_ms))}::timestamptz[]) as s (day, from_at, to_at)
    ), dev as materialized (
      select d.device_id, d.gateway_id, d.asset_type, d.ac_nominal_w, d.dc_capacity_wp, coalesce(l.counted_at, l.frontier_at) as known_until,
        coalesce(d.removed_at, g.removed_at) is not null as removed,
        coalesce(l.m ?| array['energy_total_wh', 'energy_export_wh'], false)
          or exists (select from energy_day r where r.project_id = ${project_id} and r.device_id = d.device_id
            and case when r.production_wh is null then coalesce(r.int_export_wh, 0) + coalesce(r.est_export_wh, 0)
              else coalesce(r.int_production_wh, 0) + coalesce(r.est_production_wh, 0) end
              < coalesce(r.production_wh, r.export_wh)) as has_counter,
        (select min(r.day) from energy_day r where r.project_id = ${project_id} and r.device_id = d.device_id) as first_day
      from device d join gateway g on g.gateway_id = d.gateway_id
      left join latest l on l.project_id = ${project_id} and l.device_id = d.device_id
      where d.project_id = ${project_id}
        and d.asset_type in ('solar_inverter', 'electric_meter', 'grid_meter', 'sensor_radiation', 'solar_panel')
    ), lim as materialized (
      select l.device_id, l.since, l.until, l.limit_w from power_limit_span l
      where l.project_id = ${project_id} and l.kind in ('power_limit', 'disconnected') and l.limit_w is not null
        and l.since < (select max(to_at) from span) and (l.until is null or l.until > (select min(from_at) from span))
    ), bin as (
      select s.day, b.device_id, b.bin_utc, ((date_part('epoch', b.bin_utc) - date_part('epoch', s.from_at)) / 900)::int4 as quarter,
        case when d.asset_type = 'electric_meter' then coalesce(b.production_wh, b.export_wh) else b.production_wh end as energy_wh,
        case when d.asset_type = 'electric_meter' and b.production_wh is null then b.est_export_wh else b.est_production_wh end as estimated_wh,
        b.import_wh, b.export_wh, b.power_avg_w as power_w, b.power_max_w, b.insolation_wh_m2, b.module_temperature_c, b.covered_s
      from span s cross join dev d
      join energy_quarter b on b.project_id = ${project_id} and b.device_id = d.device_id and b.bin_utc >= s.from_at and b.bin_utc < s.to_at
    ), sums as (
      select b.day, b.device_id, json_build_object(${sql.join(COLUMNS.map(list))}) as rows from bin b group by 1, 2
    )
    select s.day, d.device_id, d.gateway_id, d.asset_type, d.ac_nominal_w, d.dc_capacity_wp, d.has_counter, sums.rows,
      (extract(epoch from d.known_until) * 1000)::float8 as known_until_ms,
      coalesce(d.first_day < s.day, false) as known_before,
      coalesce((select json_agg((extract(epoch from e.at) * 1000)::float8) from ledger_event e
        where e.project_id = ${project_id} and e.device_id = d.device_id and e.quantity = 'production' and e.kind = 'reset'
          and e.at > s.from_at and e.at <= s.to_at + interval '1 day'), '[]') as resets_ms,
      coalesce((select json_agg(json_build_object('from_ms', (extract(epoch from l.since) * 1000)::float8,
          'to_ms', (extract(epoch from l.until) * 1000)::float8, 'limit_w', l.limit_w))
        from lim l where l.device_id = d.device_id and l.since < s.to_at and (l.until is null or l.until > s.from_at)), '[]') as limits
    from span s cross join dev d left join sums on sums.day = s.day and sums.device_id = d.device_id
    where sums.rows is not null or (d.first_day <= s.day and not d.removed)
    order by s.day, d.device_id`.execute(db);
  const byDay = new Map<string, DeviceRows[]>(spans.map((span) => [span.day, []]));
  for (const { day, ...row } of rows) byDay.get(day)?.push(row);
  return byDay;
}

const COLUMNS = [
  "quarter",
  "energy_wh",
  "estimated_wh",
  "import_wh",
  "export_wh",
  "power_w",
  "power_max_w",
  "insolation_wh_m2",
  "module_temperature_c",
  "covered_s",
] as const satisfies readonly (keyof QuarterColumns)[];
