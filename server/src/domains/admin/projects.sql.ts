// What administrators read across all projects. To be run in asAdmin, whose row-level security shows them.
import type { AdminProjectItem, ProjectType } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { wordsAnywhere } from "../../platform/postgres/patterns.ts";
import type { ProjectRow } from "../monitoring/index.ts";

type Owner = AdminProjectItem["owners"][number];

interface AdminProjectRow extends Pick<
  ProjectRow,
  | "project_id"
  | "project_uid"
  | "name"
  | "address"
  | "project_type"
  | "timezone"
  | "capacity_wp"
  | "plant_status"
  | "sleeping"
  | "alert_status"
  | "last_reading_at"
  | "last_contact_at"
> {
  readonly owners: readonly Owner[];
}

interface AdminFilter {
  /** Words that must all occur in name, address, or name or e-mail of an owner. */
  readonly keyword: string;
  readonly project_type: ProjectType | undefined;
}

const OWNERS_SHOWN = 10;

/** Owners of project p as JSON, by e-mail. */
const OWNERS = sql`(select coalesce(jsonb_agg(o), '[]') from (
  select a.display_name, a.email from project_member m join account a on a.account_id = m.account_id
  where m.project_id = p.project_id and m.role = 'owner' order by a.email limit ${OWNERS_SHOWN}) o)`;

function matching({ keyword, project_type }: AdminFilter) {
  const patterns = wordsAnywhere(keyword);
  const found = sql`not exists (
    select from unnest(${patterns}::text[]) word
    where p.search_text not like plain_text(word) and not exists (
      select from project_member m join account a on a.account_id = m.account_id
      where m.project_id = p.project_id and m.role = 'owner'
        and plain_text(a.display_name || ' ' || a.email) like plain_text(word)))`;
  return sql`project p join project_summary s on s.project_id = p.project_id
    where p.removed_at is null
      ${project_type === undefined ? sql`` : sql`and p.project_type = ${project_type}`}
      ${patterns.length === 0 ? sql`` : sql`and ${found}`}`;
}

/** A page of all projects that match, by name, and how many there are. */
export async function allProjects(
  tx: Tx,
  wanted: AdminFilter,
  page: { number: number; size: number },
): Promise<{ rows: AdminProjectRow[]; total: number }> {
  const { rows } = await sql<AdminProjectRow>`
    select p.project_id, p.project_uid, p.name, p.address, p.project_type, p.timezone, p.capacity_wp, s.plant_status,
      s.sleeping, s.alert_status, s.last_reading_at, s.last_contact_at, ${OWNERS} as owners
    from ${matching(wanted)} order by lower(p.name), p.project_id
    limit ${page.size} offset ${(page.number - 1) * page.size}`.execute(tx);
  const counted = await sql<{ total: number }>`select count(*) as total from ${matching(wanted)}`.execute(tx);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** The owners of the project, by e-mail; at most ten. */
export async function ownersOf(tx: Tx, { project_id }: { project_id: number }): Promise<Owner[]> {
  const { rows } = await sql<{ owners: Owner[] }>`
    select ${OWNERS} as owners from project p where p.project_id = ${project_id}`.execute(tx);
  return rows[0]?.owners ?? [];
}

/** Tickets that wait for an answer, by project_id; projects without one are missing. */
export async function openTickets(tx: Tx, projectIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom("ticket")
    .select((eb) => ["project_id", eb.fn.countAll<number>().as("count")])
    .where("project_id", "=", sql<number>`any(${[...projectIds]}::int4[])`)
    .where("status", "=", "open")
    .groupBy("project_id")
    .execute();
  return new Map(rows.map(({ project_id, count }) => [project_id, count]));
}
