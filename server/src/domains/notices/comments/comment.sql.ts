import { addDays, startOfDay, type Comment, type ComputedValue } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";

interface Row extends Omit<Comment, "project_uid" | "comment_date" | "changed_at"> {
  readonly comment_at: Date;
  readonly changed_at: Date;
}

const shown = ({ comment_at, changed_at, ...row }: Row, { project_uid }: ProjectAccess): Comment => ({
  ...row,
  project_uid,
  comment_date: comment_at.toISOString(),
  changed_at: changed_at.toISOString(),
});

const COLUMNS = sql`c.comment_uid as comment_id, c.contents, c.comment_at, c.show_in_report, a.display_name as author, c.changed_at,
  c.computed as values`;

interface Wanted {
  readonly page: number;
  readonly page_size: number;
  readonly filter_by?: string | undefined;
  readonly from_date?: string | undefined;
  readonly to_date?: string | undefined;
  /** Only those that are marked for reports. */
  readonly in_report?: boolean;
  readonly order_by: "comment_date" | "changed_at";
  readonly order_type: "asc" | "desc";
}

/** A page of the project's comments that fit, in the order asked for, and how many fit. */
export async function commentsOf(
  tx: Tx,
  access: ProjectAccess,
  wanted: Wanted,
): Promise<{ items: Comment[]; total_items: number }> {
  const { timezone, project_id } = access;
  const { filter_by = "", from_date, to_date, in_report = false } = wanted;
  const from = from_date === undefined ? null : new Date(startOfDay(timezone, from_date));
  const to = to_date === undefined ? null : new Date(startOfDay(timezone, addDays(to_date, 1)));
  const fits = sql`c.project_id = ${project_id}
    and (c.show_in_report or not ${in_report}::boolean)
    and (${filter_by} = '' or position(lower(${filter_by}) in lower(c.contents)) > 0)
    and (${from}::timestamptz is null or c.comment_at >= ${from}) and (${to}::timestamptz is null or c.comment_at < ${to})`;
  const order = sql.ref(wanted.order_by === "comment_date" ? "c.comment_at" : "c.changed_at");
  const way = wanted.order_type === "asc" ? sql`asc` : sql`desc`;
  const { rows } = await sql<Row>`
    select ${COLUMNS} from project_comment c left join account a on a.account_id = c.account_id
    where ${fits} order by ${order} ${way}, c.comment_uid ${way}
    limit ${wanted.page_size} offset ${(wanted.page - 1) * wanted.page_size}`.execute(tx);
  const { rows: counted } = await sql<{ total_items: number }>`
    select count(*)::int4 as total_items from project_comment c where ${fits}`.execute(tx);
  return { items: rows.map((row) => shown(row, access)), total_items: counted[0]?.total_items ?? 0 };
}

/** The project's comment of the uid, locked until the transaction ends where `locked`; undefined: it has none. */
export async function commentOf(
  tx: Tx,
  access: ProjectAccess,
  comment_uid: string,
  locked = false,
): Promise<Comment | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from project_comment c left join account a on a.account_id = c.account_id
    where c.project_id = ${access.project_id} and c.comment_uid = ${comment_uid} ${locked ? sql`for update of c` : sql``}`.execute(
    tx,
  );
  return rows[0] === undefined ? undefined : shown(rows[0], access);
}

/** How many comments the project has. */
export async function commentCount(tx: Tx, { project_id }: ProjectAccess): Promise<number> {
  const { count } = await tx
    .selectFrom("project_comment")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("project_id", "=", project_id)
    .executeTakeFirstOrThrow();
  return count;
}

interface Written {
  readonly contents: string;
  readonly comment_date: string;
  readonly show_in_report: boolean;
  readonly values: readonly ComputedValue[];
}

const columnsOf = ({ contents, comment_date, show_in_report, values }: Written) => ({
  contents,
  comment_at: comment_date,
  show_in_report,
  computed: JSON.stringify(values),
  changed_at: new Date(),
});

/** Adds a comment and returns its uid. */
export async function insertComment(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  account_id: number,
  comment: Written,
): Promise<string> {
  const { comment_uid } = await tx
    .insertInto("project_comment")
    .values({ project_id, account_id, ...columnsOf(comment) })
    .returning("comment_uid")
    .executeTakeFirstOrThrow();
  return comment_uid;
}

/** Writes a comment anew; its author stays. */
export async function updateComment(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  comment_uid: string,
  comment: Written,
): Promise<void> {
  await tx
    .updateTable("project_comment")
    .set(columnsOf(comment))
    .where("project_id", "=", project_id)
    .where("comment_uid", "=", comment_uid)
    .execute();
}

/** Takes the comments away and returns what they were; those that the project does not have are not among them. */
export async function deleteComments(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  uids: readonly string[],
): Promise<readonly { comment_uid: string; contents: string }[]> {
  return tx
    .deleteFrom("project_comment")
    .where("project_id", "=", project_id)
    .where("comment_uid", "in", [...uids])
    .returning(["comment_uid", "contents"])
    .execute();
}
