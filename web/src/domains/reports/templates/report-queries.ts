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
/** Projects that are found at once: more than a list shows, so that its end can be reached by scrolling. */
export const PROJECTS_PER_PAGE = 30;

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

/** A page of the projects that a report by the template can be of, found by a part of their names. */
export const templateProjectsQuery = (template_uid: string, keyword: string, page: number) =>
  ask(projectsByTemplate, { query: { template_uid, keyword, page, page_size: PROJECTS_PER_PAGE } });

/** The logo and the colour of the account's reports. */
export const brandQuery = () => ask(reportBrand, {});
