// Tells the next person of alarms that nobody has taken.
import type { Db } from "../../../platform/db.ts";
import { noteEscalations } from "../alarm-desk/alarm-cases.sql.ts";
import { noteEscalated, type Escalated } from "../notifications/notice-news.sql.ts";
import { settleTouched, USUAL_NOTICES, type NoticeRules } from "../notifications/notices.jobs.ts";
import { nextPerson } from "./next-person.ts";
import { chainsOf, lockUntaken, untakenAlarms, type UntakenAlarm } from "./untaken.sql.ts";

/**
 * Tells the next person of each alarm whose time has come, in a notice for each person and cause, and writes it into the alarm's history:
 * by that history nobody is told twice, whatever process does this and however often. Returns how many alarms were told further.
 */
export async function escalate(
  db: Db,
  nowMs: number = Date.now(),
  rules: NoticeRules = USUAL_NOTICES,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const locked = await lockUntaken(tx);
    if (locked.length === 0) return 0;
    // Read after they are locked: what was told meanwhile is seen.
    const untaken = await untakenAlarms(tx, locked);
    const chains = await chainsOf(
      tx,
      untaken.map(({ project_id }) => project_id),
    );
    const told = untaken.flatMap((alarm) => {
      const to_id = nextPerson(chains.get(alarm.project_id) ?? [], alarm, nowMs);
      return to_id === null ? [] : [{ ...alarm, to_id }];
    });
    if (told.length === 0) return 0;
    await noteEscalations(
      tx,
      told.map(({ alarm_id, project_id, to_id }) => ({ alarm_id, project_id, to_id })),
      new Date(nowMs),
    );
    await settleTouched(tx, await noteEscalated(tx, byCause(told), nowMs), nowMs, rules);
    return told.length;
  });
}

/** One of each person, project and kind, named by its gravest alarm, of these by that which began first. */
function byCause(told: readonly (UntakenAlarm & { readonly to_id: number })[]): Escalated[] {
  const causes = Map.groupBy(told, ({ to_id, project_id, kind }) => `${to_id} ${project_id} ${kind}`);
  return [...causes.values()].flatMap((alarms) => {
    const ordered = alarms.toSorted(
      (a, b) => b.weight - a.weight || a.started_at.getTime() - b.started_at.getTime(),
    );
    const [first] = ordered;
    if (first === undefined) return [];
    const { to_id, project_id, kind, weight, alarm_uid } = first;
    const first_at = new Date(Math.min(...alarms.map(({ started_at }) => started_at.getTime())));
    return [{ account_id: to_id, project_id, kind, weight, alarm_uid, first_at, alarms: alarms.length }];
  });
}
