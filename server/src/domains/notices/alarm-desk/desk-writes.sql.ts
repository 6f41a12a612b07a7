// What people do to alarms.
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";

/** Alarms by uid with the project of each, wherever it lies; those that are not there are missing. */
export async function projectsOfAlarms(
  db: Db,
  uids: readonly string[],
): Promise<{ alarm_uid: string; alarm_id: number; project_uid: string }[]> {
  const { rows } = await sql<{ alarm_uid: string; alarm_id: number; project_uid: string }>`
    select a.alarm_uid, a.alarm_id::float8 as alarm_id, p.project_uid from alarm a join project p on p.project_id = a.project_id
    join alarm_case c on c.alarm_id = a.alarm_id
    where a.alarm_uid = any(${[...uids]}::uuid[])`.execute(db);
  return rows;
}

/** A case that is locked until the transaction ends. */
export interface LockedCase {
  readonly alarm_id: number;
  readonly alarm_uid: string;
  readonly project_id: number;
  readonly ended_at: Date | null;
  readonly resolved_at: Date | null;
}

/** The cases of the alarms, locked until the transaction ends, in order of id. */
export async function lockCases(
  tx: Tx,
  accesses: readonly ProjectAccess<"change">[],
  alarmIds: readonly number[],
): Promise<LockedCase[]> {
  const projects = [...new Set(accesses.map(({ project_id }) => project_id))];
  const { rows } = await sql<LockedCase>`
    select c.alarm_id::float8 as alarm_id, a.alarm_uid, c.project_id, a.ended_at, c.resolved_at
    from alarm_case c join alarm a on a.alarm_id = c.alarm_id
    where c.alarm_id = any(${[...alarmIds]}::int8[]) and c.project_id = any(${projects}::int4[])
    order by c.alarm_id for update of c`.execute(tx);
  return rows;
}

/** What changes in cases; what is left out stays. */
export interface CaseChange {
  readonly account_id?: number | null;
  readonly held_since?: Date | null;
  readonly snoozed_until?: Date | null;
  readonly resolved_at?: Date | null;
  readonly resolved_by?: number | null;
  readonly resolved_cause?: string | null;
  readonly resolved_note?: string | null;
  readonly closed_at?: Date | null;
  readonly ticket_uid?: string;
}

/** Changes the locked cases alike. */
export async function changeCases(tx: Tx, cases: readonly LockedCase[], change: CaseChange): Promise<void> {
  await tx
    .updateTable("alarm_case")
    .set(change)
    .where(
      "alarm_id",
      "in",
      cases.map(({ alarm_id }) => alarm_id),
    )
    .execute();
}

/** The account of the uid if it may change every one of the projects; undefined: it may not, or is not there. */
export async function workerOf(
  tx: Tx,
  projectIds: readonly number[],
  account_uid: string,
): Promise<{ account_id: number; display_name: string } | undefined> {
  const ids = [...new Set(projectIds)];
  const { rows } = await sql<{ account_id: number; display_name: string }>`
    select a.account_id, a.display_name from account a
    where a.account_uid = ${account_uid} and ${ids.length}::int4 = (select count(*) from project_member m
      where m.account_id = a.account_id and m.role <> 'read_only' and m.project_id = any(${ids}::int4[]))`.execute(
    tx,
  );
  return rows[0];
}

/** Who may change the project, by name. */
export async function workersOf(
  db: Db,
  { project_id }: ProjectAccess<"change">,
): Promise<{ account_id: number; account_uid: string; name: string }[]> {
  return db
    .selectFrom("project_member as m")
    .innerJoin("account as a", "a.account_id", "m.account_id")
    .select(["a.account_id", "a.account_uid", "a.display_name as name"])
    .where("m.project_id", "=", project_id)
    .where("m.role", "<>", "read_only")
    .orderBy("a.display_name")
    .orderBy("a.account_id")
    .limit(200)
    .execute();
}
