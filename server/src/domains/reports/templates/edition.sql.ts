// What was made of reports: runs with the report, the days and where they go.
import type { ReportEdition, ReportLanguage } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

export type Deliver = "no" | "me" | "all";

/** A run of a report. */
export interface EditionRow {
  readonly run_id: number;
  readonly run_uid: string;
  readonly report_id: number;
  readonly account_id: number;
  readonly document_uid: string | null;
  readonly state: ReportEdition["state"];
  readonly progress: number;
  readonly due_on: string | null;
  readonly from_day: string;
  readonly to_day: string;
  readonly lang: ReportLanguage;
  readonly deliver: Deliver;
  readonly sent_to: number;
  readonly asked_at: Date;
  readonly ended_at: Date | null;
  readonly error_code: string | null;
  readonly error: string | null;
  readonly size_bytes: number | null;
  readonly pages: number | null;
  /** Wh by project_uid, as it was; null: it is not made. */
  readonly production: readonly { readonly project_uid: string; readonly wh: number | null }[] | null;
}

const EDITION = sql`
  select e.run_id::float8 as run_id, r.run_uid, e.report_id, r.account_id, r.document_uid, r.state, r.progress, e.due_on, e.from_day, e.to_day,
    e.lang, e.deliver, e.sent_to, r.asked_at, r.ended_at, r.error_code, r.error, d.size_bytes,
    (d.facts ->> 'pages')::int4 as pages, d.facts -> 'production' as production
  from report_edition e join report_run r on r.run_id = e.run_id left join document d on d.document_uid = r.document_uid`;

/** A page of what was made of the report, the newest first, and how much there is. */
export async function editionPage(
  db: Db,
  report_id: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: EditionRow[]; total: number }> {
  const { rows } = await sql<EditionRow>`
    ${EDITION} where e.report_id = ${report_id} order by e.run_id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int4 as n from report_edition where report_id = ${report_id}`.execute(db);
  return { rows, total: counted[0]?.n ?? 0 };
}

/** The edition of the run; undefined: it is none of a report's. */
export async function editionBy(
  db: Db,
  by: { readonly run_uid: string } | { readonly run_id: number },
): Promise<EditionRow | undefined> {
  const which = "run_uid" in by ? sql`r.run_uid = ${by.run_uid}` : sql`e.run_id = ${by.run_id}`;
  const { rows } = await sql<EditionRow>`${EDITION} where ${which}`.execute(db);
  return rows[0];
}

interface NewEdition {
  readonly run_id: number;
  readonly report_id: number;
  readonly due_on: string | null;
  readonly from_day: string;
  readonly to_day: string;
  readonly lang: ReportLanguage;
  readonly deliver: Deliver;
}

/** Notes that the run is one of the report; a run that is already keeps what was noted. */
export async function insertEdition(tx: Tx, edition: NewEdition): Promise<void> {
  await tx
    .insertInto("report_edition")
    .values(edition)
    .onConflict((there) => there.column("run_id").doNothing())
    .execute();
}

/** True where the report has a run that was due on the local day. */
export async function wasDue(tx: Tx, report_id: number, due_on: string): Promise<boolean> {
  const row = await tx
    .selectFrom("report_edition")
    .select("run_id")
    .where("report_id", "=", report_id)
    .where("due_on", "=", due_on)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes to how many it was sent. */
export async function noteEditionSent(tx: Tx, run_id: number, sent_to: number): Promise<void> {
  await tx.updateTable("report_edition").set({ sent_to }).where("run_id", "=", run_id).execute();
}
