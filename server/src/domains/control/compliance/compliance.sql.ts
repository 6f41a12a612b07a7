// Zero export of a gateway's month as the database has it.
import {
  deviceName,
  type NzeComplianceDay,
  type NzeDayDetails,
  type NzeDrillWithTrace,
  type NzeRule,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import type { DayWithTimes } from "./month-summary.ts";

/** A gateway as proof of its zero export names it. */
export interface ComplianceGateway {
  readonly project_id: number;
  readonly project_uid: string;
  readonly project_name: string;
  readonly timezone: string;
  readonly gateway_id: number;
  readonly gateway: { uid: string; serial: string; alias: string };
  readonly meter: { uid: string; serial: string; alias: string } | null;
  readonly nze_status: boolean;
  readonly interval_s: number;
  readonly first_day: string | null;
  readonly last_day: string | null;
}

interface Named {
  readonly uid: string;
  readonly serial: string;
  readonly name: string;
  readonly alias: string | null;
}

const named = (thing: Named) => ({ uid: thing.uid, serial: thing.serial, alias: deviceName(thing) });

type GatewayRow = Omit<ComplianceGateway, "gateway" | "meter"> & Named & { readonly meter: Named | null };

/** The gateway; undefined where it is not there or was removed. */
export async function complianceGateway(db: Db, uid: string): Promise<ComplianceGateway | undefined> {
  const { rows } = await sql<GatewayRow>`
    select p.project_id, p.project_uid, p.name as project_name, p.timezone, g.gateway_id, g.gateway_uid as uid, g.serial, g.name, g.alias,
      g.nze_status, g.interval_s,
      (select jsonb_build_object('uid', d.device_uid, 'serial', d.serial, 'name', d.name, 'alias', d.alias) from device d
        where d.gateway_id = g.gateway_id and d.asset_type = 'grid_meter' and d.removed_at is null order by d.device_id limit 1) as meter,
      (select min(n.day) from nze_day n where n.gateway_id = g.gateway_id) as first_day,
      (select max(n.day) from nze_day n where n.gateway_id = g.gateway_id) as last_day
    from gateway g join project p on p.project_id = g.project_id
    where g.gateway_uid = ${uid} and g.removed_at is null`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { uid: _uid, serial: _serial, name: _name, alias: _alias, meter, ...rest } = row;
  return { ...rest, gateway: named(row), meter: meter === null ? null : named(meter) };
}

type DayRow = Omit<
  NzeComplianceDay,
  "largest_export_at" | "longest_violation_at" | "given_up_wh" | "given_up_vnd"
> & {
  readonly largest_export_at: Date | null;
  readonly longest_violation_at: Date | null;
  readonly given_up_wh: number | null;
  readonly given_up_vnd: string | null;
  readonly worst: NzeDayDetails["violations"];
};

/** A judged day with its longest violations, the longest first. */
export interface NzeDayKept extends DayWithTimes {
  readonly violations: NzeDayDetails["violations"];
}

/** The judged days of the gateway between two days, in order. */
export async function nzeDaysBetween(
  db: Db,
  gateway_id: number,
  { from, to }: { from: string; to: string },
): Promise<NzeDayKept[]> {
  const { rows } = await sql<DayRow>`
    select day, verdict, source, resolution_s, export_limit_w, back_within_s, largest_export_w, largest_export_at, longest_violation_s,
      longest_violation_at, response_median_s, response_p95_s, violations, over_limit_wh, given_up_wh, given_up_vnd::text as given_up_vnd,
      seen_s, due_s, worst
    from nze_day where gateway_id = ${gateway_id} and day between ${from}::date and ${to}::date order by day`.execute(
    db,
  );
  return rows.map(
    ({ worst, largest_export_at, longest_violation_at, given_up_wh, given_up_vnd, ...row }) => ({
      figures: {
        ...row,
        largest_export_at: largest_export_at?.toISOString() ?? null,
        longest_violation_at: longest_violation_at?.toISOString() ?? null,
        given_up_wh: given_up_wh === null ? null : Math.round(given_up_wh),
        given_up_vnd: given_up_vnd === null ? null : String(Math.round(Number(given_up_vnd))),
      },
      times: worst.map(({ s }) => s),
      given_up_vnd: given_up_vnd === null ? null : Number(given_up_vnd),
      violations: worst.map(({ at, s, largest_w }) => ({ at: new Date(at).toISOString(), s, largest_w })),
    }),
  );
}

/** The gateway's rules that were set between two instants (ms since 1970), in order, and the one that held at the first; null: none did. */
export async function rulesBetween(
  db: Db,
  gateway_id: number,
  { from_ms, to_ms }: { from_ms: number; to_ms: number },
): Promise<{ before: NzeRule | null; set: NzeDayDetails["rules_since"] }> {
  const rows = await db
    .selectFrom("nze_rule")
    .select(["since", "export_limit_w", "back_within_s", "meter_silent_s", "failsafe_w"])
    .where("gateway_id", "=", gateway_id)
    .where("since", "<", new Date(to_ms))
    .orderBy("since")
    .execute();
  const before = rows.findLast(({ since }) => since.getTime() <= from_ms);
  const set = rows
    .filter(({ since }) => since.getTime() > from_ms)
    .map(({ since, ...rule }) => ({ ...rule, since: since.toISOString() }));
  if (before === undefined) return { before: null, set };
  const { since: _since, ...rule } = before;
  return { before: rule, set };
}

type TracedRow = Omit<NzeDrillWithTrace, "asked_at" | "started_at" | "trace"> & {
  readonly asked_at: Date;
  readonly started_at: Date | null;
  readonly trace: readonly (readonly [s: number, w: number])[];
  readonly total: number;
};

/** Drills of the gateway, newest first, and how many there are; `until`: asked before the instant (ms since 1970), and not before `from`. */
export async function tracedDrills(
  db: Db,
  gateway_id: number,
  part: { limit: number; offset: number; from_ms?: number; to_ms?: number },
): Promise<{ items: NzeDrillWithTrace[]; total_items: number }> {
  const from = part.from_ms === undefined ? "-infinity" : new Date(part.from_ms).toISOString();
  const to = part.to_ms === undefined ? "infinity" : new Date(part.to_ms).toISOString();
  const { rows } = await sql<TracedRow>`
    select drill_uid, asked_at, asked_by, meter_out_s, failsafe_w, allowed_s, irradiance_w_m2, result, reason, reason_text, started_at,
      to_limit_s, back_s, trace, (count(*) over ())::int4 as total
    from nze_drill where gateway_id = ${gateway_id} and asked_at >= ${from}::timestamptz and asked_at < ${to}::timestamptz
    order by asked_at desc, drill_id desc limit ${part.limit} offset ${part.offset}`.execute(db);
  return {
    items: rows.map(({ total: _total, asked_at, started_at, trace, ...drill }) => ({
      ...drill,
      asked_at: asked_at.toISOString(),
      started_at: started_at?.toISOString() ?? null,
      trace: trace.map(([s, w]) => ({ s, w })),
    })),
    total_items: rows[0]?.total ?? 0,
  };
}

/** Local days on which drills of the gateway took place, with the worst that they came to, in order. */
export async function drillDays(
  db: Db,
  { gateway_id, timezone }: Pick<ComplianceGateway, "gateway_id" | "timezone">,
  { from, to }: { from: string; to: string },
): Promise<{ day: string; result: "passed" | "failed" }[]> {
  const { rows } = await sql<{ day: string; result: "passed" | "failed" }>`
    select (asked_at at time zone ${timezone})::date as day, min(result) as result from nze_drill
    where gateway_id = ${gateway_id} and result in ('passed', 'failed')
      and (asked_at at time zone ${timezone})::date between ${from}::date and ${to}::date
    group by 1 order by 1`.execute(db);
  return rows;
}

/** The longest interval of the meter's readings between two instants (ms since 1970), s; 0: there are none. */
export async function longestInterval(
  db: Db,
  { project_id, gateway_id }: Pick<ComplianceGateway, "project_id" | "gateway_id">,
  { from_ms, to_ms }: { from_ms: number; to_ms: number },
): Promise<number> {
  const { rows } = await sql<{ s: number | null }>`
    select max(interval_s)::int4 as s from reading r
    where r.project_id = ${project_id} and r.ts > ${new Date(from_ms)} and r.ts <= ${new Date(to_ms)}
      and r.device_id in (select device_id from device where gateway_id = ${gateway_id} and asset_type = 'grid_meter')`.execute(
    db,
  );
  return rows[0]?.s ?? 0;
}

/**
 * What the meter at the grid read between two instants (ms since 1970), in order, in at most `most` points: where there are more readings,
 * each point is the largest export of an equal part of the time.
 */
export async function gridCurve(
  db: Db,
  { project_id, gateway_id }: Pick<ComplianceGateway, "project_id" | "gateway_id">,
  { from_ms, to_ms, most }: { from_ms: number; to_ms: number; most: number },
): Promise<NzeDayDetails["curve"]> {
  const part_s = Math.max(1, Math.ceil((to_ms - from_ms) / 1000 / most));
  const { rows } = await sql<{ from_ms: number; to_ms: number; grid_w: number }>`
    with read as (
      select r.ts, max(r.interval_s) as interval_s,
        sum(coalesce(r.ac_power_w, (coalesce(r.interval_import_wh, 0) - coalesce(r.interval_export_wh, 0)) * 3600 / r.interval_s))::float8
          as grid_w
      from reading r
      where r.project_id = ${project_id} and r.ts > ${new Date(from_ms)} and r.ts <= ${new Date(to_ms)}
        and r.device_id in (select device_id from device where gateway_id = ${gateway_id} and asset_type = 'grid_meter')
        and coalesce(r.ac_power_w, r.interval_import_wh, r.interval_export_wh) is not null
      group by r.ts
    )
    select (extract(epoch from min(ts - interval_s * interval '1 s')) * 1000)::float8 as from_ms,
      (extract(epoch from max(ts)) * 1000)::float8 as to_ms, min(grid_w) as grid_w
    from read group by floor(extract(epoch from ts) / ${part_s}) order by 2`.execute(db);
  return rows;
}
