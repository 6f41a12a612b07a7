// Reports as they are kept. The product reads them: whoever may see every project of a report sees it.
import {
  allBlocks,
  nextSending,
  periodDays,
  type ProjectReport,
  type ReportBlock,
  type ReportLanguage,
  type ReportSending,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { reaches } from "../../../platform/limits/key-reach.ts";

/** A report with its projects in their order. */
export interface KeptReport extends Omit<ReportSending, "email_list"> {
  readonly report_id: number;
  readonly report_uid: string;
  readonly account_id: number;
  readonly title: string;
  readonly template_uid: string;
  readonly blocks: readonly ReportBlock[];
  readonly lang: ReportLanguage;
  readonly timezone: string;
  readonly email_list: readonly string[];
  readonly active: boolean;
  readonly next_run_at: Date | null;
  readonly next_day: string | null;
  readonly changed_at: Date;
  readonly project_ids: readonly number[];
  readonly project_uids: readonly string[];
  readonly project_names: readonly string[];
  readonly may_change: boolean;
}

/** What is kept of a report beside its projects. */
export type ReportValues = ReportSending &
  Pick<ProjectReport, "title" | "lang" | "active"> & {
    readonly template_uid: string;
    readonly blocks: readonly ReportBlock[];
  };

const COLUMNS = sql`r.report_id, r.report_uid, r.account_id, r.title, r.template_uid, r.blocks, r.lang, r.timezone, r.delivery_method,
  r.email_list, r.schedule, r.period, r.send_on, r.from_date, r.to_date, r.active, r.next_run_at, r.next_day, r.changed_at`;

/** Reports with the projects that are still there; of none of them is left, it is not shown. */
const seenBy = (account_id: number) => sql`
  from report r cross join lateral (
    select array_agg(p.project_uid order by rp.place) as project_uids, array_agg(p.name order by rp.place) as project_names,
      array_agg(p.project_id) as project_ids, bool_and(coalesce(m.role, 'read_only') <> 'read_only') as may_change,
      bool_and(m.account_id is not null and ${reaches(sql.ref("p.project_id"))}) as is_seen
    from report_project rp join project p on p.project_id = rp.project_id and p.removed_at is null
    left join project_member m on m.project_id = p.project_id and m.account_id = ${account_id}
    where rp.report_id = r.report_id) s
  where r.removed_at is null and s.is_seen`;

/** A page of the reports that the account may see, the newest first, and how many there are; of a project, those that it is in. */
export async function reportPage(
  db: Db,
  account_id: number,
  { project_id, limit, offset }: { project_id: number | null; limit: number; offset: number },
): Promise<{ rows: KeptReport[]; total: number }> {
  const of = project_id === null ? sql`` : sql`and ${project_id} = any(s.project_ids)`;
  const { rows } = await sql<KeptReport & { total: number }>`
    select ${COLUMNS}, s.project_ids, s.project_uids, s.project_names, s.may_change, (count(*) over ())::int4 as total
    ${seenBy(account_id)} ${of} order by r.report_id desc limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** The report if the account may see it. */
export async function reportBy(
  db: Db,
  account_id: number,
  by: { report_uid: string } | { report_id: number },
): Promise<KeptReport | undefined> {
  const which =
    "report_uid" in by ? sql`r.report_uid = ${by.report_uid}` : sql`r.report_id = ${by.report_id}`;
  const { rows } = await sql<KeptReport>`
    select ${COLUMNS}, s.project_ids, s.project_uids, s.project_names, s.may_change ${seenBy(account_id)} and ${which}`.execute(
    db,
  );
  return rows[0];
}

/** How many reports the account has added. */
export async function reportCount(tx: Tx, account_id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int4 as n from report where account_id = ${account_id} and removed_at is null`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

type Zoned = { readonly project_id: number; readonly timezone: string };

/** When the report is made by itself next, after the instant (ms since 1970). */
function nextOf(values: ReportValues, timezone: string, nowMs: number) {
  const next = values.active ? nextSending(values, timezone, nowMs) : null;
  return {
    next_run_at: next === null ? null : new Date(next.at_ms),
    next_day: next === null ? null : next.local_date,
  };
}

const columnsOf = (values: ReportValues, [first]: readonly Zoned[], nowMs: number) => {
  const timezone = first?.timezone ?? "UTC";
  const { blocks, send_on, email_list, ...plain } = values;
  return {
    ...plain,
    blocks: JSON.stringify(blocks),
    send_on: JSON.stringify(send_on),
    email_list: [...email_list],
    timezone,
    ...nextOf(values, timezone, nowMs),
    changed_at: new Date(nowMs),
  };
};

/** Adds a report and returns its uid. The caller has proven that the account may change each of the projects. */
export async function insertReport(
  tx: Tx,
  account_id: number,
  { values, projects, nowMs }: { values: ReportValues; projects: readonly Zoned[]; nowMs: number },
): Promise<string> {
  const { report_id, report_uid } = await tx
    .insertInto("report")
    .values({ account_id, ...columnsOf(values, projects, nowMs) })
    .returning(["report_id", "report_uid"])
    .executeTakeFirstOrThrow();
  await setProjects(tx, report_id, projects);
  return report_uid;
}

/** Writes a report anew; whoever added it stays. */
export async function updateReport(
  tx: Tx,
  report_id: number,
  { values, projects, nowMs }: { values: ReportValues; projects: readonly Zoned[]; nowMs: number },
): Promise<void> {
  await tx
    .updateTable("report")
    .set(columnsOf(values, projects, nowMs))
    .where("report_id", "=", report_id)
    .execute();
  await tx.deleteFrom("report_project").where("report_id", "=", report_id).execute();
  await setProjects(tx, report_id, projects);
}

async function setProjects(tx: Tx, report_id: number, projects: readonly Zoned[]): Promise<void> {
  const rows = projects.map(({ project_id }, place) => ({ report_id, project_id, place }));
  await tx.insertInto("report_project").values(rows).execute();
}

/** Takes the report away: it is neither shown nor made any more. */
export async function dropReport(tx: Tx, report_id: number): Promise<void> {
  await tx
    .updateTable("report")
    .set({ removed_at: new Date(), next_run_at: null, next_day: null })
    .where("report_id", "=", report_id)
    .execute();
}

/** The report as calls show it; `templates`: those that are there still. */
export function shownReport(row: KeptReport, hasTemplate: boolean): ProjectReport {
  const {
    report_id: _id,
    account_id: _by,
    project_ids: _p,
    project_uids,
    next_run_at,
    next_day,
    ...report
  } = row;
  return {
    ...report,
    template_uid: hasTemplate ? row.template_uid : null,
    blocks: allBlocks(row.blocks),
    project_uid_list: [...project_uids],
    project_names: [...row.project_names],
    email_list: row.may_change ? [...row.email_list] : null,
    next:
      next_run_at === null || next_day === null
        ? null
        : { at: next_run_at.toISOString(), ...periodDays(row, next_day) },
    changed_at: row.changed_at.toISOString(),
  };
}
