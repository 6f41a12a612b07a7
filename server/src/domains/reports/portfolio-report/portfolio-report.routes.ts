import {
  makePortfolioReport,
  projectReport,
  reportProjects,
  REPORT_LIMITS,
  type ProjectReportData,
} from "@heliograph/contract";
import { asAccount, type Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessToMany, type ProjectAccess } from "../../fleet/index.ts";
import { addRun } from "../runs/add-run.jobs.ts";
import { shownRun } from "../runs/run.routes.ts";
import { projectRows, refuseReportRange } from "./report-data.sql.ts";
import { projectsForReports } from "./report-projects.sql.ts";
import { reportTabs } from "./report-rows.ts";

const LOOK = { to: "look", noun: "project" } as const;

/** Serves the portfolio report and has its spreadsheet made. `now` gives ms since 1970. */
export function portfolioReportRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(reportProjects, async ({ session: { account_id } }) => ({
    items: await asAccount(db, { account_id, projects: [] }, projectsForReports),
  }));

  serve(projectReport, async ({ body: { project_uid, data_type: _, ...range }, session, signal }) => {
    const all = await accessToMany(db, session, distinct(project_uid), LOOK);
    refuseReportRange(range, zonesOf(all), now());
    const items: ProjectReportData[] = [];
    let count = 0;
    for (const access of all) {
      signal.throwIfAborted();
      const who = { account_id: session.account_id, projects: [access.project_id] };
      const rows = await asAccount(db, who, (tx) => projectRows(tx, access, range, now()));
      count += rows.length;
      if (count > REPORT_LIMITS.rows) throw tooLong();
      items.push({
        project_uid: access.project_uid,
        name: access.name,
        timezone: access.timezone,
        units: { energy: "kWh", pr_data: "%" },
        project_data: reportTabs(rows, range.binsize),
      });
    }
    return { items };
  });

  serve(makePortfolioReport, async ({ body: { project_uid, ...request }, session }) => {
    const uids = distinct(project_uid);
    const all = await accessToMany(db, session, uids, LOOK);
    refuseReportRange(request, zonesOf(all), now());
    const run = await db.transaction().execute((tx) =>
      addRun(tx, {
        account_id: session.account_id,
        kind: all.length === 1 ? "project_report" : "portfolio",
        title: titleOf(all, request),
        request: { ...request, project_uid: uids },
        projects: all.map(({ project_id }) => project_id),
      }),
    );
    return { message: "The report is being made", run: await shownRun(db, run, now()) };
  });
}

const distinct = (uids: readonly string[]) => [...new Set(uids.map((uid) => uid.toLowerCase()))];
const zonesOf = (all: readonly ProjectAccess[]) => [...new Set(all.map(({ timezone }) => timezone))];

/** Names of the first projects, and the days. */
function titleOf(
  all: readonly ProjectAccess[],
  { from_date, to_date }: { from_date: string; to_date: string },
) {
  const [first] = all;
  const others = all.length > 1 ? ` +${all.length - 1}` : "";
  return `${(first?.name ?? "").slice(0, 200)}${others} ${from_date} ${to_date}`;
}

function tooLong(): Problem {
  const message = "Too many rows, please choose fewer projects or a larger bin size";
  return new Problem(400, "report.too_long", message, { "body.binsize": message });
}
