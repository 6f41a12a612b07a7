// The days of zero export as they are kept: what is due, what a day is judged from, and what came of it.
import type { NzeDayDetail, NzeRule } from "@heliograph/contract";
import { NZE_RULE_AT_FIRST } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { GridSample, NzeFigures } from "./nze-day.ts";

/** A gateway's day that is to be judged. */
export interface DueDay {
  readonly project_id: number;
  readonly gateway_id: number;
  readonly day: string;
}

/** Days that are asked for back from today where a gateway has none yet. */
const FIRST_DAYS = 400;

/**
 * Notes days that are over and were never judged: from the day after the newest judged one, for a gateway without any from its first day
 * of key figures. Those whose key figures are computed are noted by the database itself.
 */
export async function noteMissingDays(db: Db, nowMs: number): Promise<void> {
  await sql`
    with over as (
      select g.gateway_id, g.project_id, (${new Date(nowMs)}::timestamptz at time zone p.timezone)::date - 1 as yesterday,
        (select max(n.day) + 1 from nze_day n where n.gateway_id = g.gateway_id) as next,
        (select min(k.day) from project_kpi_day k where k.project_id = g.project_id) as first
      from gateway g join project p on p.project_id = g.project_id
      where g.removed_at is null and p.removed_at is null and p.project_type = 'pv' and is_zero_export(g.gateway_id)
    )
    insert into nze_day_due (gateway_id, day, project_id)
      select o.gateway_id, d::date, o.project_id from over o
      cross join lateral generate_series(greatest(coalesce(o.next, o.first), o.yesterday - ${FIRST_DAYS}::int4), o.yesterday, interval '1 day') d
      where coalesce(o.next, o.first) is not null
      order by 1, 2
    on conflict do nothing`.execute(db);
}

/** Takes what gateways measured of days: each waits with its day from then on. The detail is that of the newest report of a day. */
export async function takeDayReports(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      with taken as (
        update nze_report r set taken = true
        where r.report_id in (
          select report_id from nze_report where not taken and code = 'nze.day' order by report_id limit 1000 for update skip locked)
        returning r.gateway_id, r.project_id, (r.detail ->> 'day')::date as day
      )
      insert into nze_day_due (gateway_id, day, project_id)
        select distinct gateway_id, day, project_id from taken
      on conflict do nothing`.execute(tx);
  });
}

/** The days to be judged, newest first, at most `limit`; days that are not over wait. */
export async function nzeDaysDue(db: Db, nowMs: number, limit: number): Promise<DueDay[]> {
  const { rows } = await sql<DueDay>`
    select d.project_id, d.gateway_id, d.day from nze_day_due d
    join gateway g on g.gateway_id = d.gateway_id and g.removed_at is null
    join project p on p.project_id = d.project_id and p.removed_at is null
    where d.day < (${new Date(nowMs)}::timestamptz at time zone p.timezone)::date
    order by d.day desc, d.gateway_id limit ${limit}`.execute(db);
  return rows;
}

/** Takes the day off the list; false: another has. What changes from here on puts it there again. */
export async function takeDueDay(tx: Tx, { gateway_id, day }: DueDay): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from nze_day_due where gateway_id = ${gateway_id} and day = ${day}::date`.execute(tx);
  return numAffectedRows > 0n;
}

/** A sample that also says what was imported. */
export interface GridFlow extends GridSample {
  /** Mean over the interval, W; export is negative. */
  readonly grid_w: number;
}

/** What a day is judged from. */
export interface NzeDayFacts {
  readonly samples: readonly GridFlow[];
  /** The longest interval of a reading, s; null: no reading. */
  readonly resolution_s: number | null;
  /** As the day ended. */
  readonly rule: NzeRule;
  /** Whether zero export holds where the meter never says. */
  readonly on_at_first: boolean;
  /** What the gateway measured itself; null: it has sent nothing. */
  readonly measured: NzeDayDetail | null;
}

interface ReadRow {
  readonly at_ms: number;
  readonly interval_s: number;
  readonly grid_w: number;
  readonly nze_on: number | null;
}

/** What is known of the gateway's zero export between two instants (ms since 1970), which are those of the day. */
export async function nzeDayFacts(
  db: Db,
  { project_id, gateway_id, day }: DueDay,
  { from_ms, to_ms }: { from_ms: number; to_ms: number },
): Promise<NzeDayFacts> {
  const [from, to] = [new Date(from_ms), new Date(to_ms)];
  const { rows } = await sql<ReadRow>`
    select (extract(epoch from r.ts) * 1000)::float8 as at_ms, max(r.interval_s)::int4 as interval_s, max(r.nze_on)::int4 as nze_on,
      sum(coalesce(r.ac_power_w, (coalesce(r.interval_import_wh, 0) - coalesce(r.interval_export_wh, 0)) * 3600 / r.interval_s))::float8
        as grid_w
    from reading r
    where r.project_id = ${project_id} and r.ts > ${from} and r.ts <= ${to}
      and r.device_id in (select device_id from device where gateway_id = ${gateway_id} and asset_type = 'grid_meter')
      and coalesce(r.ac_power_w, r.interval_import_wh, r.interval_export_wh) is not null
    group by r.ts order by r.ts`.execute(db);
  const rules = await rulesUntil(db, gateway_id, to);
  const { rows: known } = await sql<{ run_nze: boolean; detail: NzeDayDetail | null }>`
    select p.run_nze, coalesce((select r.detail from nze_report r where r.gateway_id = ${gateway_id} and r.code = 'nze.day'
          and r.detail ->> 'day' = ${day} order by r.received_at desc, r.report_id desc limit 1),
        (select n.measured from nze_day n where n.gateway_id = ${gateway_id} and n.day = ${day}::date)) as detail
    from project p where p.project_id = ${project_id}`.execute(db);
  const [facts] = known;
  const on_at_first = facts?.run_nze ?? false;
  return {
    samples: samplesOf(rows, { from_ms, on_at_first, rules }),
    resolution_s: rows.length === 0 ? null : Math.max(...rows.map(({ interval_s }) => interval_s)),
    rule: rules.at(-1)?.rule ?? NZE_RULE_AT_FIRST,
    on_at_first,
    measured: facts?.detail ?? null,
  };
}

interface RuleSince {
  readonly since_ms: number;
  readonly rule: NzeRule;
}

/** The gateway's rules up to the instant, in order. */
async function rulesUntil(db: Db, gateway_id: number, to: Date): Promise<RuleSince[]> {
  const { rows } = await sql<NzeRule & { since_ms: number }>`
    select (extract(epoch from since) * 1000)::float8 as since_ms, export_limit_w, back_within_s, meter_silent_s, failsafe_w
    from nze_rule where gateway_id = ${gateway_id} and since < ${to} order by since`.execute(db);
  return rows.map(({ since_ms, ...rule }) => ({ since_ms, rule }));
}

/** The readings as samples that do not overlap. A reading that does not say whether zero export holds is as the one before. */
function samplesOf(
  rows: readonly ReadRow[],
  { from_ms, on_at_first, rules }: { from_ms: number; on_at_first: boolean; rules: readonly RuleSince[] },
): GridFlow[] {
  let until = from_ms;
  let is_on = on_at_first;
  let rule = 0;
  let limit_w = NZE_RULE_AT_FIRST.export_limit_w;
  return rows.map(({ at_ms, interval_s, grid_w, nze_on }) => {
    if (nze_on !== null) is_on = nze_on === 1;
    for (let next = rules[rule]; next !== undefined && next.since_ms <= at_ms; next = rules[rule]) {
      limit_w = next.rule.export_limit_w;
      rule += 1;
    }
    const begin = Math.max(until, at_ms - interval_s * 1000);
    until = at_ms;
    return { from_ms: begin, to_ms: at_ms, grid_w, export_w: Math.max(0, -grid_w), is_on, limit_w };
  });
}

/** A day that was judged. */
export interface JudgedNzeDay extends NzeFigures {
  readonly verdict: "kept" | "not_kept" | "no_proof" | "off";
  readonly source: "gateway" | "readings" | null;
  readonly resolution_s: number | null;
  readonly rule: NzeRule;
  readonly on_s: number;
  readonly due_s: number;
  readonly seen_s: number;
  readonly given_up_wh: number | null;
  readonly given_up_vnd: number | null;
  readonly measured: NzeDayDetail | null;
}

const instantOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Keeps the day as it was judged, in place of what was kept of it. */
export async function storeNzeDay(tx: Tx, of: DueDay, day: JudgedNzeDay): Promise<void> {
  const isKnown = day.source !== null;
  const row = {
    ...of,
    verdict: day.verdict,
    source: day.source,
    resolution_s: day.resolution_s,
    export_limit_w: day.rule.export_limit_w,
    back_within_s: day.rule.back_within_s,
    on_s: day.on_s,
    largest_export_w: isKnown ? day.largest_export_w : null,
    largest_export_at: instantOf(day.largest_export_at_ms),
    longest_violation_s: isKnown ? day.longest_violation_s : null,
    longest_violation_at: instantOf(day.longest_violation_at_ms),
    response_median_s: day.response_median_s,
    response_p95_s: day.response_p95_s,
    violations: isKnown ? day.violations : null,
    over_limit_wh: isKnown ? day.over_limit_wh : null,
    given_up_wh: day.given_up_wh,
    given_up_vnd: day.given_up_vnd === null ? null : day.given_up_vnd.toFixed(4),
    seen_s: day.seen_s,
    due_s: day.due_s,
    worst: day.worst.map(({ at_ms, s, largest_w }) => ({ at: instantOf(at_ms), s, largest_w })),
    measured: day.measured,
    computed_at: new Date().toISOString(),
  };
  const set = sql.join(
    Object.keys(row)
      .filter((name) => !(name in of))
      .map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
  );
  await sql`
    insert into nze_day select * from jsonb_populate_record(null::nze_day, ${JSON.stringify(row)}::jsonb)
    on conflict (gateway_id, day) do update set ${set}`.execute(tx);
}
