// Commands as people read them: orders of several devices as one row, and one command with its whole life.
import {
  commandArgs,
  commandEvidence,
  EVIDENCE_POINTS,
  type Answer,
  type CommandRow,
  type CommandState,
  type getCommand,
  type CommandStep,
} from "@heliograph/contract";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";

/** What is looked for; undefined: whatever it is. */
interface CommandFilter {
  readonly state?: CommandState | undefined;
  readonly gateway_id?: number | undefined;
  readonly device_id?: number | undefined;
  /** Days of the project's zone. */
  readonly from_date?: string | undefined;
  readonly to_date?: string | undefined;
}

/** The devices of an order that are worst off come first. */
const WORST_FIRST: readonly CommandState[] = [
  "failed",
  "expired",
  "reverted",
  "queued",
  "sent",
  "acknowledged",
  "applied",
  "superseded",
  "cancelled",
  "verified",
];
/** So many devices of an order are named. */
const NAMED = 20;

const NAMED_GATEWAY = sql`jsonb_build_object('uid', g.gateway_uid, 'serial', g.serial, 'alias', g.alias)`;
const NAMED_DEVICE = sql`jsonb_build_object('uid', d.device_uid, 'serial', d.serial, 'alias', coalesce(d.alias, nullif(d.name, '')))`;
const ISO = (at: RawBuilder<unknown>) => sql`to_json(${at} at time zone 'UTC') #>> '{}' || 'Z'`;

/** What a row shows of command c with its gateway g, beside the devices of its order. */
const SHOWN = sql`c.command_uid, c.name, c.args, c.cause, c.created_at, c.state, c.state_at, c.evidence, ${NAMED_GATEWAY} as gateway,
  (select jsonb_build_object('account_uid', a.account_uid, 'display_name', a.display_name) from account a
    where a.account_id = c.account_id) as by,
  (select s.at from command_step s where s.command_id = c.command_id and s.state = 'sent' order by s.step_no limit 1) as sent_at,
  exists (select from command_step s where s.command_id = c.command_id and s.state = 'acknowledged') as is_acknowledged,
  (select jsonb_build_object('note', s.evidence ->> 'note', 'text', s.text) from command_step s
    where s.command_id = c.command_id order by s.step_no desc limit 1) as last,
  (select jsonb_build_object('command_uid', n.command_uid, 'args', jsonb_build_object('name', n.name) || n.args,
    'created_at', ${ISO(sql`n.created_at`)}) from command n where n.command_id = c.superseded_by) as superseded_by`;

interface ShownRow {
  readonly command_uid: string;
  readonly name: string;
  readonly args: object;
  readonly cause: CommandRow["cause"];
  readonly created_at: Date;
  readonly state: CommandState;
  readonly state_at: Date;
  readonly evidence: unknown;
  readonly gateway: CommandRow["gateway"];
  readonly by: CommandRow["by"];
  readonly sent_at: Date | null;
  readonly is_acknowledged: boolean;
  readonly last: { readonly note: CommandRow["note"]; readonly text: string };
  readonly superseded_by: CommandRow["superseded_by"];
}

const iso = (at: Date | null) => at?.toISOString() ?? null;

const shown = (row: ShownRow): Omit<CommandRow, "devices" | "device_count"> => ({
  command_uid: row.command_uid,
  args: commandArgs.parse({ name: row.name, ...row.args }),
  cause: row.cause,
  by: row.by,
  created_at: row.created_at.toISOString(),
  gateway: row.gateway,
  state: row.state,
  state_at: row.state_at.toISOString(),
  sent_at: iso(row.sent_at),
  is_acknowledged: row.is_acknowledged,
  note: row.last.note,
  text: row.last.text,
  evidence: row.evidence === null ? null : commandEvidence.parse(row.evidence),
  superseded_by: row.superseded_by,
});

/** A page of the project's orders that match, the newest first, and how many there are in all. */
export async function commandRows(
  tx: Tx,
  { project_id, timezone }: ProjectAccess,
  wanted: CommandFilter & { readonly page: number; readonly size: number },
): Promise<{ items: CommandRow[]; total_items: number }> {
  const { state, gateway_id, device_id, from_date, to_date, page, size } = wanted;
  const { rows } = await sql<ListRow>`
    with orders as materialized (
      select batch_uid, gateway_id, name, args, max(command_id) as newest
      from command where project_id = ${project_id}
        ${state === undefined ? sql`` : sql`and state = ${state}`}
        ${gateway_id === undefined ? sql`` : sql`and gateway_id = ${gateway_id}`}
        ${device_id === undefined ? sql`` : sql`and device_id = ${device_id}`}
        ${from_date === undefined ? sql`` : sql`and created_at >= ${from_date}::date::timestamp at time zone ${timezone}`}
        ${to_date === undefined ? sql`` : sql`and created_at < (${to_date}::date + 1)::timestamp at time zone ${timezone}`}
      group by batch_uid, gateway_id, name, args
    ), page as (
      select *, (select count(*)::int4 from orders) as total from orders order by newest desc limit ${size} offset ${(page - 1) * size}
    )
    select page.total, members.device_count, members.devices, shown.* from page
    cross join lateral (
      select count(m.device_id)::int4 as device_count,
        coalesce((jsonb_agg(${NAMED_DEVICE} order by m.command_id) filter (where d.device_id is not null)), '[]') as devices,
        (array_agg(m.command_id order by array_position(${[...WORST_FIRST]}::text[], m.state), m.command_id))[1] as worst
      from command m left join device d on d.device_id = m.device_id
      where m.project_id = ${project_id} and m.batch_uid = page.batch_uid and m.gateway_id = page.gateway_id
        and m.name = page.name and m.args = page.args
    ) members
    cross join lateral (
      select ${SHOWN} from command c join gateway g on g.gateway_id = c.gateway_id where c.command_id = members.worst
    ) shown
    order by page.newest desc`.execute(tx);
  return {
    items: rows.map(({ device_count, devices, ...row }) => ({
      ...shown(row),
      devices: devices.slice(0, NAMED),
      device_count,
    })),
    total_items: rows[0]?.total ?? 0,
  };
}

interface ListRow extends ShownRow {
  readonly total: number;
  readonly device_count: number;
  readonly devices: CommandRow["devices"];
}

type Detail = Answer<typeof getCommand>;
type Found = Omit<Detail, "chart" | "may_cancel" | "may_give_again" | "project_uid">;

/** The command with its life and those of the same order; undefined: the project has none of that uid. */
export async function commandOf(
  tx: Tx,
  { project_id }: ProjectAccess,
  command_uid: string,
): Promise<(Found & { readonly command_id: number }) | undefined> {
  const { rows } = await sql<DetailRow>`
    select c.command_id::float8 as command_id, ${SHOWN}, c.expires_at, c.revert_after_s, c.revert_to, c.held_at, c.effect_ended_at,
      (select m.sent_by from gateway_message m where m.message_uid = c.command_uid) as sent_by,
      (select jsonb_agg(jsonb_build_object('state', s.state, 'at', ${ISO(sql`s.at`)}, 'note', s.evidence ->> 'note', 'text', s.text,
        'evidence', s.evidence -> 'evidence',
        'by', (select jsonb_build_object('account_uid', a.account_uid, 'display_name', a.display_name) from account a
          where a.account_id = s.account_id)) order by s.step_no) from command_step s where s.command_id = c.command_id) as steps,
      (select jsonb_agg(one order by command_id) from (
        select o.command_id, jsonb_build_object('command_uid', o.command_uid, 'state', o.state,
          'device', case when d.device_id is null then null else ${NAMED_DEVICE} end) as one
        from command o left join device d on d.device_id = o.device_id
        where o.project_id = c.project_id and o.batch_uid = c.batch_uid and o.gateway_id = c.gateway_id and o.name = c.name
          and o.args = c.args
        order by o.command_id limit 500) all_of_it) as others
    from command c join gateway g on g.gateway_id = c.gateway_id
    where c.project_id = ${project_id} and c.command_uid = ${command_uid}`.execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const own = row.others.find((one) => one.command_uid === row.command_uid)?.device ?? null;
  return {
    ...shown(row),
    command_id: row.command_id,
    devices: own === null ? [] : [own],
    device_count: own === null ? 0 : 1,
    expires_at: row.expires_at.toISOString(),
    sent_by: row.sent_by,
    revert_after_s: row.revert_after_s,
    revert_to: row.revert_to,
    held_at: iso(row.held_at),
    effect_ended_at: iso(row.effect_ended_at),
    steps: row.steps,
    others: row.others,
  };
}

interface DetailRow extends ShownRow {
  readonly command_id: number;
  readonly expires_at: Date;
  readonly revert_after_s: number | null;
  readonly revert_to: Detail["revert_to"];
  readonly held_at: Date | null;
  readonly effect_ended_at: Date | null;
  readonly sent_by: Detail["sent_by"];
  readonly steps: CommandStep[];
  readonly others: Detail["others"];
}

/** What is drawn around a command. */
interface ChartSpan {
  readonly command_id: number;
  readonly command_uid: string;
  /** The device that its evidence names; null: the one that its kind is measured by. */
  readonly device_uid: string | null;
  readonly from: Date;
  readonly to: Date;
}

/** Power of the device that measures a command's effect, thinned to EVIDENCE_POINTS; null: nothing measures it. */
export async function evidenceChart(
  tx: Tx,
  { project_id }: ProjectAccess,
  { command_id, device_uid, from, to }: ChartSpan,
): Promise<Detail["chart"]> {
  const { rows } = await sql<ChartRow>`
    with looked as (
      select d.device_id, d.asset_type, ${NAMED_DEVICE} as device from command c join device d on d.gateway_id = c.gateway_id
      where c.command_id = ${command_id} and d.project_id = ${project_id} and d.removed_at is null
        and d.asset_type in ('solar_inverter', 'electric_meter', 'grid_meter', 'swh_controller')
      order by (d.device_uid = ${device_uid}::uuid) desc nulls last, (d.device_id = c.device_id) desc nulls last,
        case when c.name in ('zero_export', 'nze_parameters', 'nze_drill') then d.asset_type = 'grid_meter'
          else d.asset_type = 'electric_meter' end desc, d.device_id
      limit 1
    ), measured as (
      select r.ts, r.ac_power_w::float8 as value, row_number() over (order by r.ts) as at, count(*) over () as total
      from reading r join looked on looked.device_id = r.device_id
      where r.project_id = ${project_id} and r.ts between ${from.toISOString()}::timestamptz and ${to.toISOString()}::timestamptz
        and r.ac_power_w is not null
    )
    select looked.device, looked.asset_type, coalesce((select jsonb_agg(jsonb_build_array(${ISO(sql`m.ts`)}, m.value) order by m.ts)
      from measured m where m.at % greatest(1, ceil(m.total / ${EVIDENCE_POINTS}::float8)::int8) = 0 or m.at = m.total), '[]') as points
    from looked`.execute(tx);
  const [row] = rows;
  return row === undefined || row.points.length === 0 ? null : row;
}

interface ChartRow {
  readonly device: CommandRow["gateway"];
  readonly asset_type: string;
  readonly points: [string, number][];
}
