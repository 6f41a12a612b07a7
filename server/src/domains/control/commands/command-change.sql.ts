// What people do with commands that were given: take them back while nobody was told, or give them again.
import { commandArgs, type CommandState, type Reversion } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import { announceCommands, withdrawMessages } from "../../telemetry/index.ts";
import type { CommandOrder } from "./order.sql.ts";

/** The project of a command; undefined: there is no such command, or its project is gone. */
export async function projectOfCommand(db: Db, command_uid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("command as c")
    .innerJoin("project as p", "p.project_id", "c.project_id")
    .select("p.project_uid")
    .where("c.command_uid", "=", command_uid)
    .executeTakeFirst();
  return row?.project_uid;
}

/** The commands o of the same order as command c, c among them. */
const SAME_ORDER = sql`o.project_id = c.project_id and o.batch_uid = c.batch_uid and o.gateway_id = c.gateway_id and o.name = c.name
  and o.args = c.args`;

/** Cancels the order where nobody has been told of it, and returns on how many devices that was in time. */
export async function cancelOrder(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  { command_uid, account_id }: { command_uid: string; account_id: number },
): Promise<number> {
  const { rows } = await sql<{ command_uid: string }>`
    select o.command_uid from command c join command o on ${SAME_ORDER}
    where c.command_uid = ${command_uid} and c.project_id = ${project_id} and o.state = 'queued'
    order by o.command_id for update of o`.execute(tx);
  const withdrawn = await withdrawMessages(
    tx,
    rows.map((row) => row.command_uid),
  );
  if (withdrawn.size === 0) return 0;
  await sql`
    with cancelled as (
      update command set state = 'cancelled', state_at = now(), effect_ended_at = now(), look_at = null
      where command_uid = any(${[...withdrawn]}::uuid[]) returning command_id, project_id
    )
    insert into command_step (command_id, step_no, project_id, state, account_id)
    select command_id, (select max(step_no) + 1 from command_step s where s.command_id = cancelled.command_id), project_id, 'cancelled',
      ${account_id}
    from cancelled`.execute(tx);
  await announceCommands(tx, [project_id]);
  return withdrawn.size;
}

/** A command of an order that did not work, and what it takes to give it again. */
interface EndedCommand {
  readonly command_uid: string;
  readonly state: CommandState;
  readonly gateway_id: number;
  readonly device_id: number | null;
  readonly device_uid: string | null;
  readonly name: string;
  readonly args: object;
  readonly expires_in_s: number;
  readonly revert_after_s: number | null;
  readonly revert_to: Reversion | null;
  /** A newer command for the same device and the same thing was given since. */
  readonly is_outdated: boolean;
}

/** The commands of the order, those whose device or gateway is gone left out. */
export async function endedCommands(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  command_uid: string,
): Promise<EndedCommand[]> {
  const { rows } = await sql<EndedCommand>`
    select o.command_uid, o.state, o.gateway_id, o.device_id, d.device_uid, o.name, o.args, o.revert_after_s, o.revert_to,
      greatest(1, round(extract(epoch from o.expires_at - o.created_at)))::int4 as expires_in_s,
      exists (select from command n where n.gateway_id = o.gateway_id and n.device_id is not distinct from o.device_id
        and n.subject = o.subject and n.command_id > o.command_id) as is_outdated
    from command c join command o on ${SAME_ORDER}
    join gateway g on g.gateway_id = o.gateway_id and g.removed_at is null
    left join device d on d.device_id = o.device_id
    where c.command_uid = ${command_uid} and c.project_id = ${project_id} and (o.device_id is null or d.removed_at is null)
    order by o.command_id`.execute(tx);
  return rows;
}

/** The command as an order of the account's own. */
export function orderAgain(
  { project_id }: ProjectAccess<"change">,
  command: EndedCommand,
  account_id: number,
): CommandOrder {
  const { device_id, device_uid, gateway_id, expires_in_s, revert_after_s, revert_to } = command;
  return {
    project_id,
    gateway_id,
    device: device_id === null || device_uid === null ? null : { device_id, device_uid },
    command: commandArgs.parse({ name: command.name, ...command.args }),
    cause: "person",
    account_id,
    expires_in_s,
    reversion:
      revert_after_s === null || revert_to === null ? null : { after_s: revert_after_s, to: revert_to },
  };
}
