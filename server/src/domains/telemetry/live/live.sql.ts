// What open screens are told of projects, and who may still be told.
import type { LiveSummary } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { Problem } from "../../../platform/problem.ts";
import type { ProjectAccess } from "../../fleet/index.ts";

/** Live values of the given projects by project_id; a project without a summary is missing. */
export async function liveSummaries(
  db: Db,
  project_ids: readonly number[],
): Promise<Map<number, LiveSummary>> {
  if (project_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("project_summary as s")
    .innerJoin("project as p", "p.project_id", "s.project_id")
    .select(["s.project_id", "p.project_uid", "s.changed_at", "s.active_power_w", "s.irradiance_w_m2"])
    .select(["s.reporting_power_w", "s.power_silent", "s.power_devices"])
    .select([
      "s.module_temperature_c",
      "s.today_meter_wh",
      "s.today_inverter_wh",
      "s.sleeping",
      "s.last_reading_at",
    ])
    .select(["s.before_today_meter_wh", "s.before_today_inverter_wh", "s.before_today_counted_wh"])
    .select(sql<LiveSummary["plant_status"]>`s.plant_status`.as("plant_status"))
    .where("s.project_id", "=", sql<number>`any(${[...project_ids]}::int4[])`)
    .where("p.removed_at", "is", null)
    .execute();
  return new Map(
    rows.map(
      ({
        project_id,
        changed_at,
        before_today_meter_wh,
        before_today_inverter_wh,
        before_today_counted_wh,
        last_reading_at,
        ...row
      }) => [
        project_id,
        {
          ...row,
          at: changed_at.toISOString(),
          total_meter_wh: plus(before_today_meter_wh, row.today_meter_wh),
          total_inverter_wh: plus(before_today_inverter_wh, row.today_inverter_wh),
          total_wh: plus(before_today_counted_wh, row.today_meter_wh ?? row.today_inverter_wh),
          last_reading_at: last_reading_at?.toISOString() ?? null,
        },
      ],
    ),
  );
}

/** The sum of what is known; null when nothing is. */
const plus = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : a + b);

/** A gateway whose arrivals somebody follows. */
export interface Followed {
  readonly gateway_id: number;
  readonly gateway_uid: string;
  readonly project_id: number;
}

/** The gateway, where it belongs to one of the projects. Refuses 404 `gateway.not_found`. */
export async function followedGateway(
  db: Db,
  accesses: readonly ProjectAccess[],
  gateway_uid: string,
): Promise<Followed> {
  const row = await db
    .selectFrom("gateway")
    .select(["gateway_id", "gateway_uid", "project_id"])
    .where("gateway_uid", "=", gateway_uid)
    .where("project_id", "=", sql<number>`any(${accesses.map(({ project_id }) => project_id)}::int4[])`)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) throw new Problem(404, "gateway.not_found", "No such gateway");
  return row;
}

/** One who watches projects: in a session, or with an API key, whose uid then stands for it. */
export interface Viewer {
  readonly account_id: number;
  readonly session_id: string;
}

/** Of the given projects those that each viewer may still see; none once the session, the key or the account has ended. */
export async function stillAllowed(
  db: Db,
  watching: readonly { viewer: Viewer; project_ids: Iterable<number> }[],
): Promise<(viewer: Viewer, project_id: number) => boolean> {
  const viewers = sql`any(${watching.map(({ viewer }) => viewer.session_id)}::uuid[])`;
  const { rows } = await sql<{ session_id: string; projects: number[] }>`
    with viewing as (
      select session_id, account_id, null::int4 as only_of from session
      where session_id = ${viewers} and ended_at is null and expires_at > now()
      union all
      select api_key_uid, account_id, case when not all_projects then api_key_id end from api_key
      where api_key_uid = ${viewers} and revoked_at is null and expires_at > now()
    )
    select v.session_id, array_agg(m.project_id) as projects
    from viewing v
    join account a on a.account_id = v.account_id and a.disabled_at is null
    join project_member m on m.account_id = v.account_id
    join project p on p.project_id = m.project_id and p.removed_at is null
    where m.project_id = any(${[...new Set(watching.flatMap(({ project_ids }) => [...project_ids]))]}::int4[])
      and (v.only_of is null or exists(select from api_key_project k
        where k.api_key_id = v.only_of and k.project_id = m.project_id))
    group by v.session_id`.execute(db);
  const allowed = new Map(rows.map(({ session_id, projects }) => [session_id, new Set(projects)]));
  return ({ session_id }, project_id) => allowed.get(session_id)?.has(project_id) ?? false;
}

/** Which of the sessions are not over; uids of API keys are none. */
export async function standingSessions(db: Db, session_ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (session_ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("session")
    .select("session_id")
    .where("session_id", "in", [...session_ids])
    .where("ended_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .execute();
  return new Set(rows.map(({ session_id }) => session_id));
}
