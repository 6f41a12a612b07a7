// Lists of projects, the multi-project dashboard, and single projects without live data (M38 to M45, M107, M208).
import { plantStatus, shownStatus } from "../kernel/plant-status.ts";
import { z } from "zod";
import { projectRole, projectType, typeFilter } from "../fleet/project-types.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { commaSeparated, pageNumber, pageSize, paginateInfo } from "../kernel/paging.ts";
import { line } from "../kernel/text.ts";
import {
  alertStatus,
  alertStatusCounts,
  gatewayEntry,
  portfolioTotals,
  projectData,
  projectInfo,
  projectState,
  shownStatusCounts,
  swhFigures,
} from "./project-figures.ts";
import { zonedInstant } from "../kernel/units.ts";

/** How a project list may be ordered; unknown values come last in either direction, ties are broken by name. */
export const projectSort = z.enum([
  "name",
  "status",
  "power",
  "capacity",
  "today",
  "total",
  "performance_ratio",
  "irradiance",
  "module_temperature",
  "co2",
  "cost_saving",
  "tank_temperature",
  "ambient_temperature",
  "energy_saving",
]);
export type ProjectSort = z.output<typeof projectSort>;

const projectListItem = projectState.extend({
  project_info: projectInfo,
  project_data: projectData,
  swh_data: swhFigures.nullable(),
  /** Empty: the project has no gateway and opens with 'Based on no device' (M40). */
  gateway_list: z.array(gatewayEntry.omit({ gateway_manage_device: true })),
});
export type ProjectListItem = z.output<typeof projectListItem>;

/** Which projects a list shows, and in which order. */
const listOrder = {
  sort: projectSort.default("name"),
  order: z.enum(["asc", "desc"]).default("asc"),
  /** Only projects shown with one of these; left out: all. */
  status: commaSeparated(shownStatus, 5).optional(),
};
const listSearch = z.object({
  /** Words that must all occur in name or address; case and Vietnamese accents do not matter. */
  keyword: line(100).default(""),
  project_type: projectType.default("pv"),
});

export const projectList = endpoint({
  name: "projectList",
  method: "POST",
  path: "project/list",
  keyRight: "read",
  summary: "A page of the caller's projects with live figures, and totals of all that match",
  query: z.object({ page: pageNumber, items_page: pageSize(10), ...listOrder }),
  body: listSearch,
  answer: z.object({
    paginate_data: z.object({
      items: z.array(projectListItem),
      items_page: z.int(),
      page: z.int(),
      total_items: z.int(),
      total_pages: z.int(),
    }),
    total_data: z.object({
      /** Of the items of this page. */
      page_total_data: portfolioTotals,
      /** Of every project that matches. */
      all_total_data: portfolioTotals,
    }),
    /** Projects by shown status among all that match the keyword, whatever `status` was asked for. */
    status_counts: shownStatusCounts,
    alert_data: alertStatusCounts,
    current_time: zonedInstant,
  }),
});

/** Rows of one answer to a client that takes a whole list, as an export does. */
export const ROWS_AT_ONCE = 500;

export const projectListRows = endpoint({
  name: "projectListRows",
  method: "POST",
  path: "project/list-rows",
  keyRight: "read",
  summary: "Many of the projects of project/list at once, without its totals",
  query: z.object({ page: pageNumber, ...listOrder }),
  body: listSearch,
  answer: z.object({
    /** At most ROWS_AT_ONCE; empty beyond the last page. */
    items: z.array(projectListItem),
    /** How many projects match. Counted for the first page; null on the others. */
    total_items: z.int().nullable(),
  }),
  heavyFromDays: 0,
});

/** The maps of a dashboard name at most this many projects; the counts are of all. */
export const DASHBOARD_MAP_LIMIT = 1000;

export const projectListDashboard = endpoint({
  name: "projectListDashboard",
  method: "GET",
  path: "project/project-list-dashboard",
  summary: "Totals, statuses and alarms over all the caller's projects of a type",
  query: z.object({ project_type: projectType.default("pv") }),
  answer: portfolioTotals.extend({
    /** By project uid, by name up to DASHBOARD_MAP_LIMIT projects. */
    plant_status: z.record(z.string(), plantStatus),
    plant_status_counts: shownStatusCounts,
    /** Projects with an alarm, worst first, up to DASHBOARD_MAP_LIMIT. Empty: all plants are fully operational. */
    real_time_alert: z.array(
      z.object({
        project_uid: z.uuid(),
        project_ssoc_name: z.string(),
        alert_data: z.object({ status: alertStatus }),
      }),
    ),
    alert_counts: alertStatusCounts,
    current_time: zonedInstant,
  }),
});

export const allProjectList = endpoint({
  name: "allProjectList",
  method: "GET",
  path: "project/all-project-list",
  summary: "Names of the caller's projects for selectors, by name",
  query: z.object({
    /** M213: only projects of this type, as project/list-for-select takes it; `project_type` goes before it. */
    filter: typeFilter,
    page: pageNumber,
    item_num: pageSize(10),
    keyword: line(100).default(""),
    project_type: projectType.optional(),
  }),
  answer: z.object({
    data: z.array(
      z.object({
        project_uid: z.uuid(),
        project_ssoc_name: z.string(),
        project_address: z.string(),
        project_type: projectType,
        project_role_to_user: projectRole,
        project_capacity_pv: z.number(),
        timezone: z.string(),
        plant_status: plantStatus,
        sleeping: z.boolean(),
        /** False: cannot be configured (M81, M91). */
        has_gateway: z.boolean(),
        has_device: z.boolean(),
      }),
    ),
    paginate_info: paginateInfo,
  }),
});

export const allProjectData = endpoint({
  name: "allProjectData",
  method: "GET",
  path: "project/all-project-data",
  summary: "A page of the caller's projects of every type with live figures, by name",
  query: z.object({
    page: pageNumber,
    item_num: pageSize(10),
    keyword: line(100).default(""),
    /** Left out: of every type. */
    project_type: projectType.optional(),
  }),
  answer: z.object({
    data: z.array(projectListItem),
    paginate_info: paginateInfo,
  }),
});

export const oneProject = z.object({ project_uid: z.uuid() });

export const projectInfoOnly = endpoint({
  name: "projectInfoOnly",
  method: "GET",
  path: "project/project-info-only",
  summary: "What is fixed about a project",
  query: oneProject,
  answer: z.object({ project_info: projectInfo }),
  refusals: ["project.not_found"],
});

export const projectDetail = endpoint({
  name: "projectDetail",
  method: "GET",
  path: "project",
  summary: "A project with its status, totals and gateways",
  query: oneProject,
  answer: projectState.extend({
    project_info: projectInfo,
    project_data: projectData,
    swh_data: swhFigures.nullable(),
    gateway_list: z.array(gatewayEntry),
  }),
  refusals: ["project.not_found"],
});
