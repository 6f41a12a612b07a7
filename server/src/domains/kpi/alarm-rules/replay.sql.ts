// Replays as they are kept: asked for by a person, worked on by a worker, looked at until the rule is saved.
import type { AlarmReplay, AlarmRule, ReplayResult } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

/** Replays of a project are kept for so many days. */
const KEPT_DAYS = 7;

const COLUMNS = sql.raw("replay_uid, rule, state, progress, result");

/** Writes down that the rule is to be replayed; a replay of the same person that is under way ends, and old ones go. */
export async function insertReplay(
  tx: Tx,
  { project_id, account_id, rule }: { project_id: number; account_id: number; rule: AlarmRule },
): Promise<{ replay_id: number; replay: AlarmReplay }> {
  await sql`
    delete from alarm_replay where project_id = ${project_id} and asked_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(
    tx,
  );
  await sql`
    update alarm_replay set state = 'cancelled'
    where project_id = ${project_id} and account_id = ${account_id} and state in ('queued', 'running')`.execute(
    tx,
  );
  const { rows } = await sql<AlarmReplay & { replay_id: number }>`
    insert into alarm_replay (project_id, account_id, rule) values (${project_id}, ${account_id}, ${JSON.stringify(rule)}::jsonb)
    returning replay_id, ${COLUMNS}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new RangeError("a replay was not written");
  const { replay_id, ...replay } = row;
  return { replay_id, replay };
}

/** The project's replay; undefined: it has none of that name. */
export async function replayOf(
  tx: Tx,
  project_id: number,
  replay_uid: string,
): Promise<AlarmReplay | undefined> {
  const { rows } = await sql<AlarmReplay>`
    select ${COLUMNS} from alarm_replay where project_id = ${project_id} and replay_uid = ${replay_uid}`.execute(
    tx,
  );
  return rows[0];
}

/** Ends the replay if it is under way. */
export async function cancelReplay(tx: Tx, project_id: number, replay_uid: string): Promise<void> {
  await sql`
    update alarm_replay set state = 'cancelled'
    where project_id = ${project_id} and replay_uid = ${replay_uid} and state in ('queued', 'running')`.execute(
    tx,
  );
}

/** Takes the replay to work on; undefined: nobody waits for it any longer. One whose process died is taken again. */
export async function takeReplay(
  db: Db,
  replay_id: number,
): Promise<{ project_id: number; rule: AlarmRule } | undefined> {
  const { rows } = await sql<{ project_id: number; rule: AlarmRule }>`
    update alarm_replay r set state = 'running', progress = 0 from project p
    where r.replay_id = ${replay_id} and r.state in ('queued', 'running', 'failed') and p.project_id = r.project_id and p.removed_at is null
    returning r.project_id, r.rule`.execute(db);
  return rows[0];
}

/** Notes how far the replay is, %; false: it was cancelled. */
export async function replayReaches(db: Db, replay_id: number, progress: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update alarm_replay set progress = ${Math.floor(progress)} where replay_id = ${replay_id} and state = 'running'`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/** The replay is done, unless it was cancelled meanwhile. */
export async function replayIsDone(db: Db, replay_id: number, result: ReplayResult): Promise<void> {
  await sql`
    update alarm_replay set state = 'done', progress = 100, result = ${JSON.stringify(result)}::jsonb
    where replay_id = ${replay_id} and state = 'running'`.execute(db);
}

/** The replay has failed, unless it was cancelled meanwhile. */
export async function replayFails(db: Db, replay_id: number): Promise<void> {
  await sql`update alarm_replay set state = 'failed' where replay_id = ${replay_id} and state = 'running'`.execute(
    db,
  );
}
