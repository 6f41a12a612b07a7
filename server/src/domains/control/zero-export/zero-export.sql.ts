// Zero export as calls read and change it.
import {
  deviceName,
  NZE_RULE_AT_FIRST,
  type NzeLogEntry,
  type NzeRule,
  type ZeroExportGateway,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import { gatewayShown, type ShownGateway } from "./gateway-shown.ts";
import { newestDrills } from "./nze-drills.sql.ts";

/** A gateway as a change of its zero export needs it. */
export interface NzeGateway {
  readonly gateway_id: number;
  readonly gateway_uid: string;
  readonly project_id: number;
  readonly project_uid: string;
  readonly timezone: string;
  readonly interval_s: number;
  readonly nze_status: boolean;
  readonly has_grid_meter: boolean;
  /** When zero export was last told to change, ms since 1970; null: never. */
  readonly told_ms: number | null;
}

/** The gateways with these uids by their uid in lower case; those that are not there, or were removed, are missing. */
export async function nzeGateways(db: Db, uids: readonly string[]): Promise<ReadonlyMap<string, NzeGateway>> {
  const { rows } = await sql<NzeGateway>`
    select g.gateway_id, g.gateway_uid, g.project_id, p.project_uid, p.timezone, g.interval_s, g.nze_status,
      exists (select from device d where d.gateway_id = g.gateway_id and d.removed_at is null
        and d.asset_type = 'grid_meter') as has_grid_meter,
      (select (extract(epoch from told_at) * 1000)::float8 from nze_told_at(g.gateway_id) told_at) as told_ms
    from gateway g join project p on p.project_id = g.project_id
    where g.gateway_uid = any(${[...uids]}::uuid[]) and g.removed_at is null`.execute(db);
  return new Map(rows.map((row) => [row.gateway_uid, row]));
}

/** Waits until no one else changes zero export of these gateways. */
export async function lockGateways(tx: Tx, gateway_ids: readonly number[]): Promise<void> {
  await sql`
    select from gateway where gateway_id = any(${[...gateway_ids]}::int4[]) order by gateway_id for no key update`.execute(
    tx,
  );
}

/** Hides the rows of the gateways' logs up to the instant. */
export async function clearLogs(tx: Tx, gateway_ids: readonly number[], at: Date): Promise<void> {
  await tx
    .updateTable("gateway")
    .set({ nze_log_cleared_at: at })
    .where("gateway_id", "in", gateway_ids)
    .execute();
}

/** Adds the rule that holds from the instant on. */
export async function insertRule(
  tx: Tx,
  { gateway_id, project_id }: Pick<NzeGateway, "gateway_id" | "project_id">,
  rule: NzeRule,
  { since, account_id }: { since: Date; account_id: number },
): Promise<void> {
  await tx
    .insertInto("nze_rule")
    .values({ gateway_id, project_id, since, account_id, ...rule })
    .onConflict((conflict) => conflict.columns(["gateway_id", "since"]).doUpdateSet({ ...rule, account_id }))
    .execute();
}

type LogRow = Omit<NzeLogEntry, "createdAt" | "state_at"> & {
  readonly created_at: Date;
  readonly state_at: Date;
  readonly total: number;
};

/** A page of what zero export of the gateway was told since its log was cleared, newest first. */
export async function nzeLog(
  tx: Tx,
  _: ProjectAccess,
  of: { gateway_uid: string; page: number; size: number },
): Promise<{ items: NzeLogEntry[]; total_items: number; cleared_at: string | null }> {
  const gateway = await tx
    .selectFrom("gateway")
    .select(["gateway_id", "nze_log_cleared_at"])
    .where("gateway_uid", "=", of.gateway_uid)
    .executeTakeFirstOrThrow();
  const { gateway_id, nze_log_cleared_at: cleared } = gateway;
  const shown = sql`c.gateway_id = ${gateway_id} and c.name = 'zero_export' and c.created_at > coalesce(${cleared}::timestamptz, '-infinity')`;
  const { rows } = await sql<LogRow>`
    select c.command_uid, c.created_at, (c.args ->> 'on')::bool as status, c.state, c.state_at, c.cause, a.display_name as by,
      (select count(*)::int4 from command c where ${shown}) as total
    from command c left join account a on a.account_id = c.account_id
    where ${shown} order by c.command_id desc limit ${of.size} offset ${(of.page - 1) * of.size}`.execute(tx);
  return {
    items: rows.map(({ total: _total, created_at, state_at, ...row }) => ({
      ...row,
      createdAt: created_at.toISOString(),
      state_at: state_at.toISOString(),
    })),
    total_items: rows[0]?.total ?? 0,
    cleared_at: cleared?.toISOString() ?? null,
  };
}

interface PanelRow extends Omit<ShownGateway, "has_grid_meter"> {
  readonly gateway_id: number;
  readonly nze_status_at: Date | null;
  readonly meter: {
    readonly uid: string;
    readonly serial: string;
    readonly name: string;
    readonly alias: string | null;
  } | null;
  readonly rule: (NzeRule & { readonly since: string }) | null;
  readonly first_day: string | null;
  readonly command: {
    readonly command_uid: string;
    readonly created_at: string;
    readonly on: boolean;
    readonly state: NzeLogEntry["state"];
  } | null;
  readonly weekly_drill_at: Date | null;
}

/** Zero export of each gateway of the project, in the order in which they were added. */
export async function zeroExportOf(
  tx: Tx,
  { project_id }: ProjectAccess,
  nowMs: number,
): Promise<ZeroExportGateway[]> {
  const { rows } = await sql<PanelRow>`
    select g.gateway_id, g.gateway_uid, g.serial, g.name, g.alias, g.firmware_version, g.interval_s, g.last_contact_at, g.nze_status,
      g.nze_status_at, (select told_at from nze_told_at(g.gateway_id) told_at) as nze_told_at, w.due_at as weekly_drill_at,
      (select jsonb_build_object('uid', d.device_uid, 'serial', d.serial, 'name', d.name, 'alias', d.alias) from device d
        where d.gateway_id = g.gateway_id and d.asset_type = 'grid_meter' and d.removed_at is null order by d.device_id limit 1) as meter,
      (select to_jsonb(r) - '{gateway_id,project_id,account_id}'::text[] from nze_rule r where r.gateway_id = g.gateway_id
        order by r.since desc limit 1) as rule,
      (select min(n.day) from nze_day n where n.gateway_id = g.gateway_id) as first_day,
      (select jsonb_build_object('command_uid', c.command_uid, 'created_at', c.created_at, 'on', c.args -> 'on', 'state', c.state)
        from command c where c.gateway_id = g.gateway_id and c.name = 'zero_export' order by c.command_id desc limit 1) as command
    from gateway g left join nze_weekly_drill w on w.gateway_id = g.gateway_id
    where g.project_id = ${project_id} and g.removed_at is null order by g.gateway_id`.execute(tx);
  const drills = await newestDrills(
    tx,
    rows.map(({ gateway_id }) => gateway_id),
  );
  return rows.map((row) => ({ ...gatewayOf(row, nowMs), drill: drills.get(row.gateway_id) ?? null }));
}

function gatewayOf(row: PanelRow, nowMs: number): Omit<ZeroExportGateway, "drill"> {
  const { command } = row;
  const { since, ...rule } = row.rule ?? { since: null, ...NZE_RULE_AT_FIRST };
  return {
    ...gatewayShown({ ...row, has_grid_meter: row.meter !== null }, nowMs),
    nze_since: row.nze_status_at?.toISOString() ?? null,
    meter:
      row.meter === null
        ? null
        : { uid: row.meter.uid, serial: row.meter.serial, alias: deviceName(row.meter) },
    rule,
    rule_since: since === null ? null : new Date(since).toISOString(),
    first_day: row.first_day,
    command:
      command === null
        ? null
        : {
            command_uid: command.command_uid,
            createdAt: new Date(command.created_at).toISOString(),
            status: command.on,
            state: command.state,
          },
    weekly_drill_at: row.weekly_drill_at?.toISOString() ?? null,
  };
}
