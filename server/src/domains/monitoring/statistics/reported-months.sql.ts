// The days of a project, and its months that are known as months alone: their days tell no energy (decision 0075).
import type { StatisticsBin, TimeRange } from "@heliograph/contract";
import { sql, type RawBuilder } from "kysely";
import type { ProjectAccess } from "../../fleet/index.ts";

/**
 * A query for the project's days in the range, and for bins of months and years the months that are reported as such and that the
 * range holds whole, each on its first day. Columns of `project_day`.
 */
export function daysAndMonths(
  access: ProjectAccess,
  range: TimeRange,
  bin: StatisticsBin,
): RawBuilder<unknown> {
  const days = sql`select * from project_day
    where project_id = ${access.project_id} and day between ${range.from_date}::date and ${range.to_date}::date`;
  if (bin === "1_days") return days;
  return sql`
    select day, coalesce(p.meter_wh, m.meter_wh) as meter_wh, coalesce(p.inverter_wh, m.inverter_wh) as inverter_wh,
      coalesce(p.import_wh, m.import_wh) as import_wh, coalesce(p.export_wh, m.export_wh) as export_wh,
      est_meter_wh, est_inverter_wh, int_meter_wh, int_inverter_wh, insolation_wh_m2, saving_vnd
    from (${days}) p full join (${reportedMonths(access, range)}) m using (day)`;
}

/** What is reported of the energy `name`, over all devices of the kind. */
const reported = (type: string, name: string) =>
  sql`sum(m.${sql.ref(`${name}_wh`)}) filter (where d.asset_type = ${type} and ${name} = any(m.reported))`;

/** Energies of such months by kind of device, in Wh; null: not reported. */
function reportedMonths(
  { project_id }: ProjectAccess,
  { from_date, to_date }: TimeRange,
): RawBuilder<unknown> {
  return sql`
    select m.month as day, coalesce(${reported("electric_meter", "production")}, ${reported("electric_meter", "export")}) as meter_wh,
      ${reported("solar_inverter", "production")} as inverter_wh, ${reported("grid_meter", "import")} as import_wh,
      ${reported("grid_meter", "export")} as export_wh
    from energy_month m join device d on d.project_id = m.project_id and d.device_id = m.device_id
    where m.project_id = ${project_id} and m.reported <> '{}' and m.month >= ${from_date}::date
      and (m.month + interval '1 month - 1 day')::date <= ${to_date}::date
    group by m.month`;
}
