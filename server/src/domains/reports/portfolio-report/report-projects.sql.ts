// Projects that reports may be of.
import type { Answer, reportProjects } from "@heliograph/contract";
import { sql } from "kysely";
import { showProjects, type Tx } from "../../../platform/db.ts";

type ReportProjectRow = Answer<typeof reportProjects>["items"][number];

/** The pv projects that the caller of the transaction sees, by name, with their gateways and the devices that tell of production. */
export async function projectsForReports(tx: Tx): Promise<ReportProjectRow[]> {
  const { rows } = await sql<ReportProjectRow & { project_id: number }>`
    select project_uid, name, timezone, project_id, 0 as gateways, 0 as devices from project
    where removed_at is null and project_type = 'pv' order by lower(name), project_id`.execute(tx);
  await showProjects(
    tx,
    rows.map(({ project_id }) => project_id),
  );
  const counted = await sql<{ project_id: number; gateways: number; devices: number }>`
    select g.project_id, count(distinct g.gateway_id)::int4 as gateways,
      count(d.device_id) filter (where d.asset_type in ('solar_inverter', 'electric_meter'))::int4 as devices
    from gateway g left join device d on d.gateway_id = g.gateway_id and d.removed_at is null
    where g.removed_at is null group by g.project_id`.execute(tx);
  const counts = new Map(counted.rows.map((row) => [row.project_id, row]));
  return rows.map(({ project_id, ...row }) => ({
    ...row,
    gateways: counts.get(project_id)?.gateways ?? 0,
    devices: counts.get(project_id)?.devices ?? 0,
  }));
}
