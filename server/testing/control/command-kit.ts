// Commands and what gateways and devices say of them, written as ingest and the connections write it.
import { randomUUID } from "node:crypto";
import type { CommandArgs, CommandState } from "@heliograph/contract";
import { sql } from "kysely";
import { orderCommands, type CommandOrder } from "../../src/domains/control/index.ts";
import { watchPass } from "../../src/domains/control/commands/watch-pass.jobs.ts";
import type { Db } from "../../src/platform/db.ts";
import type { scene } from "../test-kit.ts";

type Scene = Awaited<ReturnType<typeof scene>>;

export const HALF: CommandArgs = { name: "power_limit", limit: { percent: 50 } };

/** Gives a command for the inverter of the scene by its account; returns its uid. */
export async function giveCommand(db: Db, plant: Scene, change: Partial<CommandOrder> = {}): Promise<string> {
  const { project_id, gateway_id, device_id, device_uid, account_id } = plant;
  const order: CommandOrder = {
    project_id,
    gateway_id,
    device: { device_id, device_uid },
    command: HALF,
    cause: "person",
    account_id,
    expires_in_s: 120,
    reversion: null,
    ...change,
  };
  const [given] = await db.transaction().execute((tx) => orderCommands(tx, randomUUID(), [order]));
  if (given === undefined) throw new Error("no command was given");
  return given.command_uid;
}

/** The command is handed over, as by the process with the connection, so many seconds ago. */
export const handOver = (db: Db, uid: string, seconds_ago = 0) =>
  sql`update gateway_message set sent_at = now() - ${seconds_ago} * interval '1 s', sent_by = 'mqtt' where message_uid = ${uid}`.execute(
    db,
  );

/** A reading of the scene's inverter so many seconds from now, of the second before. */
export const sayReading = (
  db: Db,
  { project_id, device_id }: Pick<Scene, "project_id" | "device_id">,
  at_s: number,
  says: { ac_power_w?: number; power_limit_w?: number; power_limit_source?: number },
) =>
  db
    .insertInto("reading")
    .values({ project_id, device_id, ts: new Date(Date.now() + at_s * 1000), interval_s: 1, ...says })
    .execute();

/** A pass over the commands at an instant, ms since 1970. */
export const pass = (db: Db, now = Date.now()) => watchPass(db, [], () => now);

/** Its state, and its steps with their notes. */
export async function lifeOf(db: Db, uid: string): Promise<{ state: CommandState; steps: string[] }> {
  const { rows } = await sql<{ now: CommandState; state: string; note: string | null }>`
    select c.state as now, s.state, s.evidence ->> 'note' as note from command c join command_step s using (command_id)
    where c.command_uid = ${uid} order by s.step_no`.execute(db);
  const [first] = rows;
  if (first === undefined) throw new Error("no such command");
  return {
    state: first.now,
    steps: rows.map(({ state, note }) => (note === null ? state : `${state}: ${note}`)),
  };
}
