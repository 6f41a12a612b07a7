// Single alarms of the desk with all that is shown of them.
import {
  deviceName,
  RESOLVED_CAUSES,
  type AlarmKind,
  type AlarmSeverity,
  type AlarmStep,
  type DeskAlarm,
  type DeskGroup,
  type ResolvedCause,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { AlarmCause } from "../../kpi/index.ts";

interface Named {
  readonly uid: string;
  readonly serial: string;
  readonly name: string;
  readonly alias: string | null;
}

/** An alarm with its case; instants as the database gives them. */
export interface DeskRow {
  readonly alarm_id: number;
  readonly alarm_uid: string;
  readonly project_id: number;
  readonly project_uid: string;
  readonly project_name: string;
  readonly timezone: string;
  readonly may_change: boolean;
  readonly gateway_id: number | null;
  readonly device_id: number | null;
  readonly grp: DeskGroup;
  readonly kind: AlarmKind;
  readonly severity: AlarmSeverity;
  readonly cause: AlarmCause;
  readonly started_at: Date;
  readonly confirmed_at: Date;
  readonly ended_at: Date | null;
  readonly closed_at: Date | null;
  readonly gateway: Named | null;
  readonly last_contact_at: Date | null;
  readonly device: (Named & { readonly asset_type: NonNullable<DeskAlarm["device"]>["asset_type"] }) | null;
  readonly folded: Partial<DeskAlarm["folded"]>;
  readonly least_w: number | null;
  readonly most_w: number | null;
  readonly least_vnd: string | null;
  readonly most_vnd: string | null;
  readonly lost_wh: number;
  readonly lost_vnd: string;
  readonly holder_uid: string | null;
  readonly holder_name: string | null;
  readonly holder_is_me: boolean;
  readonly snoozed_until: Date | null;
  readonly resolved_at: Date | null;
  readonly resolved_by: string | null;
  readonly resolved_cause: string | null;
  readonly resolved_note: string | null;
  readonly verdict: NonNullable<DeskAlarm["verdict"]>["kind"] | null;
  readonly produced_wh: number | null;
  readonly expected_wh: number | null;
  readonly ticket_uid: string | null;
}

const named = (of: "g" | "d") =>
  sql.raw(
    `'uid', ${of}.${of === "g" ? "gateway" : "device"}_uid, 'serial', ${of}.serial, 'name', ${of}.name, 'alias', ${of}.alias`,
  );

/** The alarms of the ids in no order; call `showProjects` before, for the names of gateways and devices. */
export async function deskRows(
  tx: Tx,
  of: { readonly account_id: number; readonly now: Date; readonly alarm_ids: readonly number[] },
): Promise<DeskRow[]> {
  const { rows } = await sql<DeskRow>`
    select a.alarm_id::float8 as alarm_id, a.alarm_uid, a.project_id, p.project_uid, p.name as project_name, p.timezone,
      m.role <> 'read_only' as may_change, a.gateway_id, a.device_id, a.kind, a.severity, a.cause, a.started_at, a.confirmed_at, a.ended_at, c.closed_at,
      case when c.resolved_at is not null then 'resolved' when c.closed_at is not null then 'closed'
        when c.snoozed_until > ${of.now} then 'snoozed' when c.account_id is not null then 'in_work' else 'nobody' end as grp,
      case when g.gateway_id is not null then jsonb_build_object(${named("g")}) end as gateway, g.last_contact_at,
      case when d.device_id is not null then jsonb_build_object(${named("d")}, 'asset_type', d.asset_type) end as device,
      c.folded, c.least_w, c.most_w, c.least_vnd, c.most_vnd, c.lost_wh, c.lost_vnd, h.account_uid as holder_uid,
      h.display_name as holder_name, coalesce(c.account_id = ${of.account_id}, false) as holder_is_me,
      case when c.snoozed_until > ${of.now} then c.snoozed_until end as snoozed_until, c.resolved_at, r.display_name as resolved_by,
      c.resolved_cause, c.resolved_note, c.verdict, c.produced_wh, c.expected_wh, c.ticket_uid
    from alarm a join alarm_case c on c.alarm_id = a.alarm_id
    join project p on p.project_id = a.project_id and p.removed_at is null
    join project_member m on m.project_id = p.project_id and m.account_id = ${of.account_id}
    left join gateway g on g.gateway_id = a.gateway_id left join device d on d.device_id = a.device_id
    left join account h on h.account_id = c.account_id left join account r on r.account_id = c.resolved_by
    where a.alarm_id = any(${[...of.alarm_ids]}::int8[])`.execute(tx);
  return rows;
}

const causeOf = (cause: string | null): ResolvedCause | null =>
  RESOLVED_CAUSES.find((one) => one === cause) ?? null;

/** What the whole row costs where it stands for the plants of a region. */
interface UnitSums {
  readonly group: DeskGroup;
  readonly least_w: number | null;
  readonly most_w: number | null;
  readonly least_vnd: string | null;
  readonly most_vnd: string | null;
  readonly lost_vnd: string;
}

/** The row as it is sent. `unit`: the sums of what it stands for; `region`: plants that the same cause took. */
export function shownAlarm(row: DeskRow, unit: UnitSums, region: { projects: number } | null): DeskAlarm {
  const { least_w, most_w, least_vnd, most_vnd } = unit;
  const isCosted = least_w !== null && most_w !== null && least_vnd !== null && most_vnd !== null;
  const { device, resolved_at, verdict } = row;
  const cause = causeOf(row.resolved_cause);
  return {
    alarm_uid: row.alarm_uid,
    number: row.alarm_id,
    group: unit.group,
    kind: row.kind,
    severity: row.severity,
    cause: row.cause,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    project: {
      project_uid: row.project_uid,
      name: row.project_name,
      timezone: row.timezone,
      may_change: row.may_change,
    },
    gateway: row.gateway === null ? null : nameOf(row.gateway),
    device: device === null ? null : { ...nameOf(device), asset_type: device.asset_type },
    folded: {
      strings: row.folded.strings ?? 0,
      events: row.folded.events ?? 0,
      devices: row.folded.devices ?? 0,
    },
    cost: isCosted ? { least_w, most_w, least_vnd, most_vnd } : null,
    lost_wh: row.lost_wh,
    lost_vnd: unit.lost_vnd,
    holder:
      row.holder_uid === null || row.holder_name === null
        ? null
        : { account_uid: row.holder_uid, name: row.holder_name, is_me: row.holder_is_me },
    snoozed_until: row.snoozed_until?.toISOString() ?? null,
    resolved:
      resolved_at === null || cause === null
        ? null
        : { at: resolved_at.toISOString(), by: row.resolved_by, cause, note: row.resolved_note ?? "" },
    verdict:
      verdict === null ? null : { kind: verdict, produced_wh: row.produced_wh, expected_wh: row.expected_wh },
    ticket_uid: row.ticket_uid,
    region,
  };
}

const nameOf = (thing: Named) => ({ uid: thing.uid, serial: thing.serial, alias: deviceName(thing) });

interface StepRow {
  readonly at: Date;
  readonly action: AlarmStep["action"];
  readonly by: string | null;
  readonly to: string | null;
  readonly until: Date | null;
  readonly cause: string | null;
  readonly note: string | null;
}

/** The history of the alarm in order: when it began, was noticed and ended, and what people did to it. */
export async function stepsOf(tx: Tx, row: DeskRow): Promise<AlarmStep[]> {
  const { rows } = await sql<StepRow>`
    select s.at, s.action, b.display_name as by, t.display_name as "to", s.until, s.cause, s.note
    from alarm_step s left join account b on b.account_id = s.account_id left join account t on t.account_id = s.to_id
    where s.alarm_id = ${row.alarm_id} order by s.step_id limit 1000`.execute(tx);
  const none = { by: null, to: null, until: null, cause: null, note: null };
  const steps = rows.map((step): AlarmStep => ({
    ...step,
    at: step.at.toISOString(),
    until: step.until?.toISOString() ?? null,
    cause: causeOf(step.cause),
  }));
  const own: AlarmStep[] = [
    { ...none, action: "begun", at: row.started_at.toISOString() },
    { ...none, action: "raised", at: row.confirmed_at.toISOString() },
    ...(row.ended_at === null ? [] : [{ ...none, action: "ended" as const, at: row.ended_at.toISOString() }]),
  ];
  return [...own, ...steps].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

interface FoldedRow {
  readonly kind: AlarmKind;
  readonly cause: AlarmCause;
  readonly device: Named | null;
  readonly started_at: Date;
  readonly ended_at: Date | null;
}

/** What stands under the alarm, the newest first, at most 100. */
export async function foldedUnder(tx: Tx, { alarm_id }: DeskRow) {
  const { rows } = await sql<FoldedRow>`
    select a.kind, a.cause, a.started_at, a.ended_at,
      case when d.device_id is not null then jsonb_build_object(${named("d")}) end as device
    from alarm_case c join alarm a on a.alarm_id = c.alarm_id left join device d on d.device_id = a.device_id
    where c.root_id = ${alarm_id} order by a.started_at desc, a.alarm_id desc limit 100`.execute(tx);
  return rows.map(({ device, started_at, ended_at, ...row }) => ({
    ...row,
    device: device === null ? null : deviceName(device),
    started_at: started_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }));
}

/** Names of the devices behind the gateway of an alarm that silences them all; empty for others. */
export async function silentDevices(tx: Tx, row: DeskRow): Promise<string[]> {
  if (row.kind !== "gateway_silent" && row.kind !== "bus_silent") return [];
  const { rows } = await sql<Named>`
    select device_uid as uid, serial, name, alias from device
    where gateway_id = ${row.gateway_id} and project_id = ${row.project_id} and removed_at is null order by device_id limit 100`.execute(
    tx,
  );
  return rows.map(deviceName);
}

/** The last closed alarm of the kind at the same place; null: there was none. */
export async function seenBefore(tx: Tx, row: DeskRow) {
  const { rows } = await sql<{
    started_at: Date;
    ended_at: Date;
    lost_vnd: string;
    cause: string | null;
    note: string | null;
    by: string | null;
  }>`
    select a.started_at, coalesce(a.ended_at, c.closed_at) as ended_at, c.lost_vnd, c.resolved_cause as cause,
      nullif(c.resolved_note, '') as note, r.display_name as by
    from alarm a join alarm_case c on c.alarm_id = a.alarm_id left join account r on r.account_id = c.resolved_by
    where a.project_id = ${row.project_id} and a.kind = ${row.kind} and a.gateway_id is not distinct from ${row.gateway_id}
      and a.device_id is not distinct from ${row.device_id} and c.closed_at is not null and a.alarm_id <> ${row.alarm_id}
    order by a.started_at desc limit 1`.execute(tx);
  const [seen] = rows;
  return seen === undefined
    ? null
    : {
        ...seen,
        cause: causeOf(seen.cause),
        started_at: seen.started_at.toISOString(),
        ended_at: seen.ended_at.toISOString(),
      };
}
