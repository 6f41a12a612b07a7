// What alarms cost in the time that they lasted, for others than the desk.
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";

/** What an alarm cost from its beginning until it ended, or so far. */
export interface AlarmLoss {
  readonly lost_wh: number;
  /** Numeric text. */
  readonly lost_vnd: string;
}

/**
 * Returns what the desk says that alarms cost, by alarm_uid. Missing: what has not been counted yet, and what stands under another alarm,
 * whose cost it is part of. Row-level security shows alarms of proven projects alone.
 */
export async function alarmLosses(
  tx: Tx,
  alarm_uids: readonly string[],
): Promise<ReadonlyMap<string, AlarmLoss>> {
  const { rows } = await sql<AlarmLoss & { alarm_uid: string }>`
    select a.alarm_uid, c.lost_wh, c.lost_vnd from alarm a join alarm_case c on c.alarm_id = a.alarm_id
    where a.alarm_uid = any(${[...alarm_uids]}::uuid[]) and c.root_id is null and c.costed_at is not null`.execute(
    tx,
  );
  return new Map(rows.map(({ alarm_uid, ...loss }) => [alarm_uid, loss]));
}
