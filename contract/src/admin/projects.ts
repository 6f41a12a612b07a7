// What administrators see of every project of the installation (M21, M199, M229).
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { pageNumber, pageSize, paginateInfo } from "../kernel/paging.ts";
import { line } from "../kernel/text.ts";
import { projectType } from "../fleet/project-types.ts";
import { projectState } from "../monitoring/project-figures.ts";
import { oneProject } from "../monitoring/portfolio.ts";
import { projectWidget, widgetList } from "../monitoring/overview/widgets.ts";

const owner = z.object({ display_name: z.string(), email: z.string() });

const adminProjectItem = projectState.extend({
  project_uid: z.uuid(),
  project_ssoc_name: z.string(),
  project_address: z.string(),
  project_type: projectType,
  /** kWp. */
  project_capacity_pv: z.number(),
  timezone: z.string(),
  /** By e-mail; at most ten. */
  owners: z.array(owner),
  /** Tickets that wait for an answer. */
  open_tickets: z.int(),
});
export type AdminProjectItem = z.output<typeof adminProjectItem>;

export const adminProjectList = endpoint({
  name: "adminProjectList",
  method: "GET",
  path: "admin-management/all-project-list",
  summary: "Every project of the installation, by name",
  access: "admin",
  query: z.object({
    page: pageNumber,
    item_num: pageSize(10),
    /** Words that must all occur in name, address, or the name or e-mail of an owner. */
    keyword: line(100).default(""),
    project_type: projectType.optional(),
  }),
  answer: z.object({
    data: z.array(adminProjectItem),
    paginate_info: paginateInfo,
  }),
});

export const clearProjectCache = endpoint({
  name: "clearProjectCache",
  method: "GET",
  path: "admin-project/clear-project-cache",
  summary:
    "Makes the kept figures of a project anew; without one, those of every project within half a minute",
  access: "admin",
  query: z.object({ project_uid: z.uuid().optional() }),
  answer: done.extend({ projects: z.int() }),
  refusals: ["project.not_found"],
});

export const adminWidgetList = endpoint({
  name: "adminWidgetList",
  method: "GET",
  path: "admin-project/widget/list",
  summary: "The overview of any project: its widgets and what they show now",
  access: "admin",
  query: oneProject,
  answer: projectWidget.answer.extend({
    widgets_list: widgetList.answer.shape.widgets_list,
    owners: z.array(owner),
  }),
  refusals: ["project.not_found"],
});
