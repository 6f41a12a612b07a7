// Drills of the fail-safe as they are kept: asked, reported, judged.
import {
  NZE_RULE_AT_FIRST,
  type NzeDrill,
  type NzeDrillDetail,
  type NzeDrillReason,
  type NzeRule,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { DrillMessage, DrillVerdict } from "./nze-drill.ts";

/** A reading of the light that is older says nothing of now. */
const LIGHT_FOR_MS = 20 * 60_000;

/** What a drill of a gateway is decided and asked by. */
export interface DrillGateway {
  readonly project_id: number;
  readonly gateway_id: number;
  readonly timezone: string;
  readonly interval_s: number;
  readonly last_contact_at: Date | null;
  readonly nze_status: boolean;
  readonly irradiance_w_m2: number | null;
  readonly rule: NzeRule;
  /** A drill is asked for and not over. */
  readonly is_drilling: boolean;
}

/** The gateway as it is now, locked against another drill. */
export async function drillGateway(tx: Tx, gateway_id: number, nowMs: number): Promise<DrillGateway> {
  await sql`select from gateway where gateway_id = ${gateway_id} for no key update`.execute(tx);
  const { rows } = await sql<Omit<DrillGateway, "rule">>`
    select g.project_id, g.gateway_id, p.timezone, g.interval_s, g.last_contact_at, g.nze_status,
      (select avg((l.m ->> 'irradiance_w_m2')::float8) from device d
        join latest l on l.project_id = d.project_id and l.device_id = d.device_id
        where d.project_id = g.project_id and d.removed_at is null and d.asset_type = 'sensor_radiation' and l.ts >= ${new Date(nowMs - LIGHT_FOR_MS)}) as irradiance_w_m2,
      exists (select from nze_drill n where n.gateway_id = g.gateway_id and n.result = 'asked') as is_drilling
    from gateway g join project p on p.project_id = g.project_id where g.gateway_id = ${gateway_id}`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) throw new RangeError(`there is no gateway ${gateway_id}`);
  return { ...row, rule: (await ruleOf(tx, gateway_id))?.rule ?? NZE_RULE_AT_FIRST };
}

/** The gateway's rule that holds, and since when; null: nobody has set one. */
export async function ruleOf(db: Db, gateway_id: number): Promise<{ rule: NzeRule; since: Date } | null> {
  const row = await db
    .selectFrom("nze_rule")
    .select(["export_limit_w", "back_within_s", "meter_silent_s", "failsafe_w", "since"])
    .where("gateway_id", "=", gateway_id)
    .orderBy("since", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { since, ...rule } = row;
  return { rule, since };
}

/** A drill that was asked for or skipped. */
interface NewDrill {
  readonly gateway: DrillGateway;
  readonly asked_by: "week" | "person";
  readonly account_id: number | null;
  readonly at_ms: number;
  readonly meter_out_s: number;
  /** Null: skipped, for the reason. */
  readonly command_uid: string | null;
  readonly reason: NzeDrillReason | null;
}

/** Keeps the drill and returns its uid. */
export async function insertDrill(tx: Tx, drill: NewDrill): Promise<string> {
  const { gateway, at_ms, reason, command_uid } = drill;
  const at = new Date(at_ms);
  const { drill_uid } = await tx
    .insertInto("nze_drill")
    .values({
      project_id: gateway.project_id,
      gateway_id: gateway.gateway_id,
      asked_at: at,
      asked_by: drill.asked_by,
      account_id: drill.account_id,
      command_uid,
      meter_out_s: drill.meter_out_s,
      failsafe_w: gateway.rule.failsafe_w,
      allowed_s: gateway.rule.meter_silent_s,
      irradiance_w_m2: gateway.irradiance_w_m2,
      result: command_uid === null ? "skipped" : "asked",
      reason,
      ended_at: command_uid === null ? at : null,
    })
    .returning("drill_uid")
    .executeTakeFirstOrThrow();
  return drill_uid;
}

/** A drill that is not over, with its message, and the gateway's report where there is one. */
interface OpenDrill extends DrillMessage {
  readonly drill_id: number;
  readonly project_id: number;
  readonly allowed_s: number;
  readonly report: NzeDrillDetail | null;
}

/**
 * Drills that wait for a verdict, and those that were given up for want of a report that has come after all. Reports are taken with it.
 */
export async function openDrills(tx: Tx): Promise<OpenDrill[]> {
  const { rows } = await sql<OpenDrill>`
    with taken as (
      update nze_report r set taken = true
      where r.report_id in (
        select report_id from nze_report where not taken and code = 'nze.drill' order by report_id limit 1000 for update skip locked)
      returning r.gateway_id, r.detail
    )
    select n.drill_id::float8 as drill_id, n.project_id, n.allowed_s, n.meter_out_s, t.detail as report,
      (extract(epoch from m.sent_at) * 1000)::float8 as sent_ms, (extract(epoch from m.expires_at) * 1000)::float8 as expires_ms,
      m.withdrawn, m.ack_status, m.ack_text
    from nze_drill n join gateway_message m on m.message_uid = n.command_uid
    left join taken t on t.gateway_id = n.gateway_id and t.detail ->> 'command_uid' = n.command_uid::text
    where n.result = 'asked' or (n.reason = 'no_answer' and t.detail is not null)
    order by n.drill_id for update of n`.execute(tx);
  return rows;
}

/** Writes what became of a drill. */
export async function endDrill(
  tx: Tx,
  { drill_id, report }: Pick<OpenDrill, "drill_id" | "report">,
  verdict: DrillVerdict,
  nowMs: number,
): Promise<void> {
  const started_at = report?.started_at ?? null;
  await sql`
    update nze_drill set result = ${verdict.result}, reason = ${verdict.reason}, reason_text = ${verdict.reason_text},
      started_at = ${started_at === null ? null : new Date(started_at)}, to_limit_s = ${report?.to_limit_s ?? null},
      back_s = ${report?.back_s ?? null}, trace = ${JSON.stringify((report?.trace ?? []).map(({ s, w }) => [s, w]))}::jsonb,
      ended_at = ${new Date(nowMs)}
    where drill_id = ${drill_id}`.execute(tx);
}

/** A gateway whose newest drill that had an end failed. */
interface FailedDrill {
  readonly project_id: number;
  readonly gateway_id: number;
  readonly ended_ms: number;
  readonly to_limit_s: number | null;
  readonly allowed_s: number;
}

/** Of the projects, the gateways whose newest drill failed; one that was skipped neither proves nor mends anything. */
export async function failedDrills(tx: Tx, project_ids: readonly number[]): Promise<FailedDrill[]> {
  const { rows } = await sql<FailedDrill & { result: string }>`
    select distinct on (n.gateway_id) n.project_id, n.gateway_id, n.result, n.to_limit_s, n.allowed_s,
      (extract(epoch from n.ended_at) * 1000)::float8 as ended_ms
    from nze_drill n join gateway g on g.gateway_id = n.gateway_id and g.removed_at is null
    where n.project_id = any(${[...project_ids]}::int4[]) and n.result in ('passed', 'failed')
    order by n.gateway_id, n.asked_at desc, n.drill_id desc`.execute(tx);
  return rows.filter(({ result }) => result === "failed").map(({ result: _, ...drill }) => drill);
}

/** A weekly drill whose hour has come. */
interface DueDrill {
  readonly gateway_id: number;
  readonly due_ms: number;
}

/** Weekly drills that are due, locked; at most 50. */
export async function dueDrills(tx: Tx, nowMs: number): Promise<DueDrill[]> {
  const { rows } = await sql<DueDrill>`
    select w.gateway_id, (extract(epoch from w.due_at) * 1000)::float8 as due_ms from nze_weekly_drill w
    join gateway g on g.gateway_id = w.gateway_id and g.removed_at is null
    join project p on p.project_id = g.project_id and p.removed_at is null
    where w.due_at <= ${new Date(nowMs)} order by w.due_at, w.gateway_id limit 50 for update of w skip locked`.execute(
    tx,
  );
  return rows;
}

/** Switches the weekly drill of a gateway: its next instant (ms since 1970), or null for none. */
export async function setWeeklyDrill(
  tx: Tx,
  { gateway_id, project_id }: { gateway_id: number; project_id: number },
  dueMs: number | null,
): Promise<void> {
  if (dueMs === null) {
    await tx.deleteFrom("nze_weekly_drill").where("gateway_id", "=", gateway_id).execute();
    return;
  }
  const due_at = new Date(dueMs);
  await tx
    .insertInto("nze_weekly_drill")
    .values({ gateway_id, project_id, due_at })
    .onConflict((conflict) => conflict.column("gateway_id").doUpdateSet({ due_at }))
    .execute();
}

/** Columns of a drill as calls answer them. */
const DRILL =
  sql.raw(`n.drill_uid, n.asked_at, n.asked_by, n.meter_out_s, n.failsafe_w, n.allowed_s, n.irradiance_w_m2, n.result,
  n.reason, n.reason_text, n.started_at, n.to_limit_s, n.back_s`);

type DrillRow = Omit<NzeDrill, "asked_at" | "started_at"> & {
  readonly gateway_id: number;
  readonly asked_at: Date;
  readonly started_at: Date | null;
};

/** The newest drill of each gateway of the projects that are shown to the transaction, by gateway. */
export async function newestDrills(
  tx: Tx,
  gateway_ids: readonly number[],
): Promise<ReadonlyMap<number, NzeDrill>> {
  const { rows } = await sql<DrillRow>`
    select distinct on (n.gateway_id) n.gateway_id, ${DRILL} from nze_drill n
    where n.gateway_id = any(${[...gateway_ids]}::int4[])
    order by n.gateway_id, n.asked_at desc, n.drill_id desc`.execute(tx);
  return new Map(
    rows.map(({ gateway_id, asked_at, started_at, ...drill }) => [
      gateway_id,
      { ...drill, asked_at: asked_at.toISOString(), started_at: started_at?.toISOString() ?? null },
    ]),
  );
}
