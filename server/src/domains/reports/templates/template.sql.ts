// Templates: those of the product, and those that accounts saved.
import { allBlocks, type ReportBlock, type ReportTemplate } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { reaches } from "../../../platform/limits/key-reach.ts";
import { PRODUCT_TEMPLATES } from "./product-templates.ts";

type Known = Omit<ReportTemplate, "reports">;

/** Every template that the account may use: the product's, then its own in the order they were saved. */
export async function templatesOf(db: Db, account_id: number): Promise<Known[]> {
  const rows = await db
    .selectFrom("report_template")
    .select(["template_uid", "name", "blocks"])
    .where("account_id", "=", account_id)
    .orderBy("created_at")
    .orderBy("template_uid")
    .execute();
  return [
    ...PRODUCT_TEMPLATES.map((one) => ({ ...one, name: null })),
    ...rows.map(({ template_uid, name, blocks }) => ({
      template_uid,
      name,
      kind: "own" as const,
      // Written as the contract's schema let it pass.
      blocks: allBlocks(blocks as unknown as ReportBlock[]),
    })),
  ];
}

/** The template if the account may use it. */
export const templateOf = async (db: Db, account_id: number, uid: string): Promise<Known | undefined> =>
  (await templatesOf(db, account_id)).find(({ template_uid }) => template_uid === uid);

/** Saves a template of the account and returns its uid. */
export async function insertTemplate(
  tx: Tx,
  account_id: number,
  { name, blocks }: { name: string; blocks: readonly ReportBlock[] },
): Promise<string> {
  const { template_uid } = await tx
    .insertInto("report_template")
    .values({ account_id, name, blocks: JSON.stringify(blocks) })
    .returning("template_uid")
    .executeTakeFirstOrThrow();
  return template_uid;
}

/** Takes the account's template away; its name, or undefined where it has none of that uid. */
export async function deleteTemplate(
  tx: Tx,
  account_id: number,
  template_uid: string,
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom("report_template")
    .where("account_id", "=", account_id)
    .where("template_uid", "=", template_uid)
    .returning("name")
    .executeTakeFirst();
  return row?.name;
}

/** Reports by template that the account may see one project of, of the project where one is named. */
export async function reportsByTemplate(
  db: Db,
  account_id: number,
  project_id: number | null,
): Promise<Map<string, number>> {
  const of = project_id === null ? sql`` : sql`and rp.project_id = ${project_id}`;
  const { rows } = await sql<{ template_uid: string; n: number }>`
    select r.template_uid, count(distinct r.report_id)::int4 as n
    from report r join report_project rp on rp.report_id = r.report_id
    join project_member m on m.project_id = rp.project_id and m.account_id = ${account_id}
    where r.removed_at is null and ${reaches(sql.ref("rp.project_id"))} ${of} group by r.template_uid`.execute(
    db,
  );
  return new Map(rows.map(({ template_uid, n }) => [template_uid, n]));
}

interface ProjectOfTemplate {
  readonly project_uid: string;
  readonly project_ssoc_name: string;
  readonly reports: number;
  readonly may_change: boolean;
  readonly fits: boolean;
  readonly total: number;
}

/** A page of the account's projects by name, with how many reports by the template each is in; those named, or all, found by the keyword. */
export async function projectsOfTemplate(
  db: Db,
  account_id: number,
  of: {
    readonly template: Known;
    readonly uids: readonly string[] | null;
    readonly keyword: string;
    readonly limit: number;
    readonly offset: number;
  },
): Promise<ProjectOfTemplate[]> {
  const fits =
    of.template.kind === "nze_proof"
      ? sql`exists (select from nze_day n where n.project_id = p.project_id)`
      : sql`true`;
  const named = of.uids === null ? sql`` : sql`and p.project_uid = any(${[...of.uids]}::uuid[])`;
  const found = of.keyword === "" ? sql`` : sql`and position(plain_text(${of.keyword}) in p.search_text) > 0`;
  const { rows } = await sql<ProjectOfTemplate>`
    select p.project_uid, p.name as project_ssoc_name, m.role <> 'read_only' as may_change, ${fits} as fits,
      (select count(*)::int4 from report_project rp join report r on r.report_id = rp.report_id
        where rp.project_id = p.project_id and r.removed_at is null and r.template_uid = ${of.template.template_uid}) as reports,
      (count(*) over ())::int4 as total
    from project p join project_member m on m.project_id = p.project_id and m.account_id = ${account_id}
    where p.removed_at is null and ${reaches(sql.ref("p.project_id"))} ${named} ${found}
    order by lower(p.name), p.project_id limit ${of.limit} offset ${of.offset}`.execute(db);
  return rows;
}
