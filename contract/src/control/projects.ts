// Which projects can be controlled (M92).
import { z } from "zod";
import { projectRole, projectType } from "../fleet/project-types.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { pageNumber, pageSize, paginateInfo } from "../kernel/paging.ts";
import { line } from "../kernel/text.ts";

const controlledProject = z.object({
  project_uid: z.uuid(),
  project_ssoc_name: z.string(),
  project_type: projectType,
  project_role_to_user: projectRole,
  /** None: nothing can be told to it. */
  gateways: z.int(),
  /** Of these, gateways of which nothing has come for so long that they count as silent. */
  silent_gateways: z.int(),
  inverters: z.int(),
});
export type ControlledProject = z.output<typeof controlledProject>;

export const controlProjects = endpoint({
  name: "controlProjects",
  method: "GET",
  path: "control/projects",
  summary: "A page of the caller's projects by name, in whose name or address all words of `keyword` occur",
  query: z.object({ keyword: line(100).default(""), page: pageNumber, item_num: pageSize(10) }),
  answer: z.object({
    data: z.array(controlledProject),
    paginate_info: paginateInfo,
  }),
});
