// Views of the desk that people have saved.
import type { AlarmView, AlarmViewFilters } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

/** The account's views by name, or the one of that uid. Of their projects those that the account sees. */
export async function alarmViewsOf(
  db: Db,
  account_id: number,
  alarm_view_uid?: string,
): Promise<AlarmView[]> {
  const which = alarm_view_uid === undefined ? sql`true` : sql`v.alarm_view_uid = ${alarm_view_uid}`;
  const { rows } = await sql<{
    alarm_view_uid: string;
    name: string;
    filters: AlarmViewFilters;
    seen: string[];
  }>`
    select v.alarm_view_uid, v.name, v.filters, array(
      select p.project_uid::text from project_member m join project p on p.project_id = m.project_id and p.removed_at is null
      where m.account_id = v.account_id
        and p.project_uid in (select u::uuid from jsonb_array_elements_text(v.filters->'project_uids') u)) as seen
    from alarm_view v where v.account_id = ${account_id} and ${which} order by lower(v.name), v.alarm_view_id`.execute(
    db,
  );
  return rows.map(({ seen, filters, ...view }) => {
    const project_uids = filters.project_uids.filter((uid) => seen.includes(uid));
    return {
      ...view,
      filters: { ...filters, project_uids },
      projects_gone: filters.project_uids.length - project_uids.length,
    };
  });
}

/** Locks the account and counts its views: no two calls add one at once. */
export async function countAlarmViews(tx: Tx, account_id: number): Promise<number> {
  await sql`select from account where account_id = ${account_id} for update`.execute(tx);
  const { count } = await tx
    .selectFrom("alarm_view")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("account_id", "=", account_id)
    .executeTakeFirstOrThrow();
  return count;
}

/** True where another view of the account has the name, however it is capitalised. */
export async function isViewNamed(
  tx: Tx,
  of: { readonly account_id: number; readonly name: string; readonly but?: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from alarm_view where account_id = ${of.account_id} and lower(name) = lower(${of.name})
      and alarm_view_uid is distinct from ${of.but ?? null}::uuid`.execute(tx);
  return rows.length > 0;
}

/** Writes a new view; returns its uid. */
export async function insertAlarmView(
  tx: Tx,
  { filters, ...view }: { account_id: number; name: string; filters: AlarmViewFilters },
): Promise<string> {
  const { alarm_view_uid } = await tx
    .insertInto("alarm_view")
    .values({ ...view, filters: JSON.stringify(filters) })
    .returning("alarm_view_uid")
    .executeTakeFirstOrThrow();
  return alarm_view_uid;
}

/** Changes what is named of a view. */
export async function updateAlarmView(
  tx: Tx,
  alarm_view_uid: string,
  { name, filters }: { name?: string; filters?: AlarmViewFilters },
): Promise<void> {
  if (name === undefined && filters === undefined) return;
  await tx
    .updateTable("alarm_view")
    .set({
      ...(name === undefined ? {} : { name }),
      ...(filters === undefined ? {} : { filters: JSON.stringify(filters) }),
    })
    .where("alarm_view_uid", "=", alarm_view_uid)
    .execute();
}

/** Takes a view of the account away; false: it has none of that uid. */
export async function deleteAlarmView(db: Db, account_id: number, alarm_view_uid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("alarm_view")
    .where("account_id", "=", account_id)
    .where("alarm_view_uid", "=", alarm_view_uid)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
