// Energies by year of the projects of an account, from one row a project and one a month; never from readings.
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { prepared } from "../../../platform/postgres/prepared.ts";

/** A year within the period. Nulls: nothing known by that source. */
export interface EsgYear {
  readonly year: number;
  readonly meter_wh: number | null;
  readonly inverter_wh: number | null;
  /** Project by project and day by day the meters', where there are any, else the inverters'. */
  readonly counted_wh: number | null;
  /** Electricity that water heaters made unnecessary, of the projects without meter and inverter. */
  readonly saved_wh: number | null;
}

/** Wh and kg of CO2. Nulls: there is no such counter, or when it was produced is not known. */
interface EsgOpening {
  readonly meter_wh: number | null;
  readonly inverter_wh: number | null;
  readonly counted_wh: number | null;
  readonly meter_co2_kg: number | null;
  readonly inverter_co2_kg: number | null;
  readonly counted_co2_kg: number | null;
  /** Projects whose totals are known from some day on only. */
  readonly partly_known: number;
  /** Projects whose opening avoids nothing that could be told: nobody knows when they were commissioned. */
  readonly undated: number;
}

export interface EsgEnergies {
  /** Projects that count by their meters, by their inverters, by what their heaters saved, and those of which the period knows nothing. */
  readonly by_meter: number;
  readonly by_inverter: number;
  readonly by_heater: number;
  readonly unknown: number;
  /** First month of which anything is known, YYYY-MM; null: nothing is. */
  readonly known_from: string | null;
  /** What counters had counted before their first readings, which belongs to a lifetime alone. */
  readonly opening: EsgOpening;
  /** Oldest first; years of which nothing is known are missing. */
  readonly years: readonly EsgYear[];
}

const OPENING = sql`s.measured_since, s.counted_lifetime, s.opening_avoids, s.opening_meter_wh, s.opening_inverter_wh,
  s.opening_counted_wh, s.opening_meter_co2_kg, s.opening_inverter_co2_kg, s.opening_counted_co2_kg`;

/** An EsgOpening of `mine`. */
const openings = sql`
  select sum(opening_meter_wh) as meter_wh, sum(opening_inverter_wh) as inverter_wh, sum(opening_counted_wh) as counted_wh,
    sum(opening_meter_co2_kg) as meter_co2_kg, sum(opening_inverter_co2_kg) as inverter_co2_kg,
    sum(opening_counted_co2_kg) as counted_co2_kg,
    count(*) filter (where measured_since is not null and not counted_lifetime)::int4 as partly_known,
    count(*) filter (where opening_counted_wh > 0 and not opening_avoids)::int4 as undated
  from mine`;

/**
 * Energies from the first day of the month `from` to the last of the month `to` (both YYYY-MM), today's with them, of all
 * projects of the account, or of the one given.
 */
export async function esgEnergies(
  tx: Tx,
  of: { account_id: number; project_id: number | null },
  { from, to }: { from: string; to: string },
): Promise<EsgEnergies> {
  const first = `${from}-01`;
  // One project's months are found by its id: of all that the account sees, its membership would be looked up for each.
  const isOne = (table: string) =>
    of.project_id === null ? sql`true` : sql`${sql.ref(table)}.project_id = ${of.project_id}`;
  const { rows } = await sql<EsgEnergies>`${of.project_id === null ? sql`` : prepared("project_esg")}
    with mine as materialized (
      select s.project_id, s.today, s.today_meter_wh, s.today_inverter_wh, s.today_saved_wh, ${OPENING}
      from project_member m join project p on p.project_id = m.project_id and p.removed_at is null
      join project_summary s on s.project_id = p.project_id
      where m.account_id = ${of.account_id}
        and ${isOne("p")}
    ), part as (
      select q.project_id, extract(year from q.month)::int4 as year, q.meter_wh, q.inverter_wh, q.saved_wh,
        coalesce(q.counted_wh, q.meter_wh, q.inverter_wh) as counted_wh
      from mine join project_month q on q.project_id = mine.project_id
      where q.month between ${first}::date and ${`${to}-01`}::date and ${isOne("q")}
      union all
      select project_id, extract(year from today)::int4, today_meter_wh, today_inverter_wh, today_saved_wh,
        coalesce(today_meter_wh, today_inverter_wh) from mine
      where date_trunc('month', today) between ${first}::date and ${`${to}-01`}::date
    ), sums as (
      select project_id, year, sum(meter_wh) as meter_wh, sum(inverter_wh) as inverter_wh, sum(saved_wh) as saved_wh,
        sum(counted_wh) as counted_wh
      from part where coalesce(meter_wh, inverter_wh, saved_wh) is not null group by project_id, year
    ), judged as materialized (
      select *, bool_or(meter_wh is not null) over (partition by project_id) as metered,
        bool_or(inverter_wh is not null) over (partition by project_id) as inverted from sums
    ), years as (
      select year, sum(meter_wh) as meter_wh, sum(inverter_wh) as inverter_wh,
        sum(counted_wh) as counted_wh,
        sum(saved_wh) filter (where not metered and not inverted) as saved_wh
      from judged group by year
    ), projects as (
      select project_id, bool_or(metered) as metered, bool_or(inverted) as inverted from judged group by project_id
    )
    select c.by_meter, c.by_inverter, c.by_heater,
      (select count(*) from mine)::int4 - c.by_meter - c.by_inverter - c.by_heater as unknown,
      to_char((select min(coalesce(f.month, case when coalesce(today_meter_wh, today_inverter_wh, today_saved_wh) is not null then today end))
        from mine left join lateral (select q.month from project_month q where q.project_id = mine.project_id and ${isOne("q")}
          and coalesce(q.meter_wh, q.inverter_wh, q.saved_wh) is not null order by q.month limit 1) f on true), 'YYYY-MM') as known_from,
      (select to_jsonb(o) from (${openings}) o) as opening,
      coalesce((select jsonb_agg(to_jsonb(y) order by y.year) from years y), '[]') as years
    from (select count(*) filter (where metered)::int4 as by_meter, count(*) filter (where not metered and inverted)::int4 as by_inverter,
      count(*) filter (where not metered and not inverted)::int4 as by_heater
      from projects) c`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new RangeError("an aggregate without groups answers one row");
  return row;
}
