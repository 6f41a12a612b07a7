// Makes the spreadsheets of portfolio reports.
import { REPORT_BINS, REPORT_LANGUAGES, type RunKindName } from "@heliograph/contract";
import { z } from "zod";
import { asAccount } from "../../../platform/db.ts";
import { workbook, XLSX } from "../../../platform/documents/workbook.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessToMany } from "../../fleet/index.ts";
import { runKind, type RunAtWork, type RunKind } from "../runs/run-kinds.ts";
import { projectRows } from "./report-data.sql.ts";
import { writeReport, type ReportProject } from "./report-workbook.jobs.ts";

/** What a run of either kind is asked for. */
const reportRequest = z.object({
  project_uid: z.array(z.string()),
  from_date: z.string(),
  to_date: z.string(),
  binsize: z.enum(REPORT_BINS),
  lang: z.enum(REPORT_LANGUAGES),
});

/** Reports of several projects, and of one. */
export const portfolioKinds: readonly RunKind[] = [kindOf("portfolio"), kindOf("project_report")];

function kindOf(kind: RunKindName): RunKind {
  return runKind(kind, reportRequest, async (request, at) => ({
    name: `${at.run.title}.xlsx`,
    mime: XLSX,
    content: workbook((book) => writeProjects(book, request, at), new Date()),
    facts: { ...request },
  }));
}

async function writeProjects(
  book: Parameters<Parameters<typeof workbook>[0]>[0],
  { project_uid, lang, ...range }: z.output<typeof reportRequest>,
  { db, session, progress }: RunAtWork,
): Promise<void> {
  const all = await accessToMany(db, session, project_uid, { to: "look", noun: "project" });
  const now = Date.now();
  const projects = all.map((access): ReportProject => ({
    name: access.name,
    timezone: access.timezone,
    rows: () =>
      asAccount(db, { ...session, projects: [access.project_id] }, (tx) =>
        projectRows(tx, access, range, now),
      ),
  }));
  let known = 0;
  await writeReport(book, projects, {
    range,
    lang,
    done: (written, isEmpty) => {
      if (!isEmpty) known += 1;
      progress(written / projects.length);
    },
  });
  if (known === 0) {
    throw new Problem(409, "report.no_data", "No project data available for download");
  }
}
