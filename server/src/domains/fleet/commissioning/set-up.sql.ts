import type { ProjectBody } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../access/access.sql.ts";
import type { SetUpFacts } from "./set-up.ts";

type SetUpRow = ProjectBody & Omit<SetUpFacts, keyof ProjectBody> & { put_away: boolean };

/** The project as its form shows it, what is known of its setting up, and whether the account has put its checklist away. */
export async function setUpOf(
  db: Db,
  account_id: number,
  { project_id }: ProjectAccess<"change">,
): Promise<SetUpRow> {
  const { rows } = await sql<SetUpRow>`
    select p.name, p.address, p.latitude, p.longitude, p.timezone, p.capacity_wp, p.project_type, p.commissioned_on,
      p.tilt_deg, p.azimuth_deg, p.tank_volume_l, p.collector_area_m2, p.collector_type, p.heater_power_w,
      exists(select from tariff t where t.project_id = p.project_id) as has_tariff,
      g.gateway_since, coalesce(g.has_contact, false) as has_contact,
      exists(select from reading r where r.project_id = p.project_id) as has_readings,
      d.inverters, d.inverters_without_rating, d.energy_since,
      (select count(*)::int from project_member m where m.project_id = p.project_id
        and m.account_id <> ${account_id}) as other_members,
      exists(select from project_member m where m.project_id = p.project_id and m.account_id = ${account_id}
        and m.checklist_away_at is not null) as put_away
    from project p
    cross join lateral (
      select min((g.created_at at time zone p.timezone)::date)::text as gateway_since,
        bool_or(g.last_contact_at is not null) as has_contact
      from gateway g where g.project_id = p.project_id and g.removed_at is null
    ) g
    cross join lateral (
      select count(*) filter (where d.asset_type = 'solar_inverter')::int as inverters,
        count(*) filter (where d.asset_type = 'solar_inverter' and d.ac_nominal_w is null)::int
          as inverters_without_rating,
        min(e.day)::text as energy_since
      from device d
      left join lateral (
        select e.day from energy_day e where e.project_id = d.project_id and e.device_id = d.device_id
        order by e.day limit 1
      ) e on true
      where d.project_id = p.project_id and d.removed_at is null
    ) d
    where p.project_id = ${project_id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new RangeError("the project was there when access to it was proven");
  return row;
}

/** Keeps whether the account wants to see the checklist of the project. */
export async function keepChecklist(
  tx: Tx,
  account_id: number,
  { project_id }: ProjectAccess<"change">,
  put_away: boolean,
): Promise<void> {
  await tx
    .updateTable("project_member")
    .set({ checklist_away_at: put_away ? sql<Date>`now()` : null })
    .where("project_id", "=", project_id)
    .where("account_id", "=", account_id)
    .execute();
}
