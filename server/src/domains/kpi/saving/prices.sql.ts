// The prices of days.
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { keyOfDay, type ProjectDayKey } from "../heat/heat-days.sql.ts";
import type { Price, PriceBand } from "./cost-saving.ts";

/** The tariff in force on each day; days without one are missing. */
export async function pricesOf(db: Db, days: readonly ProjectDayKey[]): Promise<Map<string, Price>> {
  const { rows } = await sql<
    ProjectDayKey & { vnd_per_kwh: string; export_vnd_per_kwh: string; bands: PriceBand[] }
  >`
    select x.project_id, x.day, t.vnd_per_kwh, t.export_vnd_per_kwh, t.bands
    from unnest(${days.map((day) => day.project_id)}::int4[], ${days.map((day) => day.day)}::date[]) as x (project_id, day)
    cross join lateral (
      select t.vnd_per_kwh, t.export_vnd_per_kwh, t.bands from tariff t
      where t.project_id = x.project_id and t.valid_from <= x.day order by t.valid_from desc limit 1
    ) t`.execute(db);
  return new Map(rows.map((row) => [keyOfDay(row), row]));
}
