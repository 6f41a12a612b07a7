// Schedules and their runs as people read them.
import { SCHEDULE_LIMITS, type Schedule, type ScheduleLogEntry } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import type { ScheduleValues } from "./schedule.sql.ts";

/** The project_uid a schedule belongs to; undefined: there is no such schedule, or it was removed. */
export async function projectOfSchedule(db: Db, schedule_uid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("schedule as s")
    .innerJoin("project as p", "p.project_id", "s.project_id")
    .select("p.project_uid")
    .where("s.schedule_uid", "=", schedule_uid)
    .where("s.removed_at", "is", null)
    .executeTakeFirst();
  return row?.project_uid;
}

/** The project's schedules, or the one of the uid, in the order they were added. Those of gateways that were removed are left out. */
export async function schedulesOfProject(
  tx: Tx,
  { project_id, timezone }: ProjectAccess,
): Promise<Schedule[]> {
  const { rows } = await sql<
    Omit<Schedule, "timezone" | "attributes_value" | "next_run_at"> &
      ScheduleValues & { next_run_at: Date | null }
  >`
    select s.schedule_no as id, s.schedule_uid as schedule_id, s.available, g.gateway_uid, g.serial as gateway_serial,
      s.schedule_type_id, s.schedule_timeline_type_id, s.from_date::text as from_date, s.to_date::text as to_date, s.day,
      s.option_overwrite, s.from_time, s.to_time, s.state, s.operation_type, s.value, s.relay, s.rank::float8 as rank, s.next_run_at,
      coalesce((select jsonb_agg(jsonb_build_object('device_uid', d.device_uid, 'device_serial', d.serial, 'name', coalesce(d.alias, nullif(d.name, ''), d.serial))
          order by d.device_id)
        from schedule_device sd join device d on d.device_id = sd.device_id and d.removed_at is null
        where sd.schedule_id = s.schedule_id), '[]') as device_serial
    from schedule s join gateway g on g.gateway_id = s.gateway_id and g.removed_at is null
    where s.project_id = ${project_id} and s.removed_at is null
    order by s.schedule_no`.execute(tx);
  return rows.map(({ from_time, to_time, state, operation_type, value, next_run_at, ...row }) => ({
    ...row,
    timezone,
    attributes_value: { from_time, to_time, state, operation_type, value } as Schedule["attributes_value"],
    next_run_at: next_run_at?.toISOString() ?? null,
  }));
}

interface LogRow {
  readonly created_at: Date;
  readonly status: string;
  readonly is_late: boolean;
  readonly is_superseded: boolean;
  readonly local_date: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly commands: ScheduleLogEntry["tb_execute_logs_send_command_id"];
}

/** The newest runs of the project's schedule, the last first. */
export async function logOfSchedule(
  tx: Tx,
  { project_id }: ProjectAccess,
  schedule_uid: string,
): Promise<ScheduleLogEntry[]> {
  const { rows } = await sql<LogRow>`
    select r.created_at, r.status, r.is_late, r.is_superseded, r.local_date::text as local_date, r.starts_at, r.ends_at,
      coalesce((select jsonb_agg(jsonb_build_object('device_serial', coalesce(d.serial, ''),
          'name', coalesce(d.alias, nullif(d.name, ''), d.serial, ''),
          'createdAt', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'resolve_status', c.state,
          'command_uid', c.command_uid, 'is_end', rc.is_end) order by c.command_id)
        from schedule_run_command rc join command c on c.command_id = rc.command_id left join device d on d.device_id = c.device_id
        where rc.run_id = r.run_id), '[]') as commands
    from schedule s join schedule_run r on r.schedule_id = s.schedule_id
    where s.project_id = ${project_id} and s.schedule_uid = ${schedule_uid}::uuid and s.removed_at is null
    order by r.starts_at desc, r.run_id desc limit ${SCHEDULE_LIMITS.logRuns}`.execute(tx);
  return rows.map((row, index) => ({
    stt: index + 1,
    createdAt: row.created_at.toISOString(),
    process_status: processStatus(row),
    local_date: row.local_date,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    tb_execute_logs_send_command_id: row.commands,
  }));
}

function processStatus({ status, is_late, is_superseded }: LogRow): ScheduleLogEntry["process_status"] {
  if (status === "skipped" || status === "stopped") return status;
  if (is_superseded) return "superseded";
  if (is_late) return "late";
  return status === "open" ? "running" : "done";
}
