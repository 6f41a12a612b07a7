// Alarms of a project as they are shown.
import type { AlarmKind, AlarmSeverity } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import type { AlarmCause } from "../../kpi/index.ts";
import type { AssetType } from "../device-data.ts";

interface Named {
  readonly uid: string;
  readonly serial: string;
  readonly name: string;
  readonly alias: string | null;
}

interface AlarmRow {
  readonly alarm_uid: string;
  readonly kind: AlarmKind;
  readonly severity: AlarmSeverity;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly cause: AlarmCause;
  readonly gateway: Named | null;
  readonly device: (Named & { readonly asset_type: AssetType }) | null;
}

/** A page of the open alarms, worst first, then of those that ended since, newest first; and how many there are. `until`: begun before it. */
export async function alarmPage(
  tx: Tx,
  { project_id }: ProjectAccess,
  of: { open_only: boolean; since: Date; until?: Date; page: number; size: number },
): Promise<{ rows: AlarmRow[]; total: number }> {
  const shown = sql`a.project_id = ${project_id} and a.confirmed_at is not null
    and (a.ended_at is null ${of.open_only ? sql`` : sql`or a.ended_at >= ${of.since}`})
    ${of.until === undefined ? sql`` : sql`and a.started_at < ${of.until}`}`;
  const { rows } = await sql<AlarmRow>`
    select a.alarm_uid, a.kind, a.severity, a.started_at, a.ended_at, a.cause,
      case when g.gateway_id is not null then jsonb_build_object('uid', g.gateway_uid, 'serial', g.serial, 'name', g.name,
        'alias', g.alias) end as gateway,
      case when d.device_id is not null then jsonb_build_object('uid', d.device_uid, 'serial', d.serial, 'name', d.name,
        'alias', d.alias, 'asset_type', d.asset_type) end as device
    from alarm a left join gateway g on g.project_id = a.project_id and g.gateway_id = a.gateway_id
    left join device d on d.project_id = a.project_id and d.device_id = a.device_id
    where ${shown}
    order by a.ended_at is not null,
      case when a.ended_at is null then array_position(array['critical', 'warning', 'minor'], a.severity) end,
      coalesce(a.ended_at, a.started_at) desc, a.alarm_id desc
    limit ${of.size} offset ${(of.page - 1) * of.size}`.execute(tx);
  const { rows: counts } = await sql<{
    total: number;
  }>`select count(*)::int4 as total from alarm a where ${shown}`.execute(tx);
  return { rows, total: counts[0]?.total ?? 0 };
}

/** How many alarms of the project are open, by severity. */
export async function openCounts(
  tx: Tx,
  { project_id }: ProjectAccess,
): Promise<Record<AlarmSeverity, number>> {
  const { rows } = await sql<{ severity: AlarmSeverity; count: number }>`
    select severity, count(*)::int4 as count from alarm
    where project_id = ${project_id} and ended_at is null and confirmed_at is not null group by severity`.execute(
    tx,
  );
  const of = (severity: AlarmSeverity) => rows.find((row) => row.severity === severity)?.count ?? 0;
  return { critical: of("critical"), warning: of("warning"), minor: of("minor") };
}
