// What came of an import: its days and energy, and whether those have followed.
import { sql } from "kysely";
import type { Db } from "../../../../platform/db.ts";

/** True while energy of the project's history has not followed from its readings. */
export async function isEnergyWaiting(db: Db, projectId: number): Promise<boolean> {
  const { rows } = await sql`
    select from changed_readings where lane in (1, 2) and ${projectId}::int4 = any(project_id) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Local days and energy (Wh; of the inverters, or of what counts where there is none) of what the import has marked. */
export async function marksInDays(
  db: Db,
  importId: number,
): Promise<{ days: number; energy_wh: number | null; devices: string[] }> {
  const { rows } = await sql<{ days: number; inverters: number | null; others: number | null }>`
    with spans as (
      select m.project_id, m.device_id, (min(m.since) at time zone p.timezone)::date as first,
        (max(m.until) at time zone p.timezone)::date as last
      from history_import_mark m join project p using (project_id) where m.import_id = ${importId} group by 1, 2, p.timezone
    )
    select count(distinct e.day)::int4 as days,
      sum(e.production_wh) filter (where d.asset_type = 'solar_inverter') as inverters, sum(e.production_wh) as others
    from spans s join energy_day e on e.project_id = s.project_id and e.device_id = s.device_id and e.day between s.first and s.last
    join device d on d.device_id = s.device_id where e.n > 0 or e.reported <> '{}'`.execute(db);
  const devices = await sql<{ serial: string }>`
    select serial from device where device_id in (select device_id from history_import_mark where import_id = ${importId})
    order by device_id`.execute(db);
  const [row] = rows;
  return {
    days: row?.days ?? 0,
    energy_wh: row?.inverters ?? row?.others ?? null,
    devices: devices.rows.map(({ serial }) => serial),
  };
}

/** When a later import of the project, which is not undone, has completed readings that this one added; null: none has. */
export async function completedLater(db: Db, importId: number): Promise<Date | null> {
  const { rows } = await sql<{ started_at: Date }>`
    select i.started_at from history_import_mark own
    join history_import_mark later on later.project_id = own.project_id and later.device_id = own.device_id
      and later.kind = 'completed' and later.import_id > own.import_id and later.since <= own.until and later.until >= own.since
    join history_import i on i.import_id = later.import_id
    where own.import_id = ${importId} order by i.import_id desc limit 1`.execute(db);
  return rows[0]?.started_at ?? null;
}
