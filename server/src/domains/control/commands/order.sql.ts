// Giving commands: each is written down with its first step and put before its gateway in one transaction, and what it replaces
// gives way in the same one.
import type { CommandArgs, CommandCause, Reversion } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { endLimits } from "../../energy/index.ts";
import { announceCommands, putMessages, withdrawMessages } from "../../telemetry/index.ts";

/** One command to be given. */
export interface CommandOrder {
  readonly project_id: number;
  readonly gateway_id: number;
  /** Null: the gateway itself. */
  readonly device: { readonly device_id: number; readonly device_uid: string } | null;
  readonly command: CommandArgs;
  readonly cause: CommandCause;
  /** Who gave it, or whose schedule did; null: nobody. */
  readonly account_id: number | null;
  /** After so long it is not to be obeyed any more, s. */
  readonly expires_in_s: number;
  /** When and to what the gateway goes back by itself without word of us; null: never. At least three of its intervals are given. */
  readonly reversion: { readonly after_s: number; readonly to: Reversion } | null;
  /** Where it belongs to another batch than those it is given with. */
  readonly batch_uid?: string;
}

/** A command that was given. */
interface GivenCommand {
  readonly command_id: number;
  readonly command_uid: string;
}

/** Of one intent: what holds on the same device for the same thing gives way to it. */
interface Holding {
  readonly command_id: number;
  readonly command_uid: string;
  readonly state: string;
  readonly new_id: number;
  readonly new_name: string;
}

/**
 * Writes the commands down as queued and puts them before their gateways; returns them in the order given, all of one batch. A
 * command for the same device and the same thing that is still open gives way (superseded; withdrawn where it was not handed
 * over), and the effect of one that was verified ends with it. Nothing is repeated by itself.
 */
export async function orderCommands(
  tx: Tx,
  batch_uid: string,
  orders: readonly CommandOrder[],
): Promise<GivenCommand[]> {
  if (orders.length === 0) return [];
  const given = await insertCommands(tx, batch_uid, orders);
  await giveWay(tx, given);
  await putMessages(
    tx,
    given.map((row, index) => {
      const { gateway_id, project_id, device, command } = at(orders, index);
      return {
        gateway_id,
        project_id,
        message: {
          v: 1 as const,
          command_uid: row.command_uid,
          device_uid: device?.device_uid ?? null,
          expires_at: row.expires_ms,
          revert_after_s: row.revert_after_s,
          revert_to: row.revert_to,
          ...command,
        },
      };
    }),
  );
  await announceCommands(tx, [...new Set(orders.map(({ project_id }) => project_id))]);
  return given.map(({ command_id, command_uid }) => ({ command_id, command_uid }));
}

interface InsertedCommand extends GivenCommand {
  readonly expires_ms: number;
  readonly revert_after_s: number | null;
  readonly revert_to: Reversion | null;
}

/** A gateway goes back after at least so many of its intervals without word. */
const INTERVALS_TO_REVERT = 3;

async function insertCommands(
  tx: Tx,
  batch_uid: string,
  orders: readonly CommandOrder[],
): Promise<InsertedCommand[]> {
  const rows = orders.map(({ command: { name, ...args }, device, reversion, ...order }, ord) => ({
    ord,
    batch_uid: order.batch_uid ?? batch_uid,
    project_id: order.project_id,
    gateway_id: order.gateway_id,
    device_id: device?.device_id ?? null,
    name,
    args,
    cause: order.cause,
    account_id: order.account_id,
    expires_in_s: order.expires_in_s,
    after_s: reversion?.after_s ?? null,
    revert_to: reversion?.to ?? null,
  }));
  const inserted = await sql<InsertedCommand>`
    with given as materialized (
      select given.*, greatest(given.after_s, ${INTERVALS_TO_REVERT}::int4 * g.interval_s) as revert_after_s
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(ord int4, batch_uid uuid, project_id int4, gateway_id int4, device_id int4,
        name text, args jsonb, cause text, account_id int4, expires_in_s int4, after_s int4, revert_to text)
      join gateway g on g.gateway_id = given.gateway_id
    ), numbered as (
      select given.*, nextval(pg_get_serial_sequence('command', 'command_id')) as command_id from given order by ord
    ), put as (
      insert into command (command_id, batch_uid, project_id, gateway_id, device_id, name, args, cause, account_id, expires_at,
        revert_after_s, revert_to)
      overriding system value
      select command_id, batch_uid, project_id, gateway_id, device_id, name, args, cause, account_id,
        now() + expires_in_s * interval '1 s', case when after_s is null then null else revert_after_s end,
        revert_to
      from numbered
      returning command_id, command_uid, project_id, account_id, expires_at, revert_after_s, revert_to
    ), step as (
      insert into command_step (command_id, step_no, project_id, state, account_id)
      select command_id, 1, project_id, 'queued', account_id from put
    )
    select put.command_id::float8 as command_id, put.command_uid, put.revert_after_s, put.revert_to,
      floor(extract(epoch from put.expires_at) * 1000)::float8 as expires_ms
    from put join numbered using (command_id) order by numbered.ord`.execute(tx);
  if (inserted.rows.length !== orders.length) throw new Error("a command names a gateway that is not there");
  return inserted.rows;
}

/** Ends what held before on the same devices for the same thing. */
async function giveWay(tx: Tx, given: readonly GivenCommand[]): Promise<void> {
  const ids = given.map(({ command_id }) => command_id);
  // Asked for each new command by itself: left to the planner, all that holds anywhere is held against all that is new.
  const { rows: before } = await sql<Holding>`
    with pairs as materialized (
      select old.command_id, new.command_id as new_id, new.name as new_name
      from command new cross join lateral (
        select o.command_id from command o
        where o.gateway_id = new.gateway_id and o.device_id is not distinct from new.device_id and o.subject = new.subject
          and o.command_id < new.command_id and o.effect_ended_at is null
          and o.state in ('queued', 'sent', 'acknowledged', 'applied', 'verified')
        offset 0
      ) old
      where new.command_id = any(${ids}::int8[])
    )
    select old.command_id::float8 as command_id, old.command_uid, old.state, pairs.new_id::float8 as new_id, pairs.new_name
    from pairs join command old on old.command_id = pairs.command_id
    where old.effect_ended_at is null and old.state in ('queued', 'sent', 'acknowledged', 'applied', 'verified')
    order by old.command_id for update of old`.execute(tx);
  if (before.length === 0) return;
  await withdrawMessages(
    tx,
    before.flatMap(({ state, command_uid }) => (state === "queued" ? [command_uid] : [])),
  );
  // What was verified stays so: only its effect has ended.
  await sql`
    with old as (
      select * from jsonb_to_recordset(${JSON.stringify(before)}::jsonb)
        as old(command_id int8, state text, new_id int8, new_name text)
    ), ended as (
      update command c set effect_ended_at = now(), superseded_by = old.new_id,
        state = case when old.state = 'verified' then 'verified' else 'superseded' end,
        state_at = case when old.state = 'verified' then c.state_at else now() end
      from old where c.command_id = old.command_id
      returning c.command_id, c.project_id, c.state, old.state as was, old.new_id
    )
    insert into command_step (command_id, step_no, project_id, state, text)
    select command_id, (select max(step_no) + 1 from command_step s where s.command_id = ended.command_id), project_id, 'superseded',
      (select n.command_uid::text from command n where n.command_id = ended.new_id)
    from ended where was <> 'verified'`.execute(tx);
  const until = new Date().toISOString();
  await endLimits(
    tx,
    before.map(({ command_uid }) => ({ command_uid, until })),
  );
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error("fewer orders than commands");
  return item;
}
