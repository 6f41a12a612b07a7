// Roll-outs as they are stored, and what their gateways' commands have come to.
import type { CommandState, RollOutGatewayState, RollOutMode, RollOutState } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { GatewayVerdict, RollOutAdvance, RollOutGateway } from "./advance.ts";

/** A gateway that a person has named. */
export interface NamedGateway {
  readonly gateway_id: number;
  readonly gateway_uid: string;
  readonly serial: string;
  readonly project_id: number;
  readonly project_uid: string;
  /** Null: its birth named none. */
  readonly gateway_type: string | null;
  readonly hardware_version: string | null;
  readonly firmware_version: string | null;
}

/** The gateways of the uids that are there, in their order; one that is gone, or whose project is, is missing. */
export async function namedGateways(db: Db, uids: readonly string[]): Promise<NamedGateway[]> {
  return db
    .selectFrom("gateway as g")
    .innerJoin("project as p", "p.project_id", "g.project_id")
    .select(["g.gateway_id", "g.gateway_uid", "g.serial", "g.project_id", "p.project_uid"])
    .select(["g.gateway_type", "g.hardware_version", "g.firmware_version"])
    .where("g.gateway_uid", "=", sql<string>`any(${[...uids]}::uuid[])`)
    .where("g.removed_at", "is", null)
    .where("p.removed_at", "is", null)
    .orderBy(sql`array_position(${[...uids]}::uuid[], g.gateway_uid)`)
    .execute();
}

/** Which of the gateways take part in a roll-out that is not over. */
export async function busyGateways(tx: Tx, gateway_ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom("roll_out_gateway")
    .select("gateway_id")
    .where("gateway_id", "in", gateway_ids)
    .where("state", "in", ["waiting", "under_way"])
    .execute();
  return new Set(rows.map(({ gateway_id }) => gateway_id));
}

/** Writes a roll-out with its gateways, none of which has begun; returns its ids. */
export async function insertRollOut(
  tx: Tx,
  given: {
    readonly firmware_id: number;
    readonly mode: RollOutMode;
    readonly created_by: number;
    readonly gateways: readonly (NamedGateway & { readonly wave: number })[];
  },
): Promise<{ roll_out_id: number; roll_out_uid: string }> {
  const { gateways, ...row } = given;
  const waves = Math.max(...gateways.map(({ wave }) => wave));
  const { roll_out_id, roll_out_uid } = await tx
    .insertInto("roll_out")
    .values({
      ...row,
      waves,
      gateways: gateways.length,
      created_by_name: sql<string>`(select display_name from account where account_id = ${row.created_by})`,
    })
    .returning(["roll_out_id", "roll_out_uid"])
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("roll_out_gateway")
    .values(
      gateways.map(({ gateway_id, project_id, wave, firmware_version }) => ({
        roll_out_id,
        gateway_id,
        project_id,
        wave,
        was_version: firmware_version,
      })),
    )
    .execute();
  return { roll_out_id, roll_out_uid };
}

/** A roll-out at work, locked for the transaction. */
export interface LockedRollOut {
  readonly roll_out_id: number;
  readonly firmware_id: number;
  readonly mode: RollOutMode;
  readonly state: RollOutState;
  readonly wave: number;
  readonly waves: number;
  readonly next_wave_ms: number | null;
  readonly created_by: number | null;
}

/** Ids of roll-outs in which something may become of a gateway. */
export async function openRollOuts(db: Db): Promise<number[]> {
  const { rows } = await sql<{ roll_out_id: number }>`
    select roll_out_id::float8 as roll_out_id from roll_out where state in ('running', 'waiting')
    union select g.roll_out_id::float8 from roll_out_gateway g where g.state = 'under_way'`.execute(db);
  return rows.map(({ roll_out_id }) => roll_out_id);
}

/** Locks the roll-out; undefined: another process has it, or it is gone. */
export async function lockRollOut(
  tx: Tx,
  by: { readonly roll_out_id: number } | { readonly roll_out_uid: string },
  waits = false,
): Promise<LockedRollOut | undefined> {
  const which =
    "roll_out_id" in by ? sql`roll_out_id = ${by.roll_out_id}` : sql`roll_out_uid = ${by.roll_out_uid}`;
  const { rows } = await sql<LockedRollOut>`
    select roll_out_id::float8 as roll_out_id, firmware_id, mode, state, wave, waves, created_by,
      extract(epoch from next_wave_at)::float8 * 1000 as next_wave_ms
    from roll_out where ${which} for update ${waits ? sql`` : sql`skip locked`}`.execute(tx);
  return rows[0];
}

/** A gateway as its roll-out judges it, with what its command needs. */
export interface GatewayAtWork extends RollOutGateway {
  readonly gateway_uid: string;
  readonly project_id: number;
  readonly command_uid: string | null;
}

/** The gateways of a roll-out as they stand now. */
export async function gatewaysAtWork(tx: Tx, roll_out_id: number): Promise<GatewayAtWork[]> {
  const { rows } = await sql<{
    gateway_id: number;
    gateway_uid: string;
    project_id: number;
    wave: number;
    state: RollOutGatewayState;
    command: CommandState | null;
    command_uid: string | null;
    acknowledged_ms: number | null;
    contact_ms: number | null;
    reported_version: string | null;
    text: string;
  }>`
    select r.gateway_id, g.gateway_uid, r.project_id, r.wave, r.state,
      c.state as command, c.command_uid, g.firmware_version as reported_version,
      case when m.ack_status = 'done' then extract(epoch from m.ack_at)::float8 * 1000 end as acknowledged_ms,
      extract(epoch from g.last_contact_at)::float8 * 1000 as contact_ms,
      coalesce(nullif(m.ack_text, ''), r.text) as text
    from roll_out_gateway r join gateway g using (gateway_id)
    left join command c on c.command_id = r.command_id
    left join gateway_message m on m.message_uid = c.command_uid
    where r.roll_out_id = ${roll_out_id} order by r.wave, r.gateway_id for update of r`.execute(tx);
  return rows;
}

/** Writes what is new of a roll-out and its gateways. */
export async function storeAdvance(tx: Tx, roll_out_id: number, news: RollOutAdvance): Promise<void> {
  const { gateways, state, next_wave_ms, stopped } = news;
  await storeVerdicts(tx, roll_out_id, gateways);
  await tx
    .updateTable("roll_out")
    .set({
      state,
      next_wave_at: next_wave_ms === null ? null : new Date(next_wave_ms),
      ...(stopped === null ? {} : { stopped: stopped.reason, stopped_gateway: stopped.gateway_id }),
    })
    .where("roll_out_id", "=", roll_out_id)
    .execute();
}

/** Writes what became of gateways. */
async function storeVerdicts(
  tx: Tx,
  roll_out_id: number,
  verdicts: readonly GatewayVerdict[],
): Promise<void> {
  if (verdicts.length === 0) return;
  await sql`
    update roll_out_gateway r set state = given.state, text = given.text
    from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) as given(gateway_id int4, state text, text text)
    where r.roll_out_id = ${roll_out_id} and r.gateway_id = given.gateway_id`.execute(tx);
}

/** Writes that a wave has begun, and with which command each of its gateways. */
export async function beginWave(
  tx: Tx,
  { roll_out_id, wave }: { roll_out_id: number; wave: number },
  begun: readonly { gateway_id: number; command_id: number }[],
): Promise<void> {
  await sql`
    update roll_out_gateway r set state = 'under_way', command_id = given.command_id
    from jsonb_to_recordset(${JSON.stringify(begun)}::jsonb) as given(gateway_id int4, command_id int8)
    where r.roll_out_id = ${roll_out_id} and r.gateway_id = given.gateway_id`.execute(tx);
  await sql`
    update roll_out set state = 'running', wave = ${wave}, next_wave_at = null
    where roll_out_id = ${roll_out_id}`.execute(tx);
}
