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

/** Every kind of run: a feature that has something made states its own here. */
const kinds: readonly RunKind[] = [...portfolioKinds, exportRuns];

/** What reports do by jobs; files go to `documents`. */
export const reportsWork = (documents: FileStore): readonly Work[] => [runWork({ documents, kinds })];

/** Serves every call of reports. `now` gives ms since 1970. */
export function reportsRoutes(
  serve: Serve,
  db: Db,
  documents: FileStore,
  now: () => number = Date.now,
): void {
  runRoutes(serve, db, documents, now);
  portfolioReportRoutes(serve, db, now);
  dataExportRoutes(serve, db, now);
}
