// What tests of every call find of an account's reports.
import { addReport, addReportTemplate, type Endpoint } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../src/platform/db.ts";
import type { Fill } from "../calls/call-kit.ts";
import { DAY } from "../calls/call-texts.ts";

type Asks = (e: Endpoint, fill: Fill, authorization: string) => Promise<{ readonly body: string }>;

/** A report and a template of the account's, and what it waits for of the report. */
export async function reportThings(
  db: Db,
  ask: Asks,
  { of, owner, project_id, account_id }: { of: Fill; owner: string; project_id: number; account_id: number },
) {
  const { report_uid } = addReport.answer.parse(JSON.parse((await ask(addReport, of, owner)).body)).report;
  const { template_uid } = addReportTemplate.answer.parse(
    JSON.parse((await ask(addReportTemplate, of, owner)).body),
  );
  const run = await waitingRun(db, { account_id, project_id });
  await sql`insert into report_edition (run_id, report_id, from_day, to_day, lang, deliver)
    select r.run_id, p.report_id, ${DAY}, ${DAY}, 'en', 'no' from report_run r, report p
    where r.run_uid = ${run} and p.report_uid = ${report_uid}`.execute(db);
  return { report: report_uid, template: template_uid, run };
}

/** A report that the account waits for. */
async function waitingRun(
  db: Db,
  { account_id, project_id }: { account_id: number; project_id: number },
): Promise<string> {
  const { run_uid } = await db
    .insertInto("report_run")
    .values({ account_id, kind: "export", title: "Roof 1", request: "{}", projects: [project_id] })
    .returning("run_uid")
    .executeTakeFirstOrThrow();
  return run_uid;
}
