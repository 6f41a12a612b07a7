// The desk: alarms of all projects of an account, a row for each cause, drawn from counts.
import type { AlarmKind, AlarmSeverity, DeskGroup } from "@heliograph/contract";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { regionCauses, type LostPlant, type RegionRule } from "./region-causes.ts";

/** What of the desk is wanted. */
interface DeskFilter {
  readonly view: "open" | "mine" | "snoozed" | "closed";
  readonly project_uid?: string | undefined;
  readonly severity?: AlarmSeverity | undefined;
  readonly kind?: AlarmKind | undefined;
  readonly who: "anybody" | "nobody" | "me";
  readonly filter_by: string;
}

interface LostAlarm extends LostPlant {
  readonly alarm_id: number;
}
type LostTuple = readonly [
  alarm: number,
  project: number,
  latitude: number,
  longitude: number,
  lostMs: number,
];

/** Alarms that one cause of a region raised: the first names it. */
interface RegionAlarms {
  readonly first: LostAlarm;
  readonly alarm_ids: readonly number[];
  readonly projects: number;
}

/** The causes of regions among the projects of the account of which nothing is heard. */
export async function regionsOf(tx: Tx, account_id: number, rule: RegionRule): Promise<RegionAlarms[]> {
  // One text: ten thousand rows would cost more to take apart than to find.
  const { rows: found } = await sql<{ lost: LostTuple[] }>`
    select coalesce(json_agg(json_build_array(a.alarm_id, a.project_id, p.latitude, p.longitude,
      extract(epoch from a.started_at) * 1000) order by a.started_at desc, a.alarm_id desc), '[]') as lost
    from project_member m join project p on p.project_id = m.project_id and p.removed_at is null
    join alarm_case c on c.project_id = m.project_id and c.closed_at is null and c.root_id is null
    join alarm a on a.alarm_id = c.alarm_id
    where m.account_id = ${account_id} and a.kind = 'gateway_silent' and a.severity = 'critical' and a.ended_at is null`.execute(
    tx,
  );
  const rows = (found[0]?.lost ?? []).map(
    ([alarm_id, project_id, latitude, longitude, lost_ms]): LostAlarm => ({
      alarm_id,
      project_id,
      latitude,
      longitude,
      lost_ms,
    }),
  );
  if (rows.length < rule.projects) return [];
  // A plant was lost with the last of its gateways.
  const ofPlant = Map.groupBy(rows, ({ project_id }) => project_id);
  const plants = [...ofPlant.values()].flatMap(([last]) => last ?? []);
  return regionCauses(plants, rule).map(({ first, plants: lost }) => ({
    first,
    alarm_ids: lost.flatMap(({ project_id }) => (ofPlant.get(project_id) ?? []).map((one) => one.alarm_id)),
    projects: lost.length,
  }));
}

/** Columns of the regions: each alarm with the one that names its region. */
const regionRows = (regions: readonly RegionAlarms[]) => {
  const pairs = regions.flatMap(({ first, alarm_ids }) =>
    alarm_ids.map((id) => [id, first.alarm_id] as const),
  );
  return sql`unnest(${pairs.map(([id]) => id)}::int8[], ${pairs.map(([, first]) => first)}::int8[]) as r (alarm_id, region_id)`;
};

const GROUP = (
  now: Date,
) => sql`case when c.resolved_at is not null then 'resolved' when c.closed_at is not null then 'closed'
  when c.snoozed_until > ${now} then 'snoozed' when c.account_id is not null then 'in_work' else 'nobody' end`;

/** Causes of the account that are open or closed within the days, with the region that each belongs to. */
const mine = (of: { account_id: number; now: Date; regions: readonly RegionAlarms[]; since: Date }) => sql`
  select c.alarm_id, c.project_id, p.name as project_name, p.project_uid, p.timezone, a.kind, a.severity, a.started_at, a.ended_at,
    c.closed_at, c.account_id, ${GROUP(of.now)} as grp, c.least_w, c.most_w, c.least_vnd, c.most_vnd, c.lost_vnd, c.search_text, r.region_id
  from project_member m join project p on p.project_id = m.project_id and p.removed_at is null
  join alarm_case c on c.project_id = m.project_id and (c.closed_at is null or c.closed_at > ${of.since})
  join alarm a on a.alarm_id = c.alarm_id
  left join ${regionRows(of.regions)} on r.alarm_id = c.alarm_id
  where m.account_id = ${of.account_id} and c.root_id is null`;

const ORDERS = {
  cost: sql`least_vnd desc nulls last, most_vnd desc nulls last`,
  since: sql`started_at desc`,
  severity: sql`severity_rank`,
};

interface Group {
  readonly group: DeskGroup;
  readonly alarms: number;
  readonly least_vnd: string;
  readonly most_vnd: string;
}

interface Strip {
  readonly open: number;
  readonly mine: number;
  readonly snoozed: number;
  readonly nobody: number;
  readonly oldest_nobody_at: string | null;
  readonly least_w: number;
  readonly least_vnd: string;
  readonly pending: { alarms: number; w: number; vnd: string; project: string | null };
  readonly lost_vnd: string;
  readonly closed: number;
  readonly closed_by_themselves: number;
  readonly last_closed_at: string | null;
  readonly signals: number;
  readonly alarms: number;
  readonly projects: number;
}

/** A row of the desk by the alarm that names it. */
interface DeskUnit {
  readonly id: number;
  readonly project_id: number;
  readonly group: DeskGroup;
  /** Alarms that it stands for. */
  readonly alarms: number;
  readonly least_w: number | null;
  readonly most_w: number | null;
  readonly least_vnd: string | null;
  readonly most_vnd: string | null;
  readonly lost_vnd: string;
}

interface DeskPage {
  readonly units: DeskUnit[];
  readonly total: number;
  readonly groups: Group[];
  readonly strip: Strip;
}

/**
 * A page of the desk with the sums of its groups and of the strip, in one query. Alarms of a region are one unit, unless `region` asks
 * for those of one. `since`: what was closed before is left out.
 */
export async function deskPage(
  tx: Tx,
  of: {
    readonly account_id: number;
    readonly now: Date;
    readonly since: Date;
    readonly regions: readonly RegionAlarms[];
    readonly region?: RegionAlarms | undefined;
    readonly filter: DeskFilter;
    readonly order_by: keyof typeof ORDERS;
    readonly page: number;
    readonly size: number;
  },
): Promise<DeskPage> {
  const { account_id, now, region, filter } = of;
  const fits = conditions(account_id, now, filter);
  const inRegion = region === undefined ? sql`true` : sql`m.region_id = ${region.first.alarm_id}`;
  const unit = region === undefined ? sql`coalesce(m.region_id, m.alarm_id)` : sql`m.alarm_id`;
  const { rows } = await sql<{ units: DeskUnit[]; total: number; groups: Group[]; strip: Strip }>`
    with mine as materialized (${mine(of)}),
    whole as (
      select coalesce(m.region_id, m.alarm_id) as id, bool_and(m.grp = 'snoozed') as snoozed, bool_or(m.account_id = ${account_id}) as own,
        bool_and(m.account_id is null) as nobody, min(m.started_at) as started_at
      from mine m where m.closed_at is null group by 1
    ),
    units as materialized (
      select ${unit} as id, case when bool_or(m.grp = 'nobody') and not bool_or(m.grp = 'in_work') then 'nobody' when bool_or(m.grp = 'in_work') then 'in_work' else min(m.grp) end as "group",
        (array_agg(m.project_id order by m.alarm_id = coalesce(m.region_id, m.alarm_id) desc))[1] as project_id, count(*)::int4 as alarms, sum(m.least_w) as least_w, sum(m.most_w) as most_w, sum(m.least_vnd) as least_vnd, sum(m.most_vnd) as most_vnd,
        sum(m.lost_vnd) as lost_vnd, min(m.started_at) as started_at,
        min(array_position(array['critical', 'warning', 'minor'], m.severity)) as severity_rank
      from mine m where ${inRegion} and ${fits} group by 1
    ),
    page as (
      select * from units
      order by array_position(array['nobody', 'in_work', 'snoozed', 'closed', 'resolved'], "group"), ${ORDERS[of.order_by]}, started_at desc, id
      limit ${of.size} offset ${(of.page - 1) * of.size}
    )
    select (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'project_id', project_id, 'group', "group", 'alarms', alarms, 'least_w', least_w, 'most_w', most_w,
          'least_vnd', least_vnd::text, 'most_vnd', most_vnd::text, 'lost_vnd', lost_vnd::text)), '[]') from page) as units,
      (select count(*)::int4 from units) as total,
      (select coalesce(jsonb_agg(g), '[]') from (
        select "group", count(*)::int4 as alarms, coalesce(sum(least_vnd), 0)::text as least_vnd, coalesce(sum(most_vnd), 0)::text as most_vnd
        from units group by 1 order by array_position(array['nobody', 'in_work', 'snoozed', 'closed', 'resolved'], "group")) g) as groups,
      ${stripOf(of)} as strip`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new RangeError("the desk answers one row");
  return row;
}

/** The figures of the strip, from the rows `mine` and `whole`. */
const stripOf = (of: {
  readonly account_id: number;
  readonly now: Date;
  readonly since: Date;
}) => sql`(select jsonb_build_object(
        'open', (select count(*) from whole where not snoozed), 'mine', (select count(*) from whole where own and not snoozed),
        'snoozed', (select count(*) from whole where snoozed), 'nobody', (select count(*) from whole where nobody and not snoozed),
        'oldest_nobody_at', (select min(started_at) from whole where nobody and not snoozed),
        'least_w', coalesce(sum(least_w) filter (where closed_at is null), 0),
        'least_vnd', coalesce(sum(least_vnd) filter (where closed_at is null), 0)::text,
        'pending', jsonb_build_object('alarms', count(*) filter (where closed_at is null and most_vnd > least_vnd),
          'w', coalesce(sum(most_w - least_w) filter (where closed_at is null), 0),
          'vnd', coalesce(sum(most_vnd - least_vnd) filter (where closed_at is null), 0)::text,
          'project', case when count(distinct project_id) filter (where closed_at is null and most_vnd > least_vnd) = 1
            then min(project_name) filter (where closed_at is null and most_vnd > least_vnd) end),
        'lost_vnd', coalesce(sum(lost_vnd) filter (where closed_at is null), 0)::text,
        'closed', count(*) filter (where closed_at is not null),
        'closed_by_themselves', count(*) filter (where grp = 'closed'),
        'last_closed_at', max(closed_at),
        'alarms', count(distinct coalesce(region_id, alarm_id)) filter (where started_at > ${of.now}::timestamptz - interval '24 hours')) from mine)
      || (select jsonb_build_object('projects', count(*)) from project_member m join project p on p.project_id = m.project_id
        and p.removed_at is null where m.account_id = ${of.account_id})
      || (select jsonb_build_object('signals', coalesce(sum(1 + greatest(coalesce(jsonb_array_length(a.cause->'strings'), 0)
            + coalesce(jsonb_array_length(a.cause->'events'), 0) - 1, 0) + coalesce((c.folded->>'devices')::int4, 0)), 0))
          from project_member m join alarm_case c on c.project_id = m.project_id and (c.closed_at is null or c.closed_at > ${of.since})
          join alarm a on a.alarm_id = c.alarm_id
          where m.account_id = ${of.account_id} and a.started_at > ${of.now}::timestamptz - interval '24 hours')`;

/** What of the alarms m fits the filter. */
function conditions(account_id: number, now: Date, filter: DeskFilter): RawBuilder<unknown> {
  const views = {
    open: sql`(m.grp in ('nobody', 'in_work', 'snoozed') or (m.grp = 'closed'
      and m.closed_at >= date_trunc('day', ${now}::timestamptz at time zone m.timezone) at time zone m.timezone))`,
    mine: sql`(m.grp in ('in_work', 'snoozed') and m.account_id = ${account_id})`,
    snoozed: sql`m.grp = 'snoozed'`,
    closed: sql`m.closed_at is not null`,
  };
  const words = filter.filter_by.split(/\s+/).filter((word) => word !== "");
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const parts = [
    views[filter.view],
    ...(filter.project_uid === undefined ? [] : [sql`m.project_uid = ${filter.project_uid}`]),
    ...(filter.severity === undefined ? [] : [sql`m.severity = ${filter.severity}`]),
    ...(filter.kind === undefined ? [] : [sql`m.kind = ${filter.kind}`]),
    ...(filter.who === "nobody" ? [sql`m.account_id is null`] : []),
    ...(filter.who === "me" ? [sql`m.account_id = ${account_id}`] : []),
    ...(patterns.length === 0
      ? []
      : [
          sql`m.search_text like all ((select array_agg(plain_text(word)) from unnest(${patterns}::text[]) word)::text[])`,
        ]),
  ];
  return sql.join(parts, sql` and `);
}

/** How many causes wait or are in work in the account's projects, regions as one. */
export async function openCauses(
  tx: Tx,
  of: { readonly account_id: number; readonly now: Date; readonly regions: readonly RegionAlarms[] },
): Promise<{ open: number; nobody: number }> {
  const { rows } = await sql<{ open: number; nobody: number }>`
    select count(*) filter (where not snoozed)::int4 as open, count(*) filter (where not snoozed and nobody)::int4 as nobody from (
      select bool_and(m.grp = 'snoozed') as snoozed, bool_and(m.account_id is null) as nobody
      from (${mine({ ...of, since: of.now })}) m where m.closed_at is null group by coalesce(m.region_id, m.alarm_id)) w`.execute(
    tx,
  );
  return rows[0] ?? { open: 0, nobody: 0 };
}
