// Which projects can be chosen to control, and what is said of each.
import { controlProjects, type ControlledProject } from "@heliograph/contract/control/projects";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";
import type { Words } from "../../../platform/words.ts";

/** So many projects are on a page (M92). */
export const PROJECTS_A_PAGE = 10;

/** A page of the projects that match. */
export const controlProjectsQuery = (keyword: string, page: number) =>
  queryOptions({
    ...ask(controlProjects, { query: { keyword, page, item_num: PROJECTS_A_PAGE } }),
    placeholderData: keepPreviousData,
  });

/** What a project has that can be told something: "2 gateways · 14 inverters"; of one without a gateway, that it has none. */
export function projectHint(project: ControlledProject, text: Words["text"]): string {
  const { gateways, inverters } = project;
  if (gateways === 0) return text("This project has no gateway");
  const parts = [text("control.gateways", { n: gateways })];
  if (inverters > 0) parts.push(text("control.inverters", { n: inverters }));
  return parts.join(" · ");
}
