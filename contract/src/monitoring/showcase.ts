// The showcase: chosen projects with their pictures, and their totals (M97, M213, M226).
import { z } from "zod";
import { projectType, typeFilter } from "../fleet/project-types.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { commaSeparated, pageNumber, pageSize, paginateInfo } from "../kernel/paging.ts";
import { line } from "../kernel/text.ts";
import { portfolioTotals, projectData, projectInfo, projectState } from "./project-figures.ts";
import { inKwp, zonedInstant } from "../kernel/units.ts";

/** A showcase holds at most this many projects. */
export const SHOW_CASE_LIMIT = 100;

const chosen = z.array(z.uuid()).min(1).max(SHOW_CASE_LIMIT);

const showCaseItem = projectState.extend({
  project_info: projectInfo.omit({ check_gateway_capacity_config: true }),
  project_data: projectData,
  /** Its newest image, a file of project files; null: it has none. */
  project_image: z.object({ file_uid: z.uuid(), name: z.string() }).nullable(),
});
export type ShowCaseItem = z.output<typeof showCaseItem>;

export const showCase = endpoint({
  name: "showCase",
  method: "POST",
  path: "project/show-case",
  keyRight: "read",
  summary: "The chosen projects with live figures and their newest image, in the order chosen",
  body: z.object({ project_uid_list: chosen }),
  answer: z.object({ data: z.array(showCaseItem), current_time: zonedInstant }),
  refusals: ["project.not_found"],
});

export const showCaseTotals = endpoint({
  name: "showCaseTotals",
  method: "POST",
  path: "project/show-case-total-data",
  keyRight: "read",
  summary: "Totals of the chosen projects",
  query: z.object({ project_uid_list: commaSeparated(z.uuid(), SHOW_CASE_LIMIT).pipe(chosen) }),
  answer: portfolioTotals.extend({ current_time: zonedInstant }),
  refusals: ["project.not_found"],
});

export const listForSelect = endpoint({
  name: "listForSelect",
  method: "GET",
  path: "project/list-for-select",
  summary: "A page of the caller's projects to choose from, by name",
  query: z.object({
    /** Only projects of this type. */
    filter: typeFilter,
    page: pageNumber,
    item_num: pageSize(10),
    keyword: line(100).default(""),
  }),
  answer: z.object({
    data: z.array(
      z.object({
        project_uid: z.uuid(),
        project_ssoc_name: z.string(),
        project_address: z.string(),
        project_type: projectType,
        project_capacity_pv: inKwp,
      }),
    ),
    paginate_info: paginateInfo,
  }),
});
