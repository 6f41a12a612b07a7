// Losses of several projects near each other, which have one cause outside of them: one notice for all.
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { LOSS_KINDS } from "./notice-news.sql.ts";

/** A project whose contact was lost, where it stands and since when. */
interface LostProject {
  readonly notice_id: number;
  readonly account_id: number;
  readonly project_id: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Ms since 1970. */
  readonly lost_ms: number;
  readonly is_region: boolean;
  readonly is_escalation: boolean;
}

/** What of the accounts' projects is lost and not back, those lost earlier than `sinceMs` left out unless they are part of a region; of escalations those told earlier. */
export async function lostProjects(
  tx: Tx,
  account_ids: readonly number[],
  sinceMs: number,
): Promise<LostProject[]> {
  const { rows } = await sql<LostProject>`
    select e.notice_id::float8 as notice_id, e.account_id, e.project_id, p.latitude, p.longitude, n.is_region, n.is_escalation,
      (extract(epoch from e.first_at) * 1000)::float8 as lost_ms
    from notice_entry e join notice n on n.notice_id = e.notice_id join project p on p.project_id = e.project_id
    where e.account_id = any(${[...account_ids]}::int4[]) and e.kind = any(${[...LOSS_KINDS]}::text[])
      and e.resolved_at is null and (case when n.is_escalation then e.last_at else e.first_at end > ${new Date(sinceMs)} or n.is_region)
    order by e.account_id, e.first_at, e.entry_uid`.execute(tx);
  return rows;
}

/**
 * Makes one notice of several: the first of them stays, keeps its time to go out and becomes a region's. The others' entries become its
 * own.
 */
export async function mergeNotices(tx: Tx, notice_ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ notice_id: number }>`
    select notice_id::float8 as notice_id from notice where notice_id = any(${[...notice_ids]}::int8[])
    order by is_region desc, told_at is null, first_at, notice_id for update`.execute(tx);
  const [first, ...others] = rows.map(({ notice_id }) => notice_id);
  if (first === undefined) throw new RangeError("there is nothing to merge");
  await sql`update notice_entry set notice_id = ${first} where notice_id = any(${others}::int8[])`.execute(
    tx,
  );
  await sql`
    with gone as (delete from notice where notice_id = any(${others}::int8[]) returning first_at, due_at)
    update notice n set is_region = true, first_at = least(n.first_at, (select min(first_at) from gone)),
      due_at = least(n.due_at, (select min(due_at) from gone))
    where n.notice_id = ${first}`.execute(tx);
  return first;
}
