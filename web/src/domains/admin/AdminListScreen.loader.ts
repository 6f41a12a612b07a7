import { adminProjectList } from "@heliograph/contract/admin/projects";
import { ask } from "../../platform/api.ts";
import type { Load } from "../../platform/loading.ts";

/** Projects on a page. */
export const PER_PAGE = 10;

/** The search and the page that the address asks for. */
export function adminViewIn(search: URLSearchParams): { keyword: string; page: number } {
  return {
    keyword: search.get("keyword") ?? "",
    page: Math.max(1, Math.floor(Number(search.get("page") ?? "1")) || 1),
  };
}

/** A page of every project of the installation. */
export const projectsQuery = ({ page, keyword }: { page: number; keyword: string }) =>
  ask(adminProjectList, { query: { page, item_num: PER_PAGE, keyword } });

/** Starts the page that the address asks for. */
export const load: Load = (start, { search }) => start(projectsQuery(adminViewIn(search)));
