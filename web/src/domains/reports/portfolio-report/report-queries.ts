// Portfolio reports as their screens ask for them.
import type { Call } from "@heliograph/contract/kernel/endpoint";
import {
  projectReport,
  reportProjects,
  type ProjectReportData,
} from "@heliograph/contract/reports/portfolio-report";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";
import { call } from "../../../platform/call.ts";
import type { ReportView } from "./report-view.ts";

/** The projects that a report may be of, with what they lack for one. */
export const reportProjectsQuery = () => ask(reportProjects, {});

/** How long a call took until it failed, ms. */
export class FailedReport extends Error {
  readonly elapsedMs: number;
  constructor(cause: unknown, elapsedMs: number) {
    super("the report could not be had", { cause });
    this.elapsedMs = elapsedMs;
  }
}

/** The bins of one project. Rejects with FailedReport. */
export const projectReportQuery = (project: string, { from, to, bin }: Omit<ReportView, "projects">) => {
  const body: Call<typeof projectReport>["body"] = {
    project_uid: [project],
    from_date: from,
    to_date: to,
    binsize: bin,
  };
  return queryOptions({
    queryKey: [projectReport.name, body] as const,
    // Said at once: the person tries again when they like.
    retry: false,
    queryFn: async ({ signal }): Promise<ProjectReportData | null> => {
      const began = Date.now();
      try {
        return (await call(projectReport, { body }, signal)).items[0] ?? null;
      } catch (error) {
        if (signal.aborted) throw error;
        throw new FailedReport(error, Date.now() - began);
      }
    },
  });
};
