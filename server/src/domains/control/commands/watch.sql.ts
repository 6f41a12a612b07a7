// What a pass over the open commands reads and writes: one question each for commands, devices with their readings, and steps.
import { commandArgs, commandEvidence, type CommandEvidence, type CommandState } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { CommandMove, WatchedCommand, WatchedDevice, WatchedReading } from "./evidence-facts.ts";

/** A command that is due, locked for the transaction. */
export interface DueCommand extends WatchedCommand {
  readonly command_id: number;
  readonly command_uid: string;
  readonly project_id: number;
  readonly gateway_id: number;
  /** That the gateway last reported. */
  readonly firmware_version: string | null;
}

/** So many are looked at in one transaction; the rest in the next. */
export const MOST_AT_ONCE = 2000;

/**
 * Locks the commands that are due, or whose gateway has something to say, the longest due first; those that another process looks at
 * are left to it.
 */
export async function dueCommands(tx: Tx, gateway_ids: readonly number[]): Promise<DueCommand[]> {
  const { rows } = await sql<DueRow>`
    select c.command_id::float8 as command_id, c.command_uid, c.project_id, c.gateway_id, c.device_id, c.name, c.args, c.state,
      c.expires_at, c.revert_after_s, c.held_at, c.evidence, g.interval_s, g.firmware_version
    from command c join gateway g on g.gateway_id = c.gateway_id
    where c.look_at <= now() or (c.look_at is not null and c.gateway_id = any(${[...gateway_ids]}::int4[]))
    order by c.look_at limit ${MOST_AT_ONCE} for update of c skip locked`.execute(tx);
  return rows.map(({ name, args, expires_at, revert_after_s, held_at, evidence, interval_s, ...row }) => ({
    ...row,
    args: commandArgs.parse({ name, ...args }),
    expires_ms: expires_at.getTime(),
    revert_after_ms: revert_after_s === null ? null : revert_after_s * 1000,
    held_ms: held_at?.getTime() ?? null,
    interval_ms: interval_s * 1000,
    evidence: evidence === null ? null : commandEvidence.parse(evidence),
  }));
}

interface DueRow {
  readonly command_id: number;
  readonly command_uid: string;
  readonly project_id: number;
  readonly gateway_id: number;
  readonly device_id: number | null;
  readonly name: string;
  readonly args: object;
  readonly state: CommandState;
  readonly expires_at: Date;
  readonly revert_after_s: number | null;
  readonly held_at: Date | null;
  readonly evidence: unknown;
  readonly interval_s: number;
  readonly firmware_version: string | null;
}

/** A command that was handed over: what its devices have said since. */
interface Sent {
  readonly command_id: number;
  readonly sent_at: string;
}

/** What the devices of a command say. */
interface DeviceWords {
  readonly devices: WatchedDevice[];
  readonly readings: WatchedReading[];
  readonly before: WatchedReading[];
}

/** Of each device the newest readings are enough: since when data say otherwise is kept in the evidence. */
const NEWEST = 8;
/** A reading from before the command is compared with while it is not older than this, and not than so many intervals. */
const BEFORE_S = 600;
const BEFORE_INTERVALS = 3;

const READ = sql`r.device_id, floor(extract(epoch from r.ts) * 1000)::float8 as at_ms, r.interval_s * 1000 as interval_ms,
  r.ac_power_w::float8 as ac_power_w, r.power_limit_w::float8 as power_limit_w, r.power_limit_source, r.nze_on,
  r.export_limit_w::float8 as export_limit_w, r.state, r.ext -> 'relays' as relays`;

/** The devices of each command with their newest readings since it was sent, and the last one before. */
export async function deviceWords(tx: Tx, sent: readonly Sent[]): Promise<Map<number, DeviceWords>> {
  if (sent.length === 0) return new Map();
  const { rows } = await sql<WordsRow>`
    with sent as materialized (
      select c.command_id, c.project_id, c.gateway_id, c.device_id, c.name, c.args, s.sent_at, g.interval_s
      from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as s(command_id int8, sent_at timestamptz)
      join command c on c.command_id = s.command_id join gateway g on g.gateway_id = c.gateway_id
    )
    select sent.command_id::float8 as command_id, d.device_id, d.device_uid, d.serial, d.asset_type,
      d.ac_nominal_w::float8 as ac_nominal_w,
      (select coalesce(jsonb_agg(to_jsonb(newest) order by newest.at_ms), '[]') from (
        select ${READ} from reading r
        where r.project_id = d.project_id and r.device_id = d.device_id and r.ts > sent.sent_at
        order by r.ts desc limit ${NEWEST}) newest) as readings,
      (select to_jsonb(last) from (
        select ${READ} from reading r
        where r.project_id = d.project_id and r.device_id = d.device_id and r.ts <= sent.sent_at
          and r.ts > sent.sent_at - greatest(${BEFORE_S}, ${BEFORE_INTERVALS} * sent.interval_s) * interval '1 s'
        order by r.ts desc limit 1) last) as before
    from sent join device d on d.gateway_id = sent.gateway_id and d.project_id = sent.project_id and d.removed_at is null
      and case when sent.name in ('zero_export', 'nze_parameters') then d.asset_type in ('grid_meter', 'solar_inverter')
        when sent.device_id is not null then d.device_id = sent.device_id
        when sent.args ? 'relay' then d.asset_type = 'swh_controller'
        else d.asset_type in ('solar_inverter', 'electric_meter') end
    order by sent.command_id, d.device_id`.execute(tx);
  const words = new Map<number, DeviceWords>();
  for (const { command_id, readings, before, ...device } of rows) {
    const own = words.get(command_id) ?? { devices: [], readings: [], before: [] };
    own.devices.push(device);
    own.readings.push(...readings);
    if (before !== null) own.before.push(before);
    words.set(command_id, own);
  }
  return words;
}

interface WordsRow extends WatchedDevice {
  readonly command_id: number;
  readonly readings: readonly WatchedReading[];
  readonly before: WatchedReading | null;
}

/** What a pass has found of a command. */
export interface FoundCommand {
  readonly command_id: number;
  /** The state that it was in. */
  readonly from: CommandState;
  readonly moves: readonly CommandMove[];
  /** Null: it stays as it is stored. */
  readonly evidence: CommandEvidence | null;
  /** ms since 1970; null: not again. */
  readonly look_ms: number | null;
  readonly held_ms: number | null;
  /** When its effect ended; null: it has not. */
  readonly ended_ms: number | null;
}

/** Writes steps, states, evidence and when each is looked at next. */
export async function storeFound(tx: Tx, found: readonly FoundCommand[]): Promise<void> {
  if (found.length === 0) return;
  const commands = found.map(({ moves, from, ...one }) => {
    const changed = moves.filter(({ state }, index) => state !== (moves[index - 1]?.state ?? from)).at(-1);
    return { ...one, state: changed?.state ?? null, state_ms: changed?.at_ms ?? null };
  });
  const steps = found.flatMap(({ command_id, moves }) =>
    moves.map(({ state, at_ms, note, text, evidence }, index) => ({
      command_id,
      ord: index + 1,
      state,
      at_ms,
      text,
      evidence: note === null && evidence === null ? null : { note, evidence },
    })),
  );
  await sql`
    insert into command_step (command_id, step_no, project_id, state, at, text, evidence)
    select s.command_id, (select max(step_no) from command_step k where k.command_id = s.command_id) + s.ord, c.project_id, s.state,
      to_timestamp(s.at_ms / 1000), s.text, s.evidence
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
      as s(command_id int8, ord int4, state text, at_ms float8, text text, evidence jsonb)
    join command c on c.command_id = s.command_id`.execute(tx);
  await sql`
    update command c set
      state = coalesce(f.state, c.state), state_at = coalesce(to_timestamp(f.state_ms / 1000), c.state_at),
      evidence = coalesce(f.evidence, c.evidence), look_at = to_timestamp(f.look_ms / 1000),
      held_at = coalesce(to_timestamp(f.held_ms / 1000), c.held_at),
      effect_ended_at = coalesce(c.effect_ended_at, to_timestamp(f.ended_ms / 1000))
    from jsonb_to_recordset(${JSON.stringify(commands)}::jsonb) as f(command_id int8, state text, state_ms float8, evidence jsonb,
      look_ms float8, held_ms float8, ended_ms float8)
    where c.command_id = f.command_id`.execute(tx);
}
