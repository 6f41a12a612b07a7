import {
  addReport,
  allReports,
  changeReport,
  removeReport,
  TEMPLATE_LIMITS,
  reportDetails,
  sendingFault,
  type ProjectReport,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Origin, Serve, Session } from "../../../platform/http.ts";
import { given } from "../../../platform/given.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessTo, accessToMany } from "../../fleet/index.ts";
import { audit } from "../../identity/index.ts";
import {
  dropReport,
  insertReport,
  reportBy,
  reportCount,
  reportPage,
  shownReport,
  updateReport,
  type KeptReport,
  type ReportValues,
} from "./report.sql.ts";
import { noSuchTemplate } from "./template.routes.ts";
import { templateOf, templatesOf } from "./template.sql.ts";

/** The refusal of a report that is not there, or of which the caller may not see every project. */
export const noSuchReport = () => new Problem(404, "report.not_found", "No such report");

/** The report if the caller may see it; refuses 404 otherwise. */
export async function seenReport(db: Db, session: Session, report_uid: string): Promise<KeptReport> {
  const row = await reportBy(db, session.account_id, { report_uid });
  if (row === undefined) throw noSuchReport();
  return row;
}

/** Serves reports. `now` gives ms since 1970. */
export function reportRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(allReports, async ({ query: { project_uid, page, page_size: limit }, session }) => {
    const look = { to: "look", noun: "project" } as const;
    const project = project_uid === undefined ? null : await accessTo(db, session, project_uid, look);
    const project_id = project?.project_id ?? null;
    const of = { project_id, limit, offset: (page - 1) * limit };
    const { rows, total } = await reportPage(db, session.account_id, of);
    const known = await knownTemplates(db, session);
    return {
      items: rows.map((row) => shownReport(row, known.has(row.template_uid))),
      total_items: total,
    };
  });

  serve(reportDetails, async ({ query: { report_uid }, session }) =>
    shown(db, session, await seenReport(db, session, report_uid)),
  );

  changeRoutes(serve, db, now);
}

function changeRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(addReport, async ({ body: { project_uid_list, blocks, ...body }, session, origin }) => {
    const { account_id } = session;
    return db.transaction().execute(async (tx) => {
      const projects = await accessToMany(tx, session, unique(project_uid_list), {
        to: "change",
        noun: "project",
      });
      const template = await templateOf(tx, account_id, body.template_uid);
      if (template === undefined) throw noSuchTemplate();
      if ((await reportCount(tx, account_id)) >= TEMPLATE_LIMITS.ofAccount) {
        const most = TEMPLATE_LIMITS.ofAccount;
        throw new Problem(409, "report.too_many", `An account has ${most} reports at most`);
      }
      const values = fitting({ ...body, blocks: blocks ?? template.blocks });
      const report_uid = await insertReport(tx, account_id, { values, projects, nowMs: now() });
      const report = await seenReport(tx, session, report_uid);
      await note(tx, { session, origin }, { action: "report.added", report, after: auditOf(report) });
      return { message: "The report has been added", report: await shown(tx, session, report) };
    });
  });

  serve(changeReport, async ({ body: { report_uid, project_uid_list, ...change }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const was = await changeable(tx, session, report_uid);
      const projects = await accessToMany(tx, session, unique(project_uid_list ?? was.project_uids), {
        to: "change",
        noun: "project",
      });
      const named = given(change);
      if (named.template_uid !== undefined && named.template_uid !== was.template_uid) {
        const template = await templateOf(tx, session.account_id, named.template_uid);
        if (template === undefined) throw noSuchTemplate();
      }
      const values = fitting({ ...valuesOf(was), ...named });
      await updateReport(tx, was.report_id, { values, projects, nowMs: now() });
      const report = await seenReport(tx, session, report_uid);
      await note(
        tx,
        { session, origin },
        { action: "report.changed", report, before: auditOf(was), after: auditOf(report) },
      );
      return { message: "The report has been changed", report: await shown(tx, session, report) };
    }),
  );

  serve(removeReport, async ({ query: { report_uid }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const report = await changeable(tx, session, report_uid);
      await dropReport(tx, report.report_id);
      await note(tx, { session, origin }, { action: "report.removed", report, before: auditOf(report) });
      return { message: "Successful delete" };
    }),
  );
}

const unique = (uids: readonly string[]) => [...new Set(uids.map((uid) => uid.toLowerCase()))];

/** The report if the caller may change each of its projects; refuses 404, and 403 `report.read_only`, otherwise. */
async function changeable(tx: Tx, session: Session, report_uid: string): Promise<KeptReport> {
  const report = await seenReport(tx, session, report_uid);
  await accessToMany(tx, session, report.project_uids, { to: "change", noun: "report" });
  return report;
}

/** The values, whose parts fit together; refuses 400 with the field otherwise. */
function fitting(values: ReportValues): ReportValues {
  const fault = sendingFault(values);
  if (fault === null) return values;
  throw new Problem(400, "request.invalid", fault.message, { [`body.${fault.field}`]: fault.message });
}

function valuesOf(row: KeptReport): ReportValues {
  const { title, lang, active, template_uid, blocks, delivery_method, email_list } = row;
  const { schedule, period, send_on, from_date, to_date } = row;
  return {
    title,
    lang,
    active,
    template_uid,
    blocks,
    delivery_method,
    email_list: [...email_list],
    schedule,
    period,
    send_on,
    from_date,
    to_date,
  };
}

const auditOf = (row: KeptReport) => ({
  ...valuesOf(row),
  blocks: row.blocks.filter(({ on }) => on).map(({ kind }) => kind),
  projects: row.project_names,
});

type Values = ReturnType<typeof auditOf>;

function note(
  tx: Tx,
  { session, origin }: { session: Session; origin: Origin },
  { report, ...entry }: { action: string; report: KeptReport; before?: Values; after?: Values },
): Promise<void> {
  const [project_id] = report.project_ids;
  const { address } = origin;
  return audit(tx, {
    ...session,
    address,
    ...(project_id === undefined ? {} : { project_id }),
    subject: report.report_uid,
    ...entry,
  });
}

const knownTemplates = async (db: Db, { account_id }: Session) =>
  new Set((await templatesOf(db, account_id)).map(({ template_uid }) => template_uid));

async function shown(db: Db, session: Session, row: KeptReport): Promise<ProjectReport> {
  return shownReport(row, (await knownTemplates(db, session)).has(row.template_uid));
}
