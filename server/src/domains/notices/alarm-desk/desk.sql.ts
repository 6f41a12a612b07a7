// The desk: alarms of all projects of an account that have a cause of their own, read in one pass.
import { alarmSeverity, DESK_GROUPS, type AlarmKind, type AlarmSeverity } from "@heliograph/contract";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { wordsAnywhere } from "../../../platform/postgres/patterns.ts";
import { regionsIn, waitingIn, type CostedCause, type DeskCause, type Regions } from "./desk-units.ts";
import type { RegionRule } from "./region-causes.ts";

/** What of the desk is wanted. */
interface DeskFilter {
  readonly view: "open" | "mine" | "snoozed" | "closed";
  /** None: all of the account's. */
  readonly project_uid: readonly string[];
  readonly severity?: AlarmSeverity | undefined;
  readonly kind?: AlarmKind | undefined;
  readonly who: "anybody" | "nobody" | "me";
  readonly filter_by: string;
}

/** Whose desk it is, at which instant. */
interface Asking {
  readonly account_id: number;
  readonly now: Date;
}

/** Projects that the account sees. */
const seen = ({ account_id }: Asking) => sql`
  select p.project_id, p.name, p.project_uid, p.timezone, p.latitude, p.longitude
  from project_member m join project p on p.project_id = m.project_id and p.removed_at is null
  where m.account_id = ${account_id}`;

const GROUP = (
  now: Date,
) => sql`case when c.resolved_at is not null then 'resolved' when c.closed_at is not null then 'closed'
  when c.snoozed_until > ${now} then 'snoozed' when c.account_id is not null then 'in_work' else 'nobody' end`;

/** Alarms of the projects `seen` that are open or were closed since, with those that stand under a cause. */
const alarmsSince = ({ account_id, now }: Asking, since: Date) => sql`
  select c.alarm_id, s.project_id, s.name as project_name, s.project_uid, s.timezone, s.latitude, s.longitude, a.kind, a.severity, a.started_at,
    a.cause, c.root_id, c.folded, c.closed_at, c.account_id, ${GROUP(now)} as grp, c.least_w, c.most_w, c.least_vnd, c.most_vnd,
    c.lost_vnd, c.search_text, coalesce(c.account_id = ${account_id}, false) as own,
    a.started_at > ${now}::timestamptz - interval '24 hours' as of_today,
    c.closed_at is null and a.kind = 'gateway_silent' and a.severity = 'critical' and a.ended_at is null as lost
  from seen s join alarm_case c on c.project_id = s.project_id and (c.closed_at is null or c.closed_at > ${since})
  join alarm a on a.alarm_id = c.alarm_id`;

/** What a cause is, as bits of one number; the lowest three are its group, the next two its severity. */
const BITS = { severity: 8, own: 32, held: 64, open: 128, fits: 256, today: 512, lost: 1024 } as const;

const texts = (all: readonly string[]) => sql.lit(`{${all.join(",")}}`);

/** A column as one text with commas: ten thousand rows would cost more to take apart than to find. */
const column = (value: RawBuilder<unknown>, where = sql`m.root_id is null`) =>
  sql<string>`coalesce(string_agg(coalesce((${value})::text, 'null'), ',') filter (where ${where}), '')`;

const bit = (of: Exclude<keyof typeof BITS, "severity">, holds: RawBuilder<unknown>) =>
  sql`case when ${holds} then ${sql.lit(BITS[of])} else 0 end`;

/** The columns of causes from rows `m`; `fits` says which the filter asks for. */
const columns = (fits: RawBuilder<unknown>) => sql`
  ${column(sql`m.alarm_id`)} as ids, ${column(sql`m.project_id`)} as projects,
  ${column(sql`extract(epoch from m.started_at)::float8 * 1000`)} as started,
  ${column(sql`array_position(${texts(DESK_GROUPS)}::text[], m.grp) - 1
    + ${sql.lit(BITS.severity)} * (array_position(${texts(alarmSeverity.options)}::text[], m.severity) - 1)
    + ${bit("own", sql`m.own`)} + ${bit("held", sql`m.account_id is not null`)} + ${bit("open", sql`m.closed_at is null`)}
    + ${bit("fits", fits)} + ${bit("today", sql`m.of_today`)} + ${bit("lost", sql`m.lost`)}`)} as bits,
  ${column(sql`m.latitude`, sql`m.root_id is null and m.lost`)} as latitudes,
  ${column(sql`m.longitude`, sql`m.root_id is null and m.lost`)} as longitudes`;

interface Columns {
  readonly ids: string;
  readonly projects: string;
  readonly started: string;
  readonly bits: string;
  readonly latitudes: string;
  readonly longitudes: string;
}

/** What a column of numbers holds; null: not known. */
const numbers = (text: string): (number | null)[] => JSON.parse(`[${text}]`) as (number | null)[]; // as the query writes them
/** VND with two digits behind the point, in hundredths. */
const hundredths = (text: string): (bigint | null)[] =>
  text.split(",").map((one) => (one === "null" ? null : BigInt(one.replace(".", ""))));

/** The causes that the columns hold. */
function causesIn(found: Columns): DeskCause[] {
  const [projects, started, bits] = [found.projects, found.started, found.bits].map(numbers);
  const [latitudes, longitudes] = [numbers(found.latitudes), numbers(found.longitudes)];
  let place = -1;
  return numbers(found.ids).map((id, at) => {
    const set = bits?.[at] ?? 0;
    const has = (of: number) => (set & of) !== 0;
    if (has(BITS.lost)) place += 1;
    return {
      alarm_id: id ?? 0,
      project_id: projects?.[at] ?? 0,
      started_ms: started?.[at] ?? 0,
      group: DESK_GROUPS[set & 7] ?? "nobody",
      severity: (set >> 3) & 3,
      isOwn: has(BITS.own),
      isHeld: has(BITS.held),
      isOpen: has(BITS.open),
      fits: has(BITS.fits),
      isOfToday: has(BITS.today),
      lost: has(BITS.lost) ? { latitude: latitudes[place] ?? 0, longitude: longitudes[place] ?? 0 } : null,
    };
  });
}

/** Figures of all alarms of the account, whatever is filtered; VND as decimal text. */
interface DeskSums {
  readonly least_w: number;
  readonly least_vnd: string;
  readonly pending: { alarms: number; w: number; vnd: string; project: string | null };
  readonly lost_vnd: string;
  readonly closed: number;
  readonly closed_by_themselves: number;
  readonly last_closed_at: string | null;
  readonly signals: number;
  readonly projects: number;
}

const SUMS = sql`jsonb_build_object(
  'least_w', coalesce(sum(m.least_w) filter (where m.closed_at is null and m.root_id is null), 0),
  'least_vnd', coalesce(sum(m.least_vnd) filter (where m.closed_at is null and m.root_id is null), 0)::text,
  'pending', jsonb_build_object('alarms', count(*) filter (where m.pending), 'w', coalesce(sum(m.most_w - m.least_w) filter (where m.closed_at is null and m.root_id is null), 0),
    'vnd', coalesce(sum(m.most_vnd - m.least_vnd) filter (where m.closed_at is null and m.root_id is null), 0)::text,
    'project', case when min(m.project_id) filter (where m.pending) = max(m.project_id) filter (where m.pending)
      then min(m.project_name) filter (where m.pending) end),
  'lost_vnd', coalesce(sum(m.lost_vnd) filter (where m.closed_at is null and m.root_id is null), 0)::text,
  'closed', count(*) filter (where m.closed_at is not null and m.root_id is null),
  'closed_by_themselves', count(*) filter (where m.grp = 'closed' and m.root_id is null),
  'last_closed_at', max(m.closed_at) filter (where m.root_id is null),
  'signals', coalesce(sum(1 + greatest(coalesce(jsonb_array_length(m.cause->'strings'), 0) + coalesce(jsonb_array_length(m.cause->'events'), 0) - 1, 0)
    + coalesce((m.folded->>'devices')::int4, 0)) filter (where m.of_today), 0),
  'projects', (select count(*) from seen))`;

/**
 * The causes of the account's alarms that are open or were closed since, with what they cost, and the sums of them all.
 * Consequences that stand under a cause are counted among the signals only.
 */
export async function deskCauses(
  tx: Tx,
  of: Asking & { readonly since: Date; readonly filter: DeskFilter },
): Promise<{ causes: CostedCause[]; sums: DeskSums }> {
  const { rows } = await sql<
    Columns &
      Record<"least_w" | "most_w" | "least_vnd" | "most_vnd" | "lost_vnd", string> & { sums: DeskSums }
  >`
    with seen as materialized (${seen(of)}),
    m as (
      select a.*, a.closed_at is null and a.root_id is null and a.most_vnd > a.least_vnd as pending from (${alarmsSince(of, of.since)}) a
    )
    select ${columns(conditions(of))}, ${column(sql`m.least_w`)} as least_w, ${column(sql`m.most_w`)} as most_w,
      ${column(sql`m.least_vnd`)} as least_vnd, ${column(sql`m.most_vnd`)} as most_vnd, ${column(sql`m.lost_vnd`)} as lost_vnd, ${SUMS} as sums
    from m`.execute(tx);
  const [found] = rows;
  if (found === undefined) throw new RangeError("the desk answers one row");
  const [least_w, most_w] = [numbers(found.least_w), numbers(found.most_w)];
  const [least_vnd, most_vnd, lost_vnd] = [
    hundredths(found.least_vnd),
    hundredths(found.most_vnd),
    hundredths(found.lost_vnd),
  ];
  const causes = causesIn(found).map((cause, at) => ({
    ...cause,
    least_w: least_w[at] ?? null,
    most_w: most_w[at] ?? null,
    least_vnd: least_vnd[at] ?? null,
    most_vnd: most_vnd[at] ?? null,
    lost_vnd: lost_vnd[at] ?? 0n,
  }));
  return { causes, sums: found.sums };
}

/** What the projects that the account sees are called, in the order of the uids. */
export async function deskProjects(
  tx: Tx,
  uids: readonly string[],
): Promise<{ project_uid: string; name: string }[]> {
  if (uids.length === 0) return [];
  const rows = await tx
    .selectFrom("project")
    .select(["project_uid", "name"])
    .where("project_uid", "in", [...uids])
    .where("removed_at", "is", null)
    .execute();
  return rows.toSorted((a, b) => uids.indexOf(a.project_uid) - uids.indexOf(b.project_uid));
}

/** The causes of the account's alarms that are open, without what they cost. */
async function openCauses(tx: Tx, of: Asking): Promise<DeskCause[]> {
  const { rows } = await sql<Columns>`
    with seen as materialized (${seen(of)}), m as (${alarmsSince(of, of.now)})
    select ${columns(sql`true`)} from m where m.closed_at is null`.execute(tx);
  return rows.flatMap(causesIn);
}

/** The causes of regions among the projects of the account of which nothing is heard. */
export const regionsOf = async (tx: Tx, of: Asking, rule: RegionRule): Promise<Regions> =>
  regionsIn(await openCauses(tx, of), rule);

/** How many causes wait or are in work in the account's projects, regions as one. */
export async function countOpen(
  tx: Tx,
  of: Asking,
  rule: RegionRule,
): Promise<{ open: number; nobody: number }> {
  const causes = await openCauses(tx, of);
  const { open, nobody } = waitingIn(causes, regionsIn(causes, rule));
  return { open, nobody };
}

/** What of the alarms m fits the filter. */
function conditions({ account_id, now, filter }: Asking & { filter: DeskFilter }): RawBuilder<unknown> {
  const views = {
    open: sql`(m.grp in ('nobody', 'in_work', 'snoozed') or (m.grp = 'closed'
      and m.closed_at >= date_trunc('day', ${now}::timestamptz at time zone m.timezone) at time zone m.timezone))`,
    mine: sql`(m.grp in ('in_work', 'snoozed') and m.account_id = ${account_id})`,
    snoozed: sql`m.grp = 'snoozed'`,
    closed: sql`m.closed_at is not null`,
  };
  const patterns = wordsAnywhere(filter.filter_by);
  const parts = [
    views[filter.view],
    ...(filter.project_uid.length === 0
      ? []
      : [sql`m.project_uid = any(${[...filter.project_uid]}::uuid[])`]),
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
