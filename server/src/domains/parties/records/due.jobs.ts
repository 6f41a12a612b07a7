// What happens to records by itself when a time limit is over, each minute; and what is not kept for good of commands.
import { sql } from "kysely";
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import type { Db } from "../../../platform/db.ts";
import { runTimer } from "./command.sql.ts";
import type { AnyKind } from "./record-kind.ts";

/** Records that one run takes at most; the rest follows a minute later. */
const AT_ONCE = 500;
const ANSWERS_KEPT = "30 days";

const due = task({
  name: "records.due",
  payload: nothing,
  queue: "records.due",
  starts: { cron: "* * * * *" },
});
const sweep = task({ name: "records.sweep", payload: nothing, starts: { cron: "17 19 * * *" } });

/** The tasks of records, for all kinds that have time limits. One whose turn fails is tried again, and keeps no other from its turn. */
export const recordsWork = (kinds: readonly AnyKind[]): readonly Work[] => [
  does(due, (_, { db }) => runDue(db, kinds)),
  does(sweep, (_, { db }) =>
    db
      .deleteFrom("command_result")
      .where("at", "<", sql<Date>`now() - ${ANSWERS_KEPT}::interval`)
      .execute(),
  ),
];

/** Takes the system's turn on every record of the kinds whose time is over. Throws at the end when one of them failed. */
export async function runDue(db: Db, kinds: readonly AnyKind[]): Promise<void> {
  const byEntity = new Map(kinds.map((kind) => [kind.life.entity, kind]));
  const rows = await db
    .selectFrom("record_deadline")
    .select(["entity", "record_uid", "action", "due_at"])
    .where("action", "is not", null)
    .where("due_at", "<=", sql<Date>`now()`)
    .where("entity", "=", sql<string>`any(${[...byEntity.keys()]}::text[])`)
    .orderBy("due_at")
    .limit(AT_ONCE)
    .execute();
  const faults: unknown[] = [];
  for (const { entity, record_uid, action, due_at } of rows) {
    const kind = byEntity.get(entity);
    if (kind === undefined || action === null) continue;
    try {
      await runTimer(db, kind, { record_uid, action, due_at }, {});
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} records missed their turn`);
}
