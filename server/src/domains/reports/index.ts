// What others may use of reports: its calls, and the work that makes them.
import type { Db } from "../../platform/db.ts";
import type { FileStore } from "../../platform/files.ts";
import type { Serve } from "../../platform/http.ts";
import type { Work } from "../../platform/jobs/jobs.ts";
import { exportRuns } from "./data-export/data-export.jobs.ts";
import { dataExportRoutes } from "./data-export/data-export.routes.ts";
import { portfolioKinds } from "./portfolio-report/portfolio-report.jobs.ts";
import { portfolioReportRoutes } from "./portfolio-report/portfolio-report.routes.ts";
import type { RunKind } from "./runs/run-kinds.ts";
import { runWork } from "./runs/run.jobs.ts";
import { runRoutes } from "./runs/run.routes.ts";
import { sweepRunsWork } from "./runs/sweep-runs.jobs.ts";
import { brandRoutes } from "./templates/brand.routes.ts";
import { editionRoutes } from "./templates/edition.routes.ts";
import type { ReportMaking } from "./templates/report-making.jobs.ts";
import { reportKind } from "./templates/report-run.jobs.ts";
import { reportRoutes } from "./templates/report.routes.ts";
import { templateWork } from "./templates/reports.jobs.ts";
import { templateRoutes } from "./templates/template.routes.ts";

/** Every kind of run: a feature that has something made states its own here. */
const kinds = (making: ReportMaking): readonly RunKind[] => [
  ...portfolioKinds,
  exportRuns,
  reportKind(making),
];

/** What reports do by jobs; what is made goes to `documents`. */
export const reportsWork = ({
  documents,
  ...making
}: Omit<ReportMaking, "now"> &
  Partial<Pick<ReportMaking, "now">> & { readonly documents: FileStore }): readonly Work[] => {
  const whole = { now: Date.now, ...making };
  return [runWork({ documents, kinds: kinds(whole) }), sweepRunsWork, ...templateWork(whole)];
};

/** Serves every call of reports. `now` gives ms since 1970; `waitMs`: so long a call waits for a report, by default as the contract has it. */
// oxlint-disable-next-line max-params -- where, what, when and how long
export function reportsRoutes(
  serve: Serve,
  db: Db,
  documents: FileStore,
  now: () => number = Date.now,
  waitMs?: number,
): void {
  runRoutes(serve, db, documents, now);
  portfolioReportRoutes(serve, db, now);
  dataExportRoutes(serve, db, now);
  templateRoutes(serve, db);
  brandRoutes(serve, db);
  reportRoutes(serve, db, now);
  editionRoutes(serve, db, { documents, now, ...(waitMs === undefined ? {} : { waitMs }) });
}
