import { reportEditions } from "@heliograph/contract/reports/templates/editions";
import { reportBrand } from "@heliograph/contract/reports/templates/brand";
import {
  allReports,
  projectsByTemplate,
  reportDetails,
  reportTemplates,
} from "@heliograph/contract/reports/templates/reports";
import { ask } from "../../../platform/api.ts";

/** Reports on a page of their list. */
export const REPORTS_PER_PAGE = 20;
const RUNS = 5;

/** A page of the reports that the project is in. */
export const reportsQuery = (project_uid: string, page: number) =>
  ask(allReports, { query: { project_uid, page, page_size: REPORTS_PER_PAGE } });

/** Every template that the caller may use. */
export const templatesQuery = () => ask(reportTemplates, { query: { page: 1, page_size: 100 } });

/** The newest runs of the report. */
export const editionsQuery = (report_uid: string) =>
  ask(reportEditions, { query: { report_uid, page: 1, page_size: RUNS } });

/** One report. */
export const reportQuery = (report_uid: string) => ask(reportDetails, { query: { report_uid } });

/** The projects that a report by the template can be of. */
export const templateProjectsQuery = (template_uid: string) =>
  ask(projectsByTemplate, { query: { template_uid, page: 1, page_size: 100 } });

/** The logo and the colour of the account's reports. */
export const brandQuery = () => ask(reportBrand, {});
