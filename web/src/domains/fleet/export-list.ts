import { projectList, type ProjectListItem } from "@heliograph/contract/performance/project-list";
import { call } from "../../platform/call.ts";
import type { Column } from "./columns.tsx";
import { csvText } from "./csv.ts";
import { listArguments } from "./list-data.ts";
import { rowOf } from "./list-row.ts";
import type { ListType, ListView } from "./list-view.ts";

/** The greatest page that the list call gives. */
const EXPORT_PAGE = 100;

/**
 * The text of a CSV file with every project that matches the view, in its order, and the columns in theirs.
 * `title` names a column. Throws Refused when the server refuses a page.
 */
export async function exportList(given: {
  type: ListType;
  view: Pick<ListView, "sort" | "order" | "status" | "keyword">;
  columns: readonly Column[];
  title: (column: Column | "name" | "address") => string;
}): Promise<string> {
  const { type, view, columns, title } = given;
  const items: ProjectListItem[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { query, body } = listArguments(type, { ...view, page });
    const { paginate_data } = await call(projectList, { query: { ...query, items_page: EXPORT_PAGE }, body });
    items.push(...paginate_data.items);
    pages = paginate_data.total_pages;
  }
  const rows = items
    .map((item) => rowOf(item, undefined, 0))
    .map((row) => [row.name, row.address, ...columns.map((column) => column.value(row))]);
  return csvText([title("name"), title("address"), ...columns.map((column) => title(column))], rows);
}
