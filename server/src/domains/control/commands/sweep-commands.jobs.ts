// Takes away what is kept no longer of commands and of the runs that gave them, so that their tables do not grow for ever.
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { does, nothing, task, type Work } from "../../../platform/jobs/jobs.ts";
import { forgetMessages } from "../../telemetry/index.ts";

/** Rows that go in one transaction. */
const BATCH = 5000;
/** A message to a gateway is kept so long after it was put there, unless its command is still watched or held. */
const MESSAGES = "30 days";
/** A command with its life and its evidence is kept as long as the audit log, unless it is still in force. */
const COMMANDS = "5 years";

const sweepTask = task({ name: "control.sweep-commands", payload: nothing, starts: { cron: "40 18 * * *" } });

/** Sweeps messages, commands and runs of schedules once a day. */
export const sweepCommandsWork: Work = does(sweepTask, (_, { db, signal }) =>
  sweepCommands(db, () => signal.aborted),
);

/** How many went. */
interface Swept {
  readonly messages: number;
  readonly commands: number;
  readonly runs: number;
}

/** Takes away what is kept no longer, a batch at a time until `ended`. */
export async function sweepCommands(db: Db, ended: () => boolean): Promise<Swept> {
  return {
    messages: await batches(db, ended, sweepMessages),
    commands: await batches(db, ended, sweepOld),
    runs: await batches(db, ended, sweepRuns),
  };
}

/** Sweeps until a batch is not full, each in a transaction of its own; returns how many rows went. */
async function batches(db: Db, ended: () => boolean, sweep: (tx: Tx) => Promise<number>): Promise<number> {
  let swept = 0;
  while (!ended()) {
    const gone = await db.transaction().execute(sweep);
    swept += gone;
    if (gone < BATCH) break;
  }
  return swept;
}

/** Messages of commands of which nothing more is expected. */
async function sweepMessages(tx: Tx): Promise<number> {
  const { rows } = await sql<{ message_uid: string }>`
    select m.message_uid from gateway_message m
    where m.created_at < now() - ${MESSAGES}::interval
      and not exists (select from gateway_hold h where h.message_uid = m.message_uid)
      and not exists (select from command c where c.command_uid = m.message_uid and c.look_at is not null)
    order by m.message_id limit ${BATCH}`.execute(tx);
  return forgetMessages(
    tx,
    rows.map(({ message_uid }) => message_uid),
  );
}

/** Commands that hold nothing any more, with their steps; what refers to an older one is older, and goes before it or with it. */
async function sweepOld(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select command_id from command c
      where c.created_at < now() - ${COMMANDS}::interval and c.look_at is null
        and (c.effect_ended_at is not null or c.state in ('failed', 'expired', 'superseded', 'reverted', 'cancelled'))
        and not exists (select from schedule_hold h where h.command_id = c.command_id)
      order by command_id limit ${BATCH}
    ), parted as (
      update roll_out_gateway r set command_id = null from old where r.command_id = old.command_id
    ), left_alone as (
      update command c set superseded_by = null from old
      where c.superseded_by = old.command_id and c.command_id not in (select command_id from old)
    )
    delete from command where command_id in (select command_id from old)`.execute(tx);
  return Number(numAffectedRows);
}

/** Runs of schedules that are over. */
async function sweepRuns(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from schedule_run where run_id in (
      select run_id from schedule_run r
      where r.ends_at < now() - ${COMMANDS}::interval and r.status <> 'open'
        and not exists (select from schedule_hold h where h.run_id = r.run_id)
      order by run_id limit ${BATCH})`.execute(tx);
  return Number(numAffectedRows);
}
