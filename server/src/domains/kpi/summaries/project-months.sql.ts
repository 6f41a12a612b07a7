// What projects produced by month, made of their days before today: where sums over all of a project's time come from.
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { factorsByYear, type GridFactors } from "../co2/emission-factors.ts";

/** Sums of all days before today, as they are cached in the summary. */
export interface MonthSums {
  readonly before_today_meter_wh: number | null;
  readonly before_today_inverter_wh: number | null;
  /** Day by day the meters', where there are any, else the inverters'. */
  readonly before_today_counted_wh: number | null;
  readonly before_today_meter_co2_kg: number | null;
  readonly before_today_inverter_co2_kg: number | null;
  readonly before_today_counted_co2_kg: number | null;
  readonly before_today_saving_vnd: string | null;
  readonly before_today_saved_wh: number | null;
  readonly before_today_saved_co2_kg: number | null;
}

interface DayOfProject {
  readonly project_id: number;
  /** A calendar day, YYYY-MM-DD. */
  readonly day: string;
}

/**
 * Recomputes every month of the projects from their days before the one given, and returns their sums and those of
 * CO2 by the factors, one row for each project given. Writes only months that changed; may be repeated. The caller
 * holds the locks of the summaries.
 */
export async function refreshProjectMonths(
  tx: Tx,
  at: readonly DayOfProject[],
  factors: GridFactors,
): Promise<(MonthSums & DayOfProject)[]> {
  const { years, kgPerKwh } = factorsByYear(factors);
  const projects = at.map((key) => key.project_id);
  const { rows } = await sql<MonthSums & DayOfProject>`
    with asked as (
      select * from unnest(${projects}::int4[], ${at.map((key) => key.day)}::date[]) as x (project_id, day)
    ), made as materialized (
      select d.project_id, date_trunc('month', d.day)::date as month, sum(d.meter_wh) as meter_wh,
        sum(d.inverter_wh) as inverter_wh, sum(coalesce(d.meter_wh, d.inverter_wh)) as counted_wh, sum(d.saving_vnd) as saving_vnd,
        sum(d.saved_wh) as saved_wh
      from asked x join project_day d on d.project_id = x.project_id and d.day < x.day
      group by d.project_id, date_trunc('month', d.day)
    ), gone as (
      delete from project_month m where m.project_id = any(${projects}::int4[])
        and not exists (select from made n where n.project_id = m.project_id and n.month = m.month)
    ), written as (
      insert into project_month as m (project_id, month, meter_wh, inverter_wh, counted_wh, saving_vnd, saved_wh)
      select project_id, month, meter_wh, inverter_wh, counted_wh, saving_vnd, saved_wh from made order by project_id, month
      on conflict (project_id, month) do update set meter_wh = excluded.meter_wh,
        inverter_wh = excluded.inverter_wh, counted_wh = excluded.counted_wh, saving_vnd = excluded.saving_vnd,
        saved_wh = excluded.saved_wh
      where (m.meter_wh, m.inverter_wh, m.counted_wh, m.saving_vnd, m.saved_wh) is distinct from
        (excluded.meter_wh, excluded.inverter_wh, excluded.counted_wh, excluded.saving_vnd, excluded.saved_wh)
    )
    select x.project_id, x.day, sum(n.meter_wh) as before_today_meter_wh, sum(n.inverter_wh) as before_today_inverter_wh,
      sum(n.meter_wh * f.kg_per_kwh / 1000) as before_today_meter_co2_kg,
      sum(n.inverter_wh * f.kg_per_kwh / 1000) as before_today_inverter_co2_kg,
      sum(n.counted_wh) as before_today_counted_wh, sum(n.counted_wh * f.kg_per_kwh / 1000) as before_today_counted_co2_kg,
      sum(n.saving_vnd) as before_today_saving_vnd, sum(n.saved_wh) as before_today_saved_wh,
      sum(n.saved_wh * f.kg_per_kwh / 1000) as before_today_saved_co2_kg
    from asked x left join made n on n.project_id = x.project_id
    left join unnest(${years}::int4[], ${kgPerKwh}::float8[]) as f (year, kg_per_kwh) on f.year = extract(year from n.month)
    group by x.project_id, x.day`.execute(tx);
  return rows;
}
