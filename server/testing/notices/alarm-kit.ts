// Alarms as kpi writes them, and what of notices they leave.
import { sql } from "kysely";
import { settleAlarms, type AlarmOf } from "../../src/domains/kpi/index.ts";
import type { Db } from "../../src/platform/db.ts";
import { scene } from "../test-kit.ts";

/** An alarm of the project that is open since the instant. */
export const alarmOf = (project_id: number, started_ms: number, given: Partial<AlarmOf> = {}): AlarmOf => ({
  project_id,
  kind: "gateway_silent",
  severity: "critical",
  gateway_id: null,
  device_id: null,
  started_ms,
  cause: {},
  ...given,
});

/** Makes these the open alarms of the projects, of the kinds that occur among them or are named. */
export function haveAlarms(
  db: Db,
  alarms: readonly AlarmOf[],
  of: { project_ids: readonly number[]; kinds?: readonly AlarmOf["kind"][] },
  nowMs: number,
): Promise<void> {
  const kinds = of.kinds ?? [...new Set(alarms.map(({ kind }) => kind))];
  return db
    .transaction()
    .execute((tx) => settleAlarms(tx, alarms, { kinds, project_ids: of.project_ids }, nowMs));
}

/** So many plants of the account, a metre and more from each other. */
export async function neighbours(db: Db, count: number) {
  const first = await scene(db);
  const { rows } = await sql<{ project_id: number }>`
    with made as (
      insert into project (name, latitude, longitude, project_type, timezone, capacity_wp)
      select 'Roof ' || n, 10.77 + n * 0.00001, 106.70, 'pv', 'Asia/Ho_Chi_Minh', 60000 from generate_series(2, ${count}::int4) n
      returning project_id
    ), member as (
      insert into project_member (project_id, account_id, role) select project_id, ${first.account_id}, 'owner' from made
    )
    select project_id from made order by project_id`.execute(db);
  return { ...first, project_ids: [first.project_id, ...rows.map(({ project_id }) => project_id)] };
}

/** How many jobs of the task wait. */
export async function jobsOf(db: Db, task: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count from graphile_worker.jobs where task_identifier = ${task}`.execute(db);
  return rows[0]?.count ?? 0;
}
