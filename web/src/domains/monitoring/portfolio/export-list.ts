import { csvText } from "@heliograph/contract/kernel/csv";
import {
  projectListRows,
  type ProjectListItem,
  ROWS_AT_ONCE,
} from "@heliograph/contract/monitoring/portfolio";
import { call } from "../../../platform/call.ts";
import { cellsOf, type Column } from "../../../ui/data-table/columns.ts";
import type { Lang } from "../../../ui/tokens/tokens.ts";
import { listArguments } from "./list-queries.ts";
import { rowOf, type ListRow } from "./list-row.ts";
import type { ListType, ListView } from "./list-view.ts";

/** Pages asked for together: the server makes one while the other is read. */
const AT_ONCE = 2;

/**
 * The text of a CSV file with every project that matches the view, in its order, and the columns in theirs. `progress`
 * hears how many of how many projects have arrived. Throws Refused when the server refuses a page.
 */
export async function exportList(given: {
  type: ListType;
  view: Pick<ListView, "sort" | "order" | "status" | "keyword">;
  columns: readonly Column<ListRow>[];
  lang: Lang;
  progress: (there: number, all: number) => void;
}): Promise<string> {
  const { type, view, columns, lang, progress } = given;
  const answered = (page: number) => {
    const { query, body } = listArguments(type, { ...view, page });
    const { items_page: _, ...rest } = query;
    return call(projectListRows, { query: rest, body });
  };
  const first = await answered(1);
  const all = first.total_items ?? 0;
  const last = Math.ceil(all / ROWS_AT_ONCE);
  const items: ProjectListItem[] = [...first.items];
  progress(items.length, all);
  for (let page = 2; page <= last; page += AT_ONCE) {
    const pages = Array.from({ length: Math.min(AT_ONCE, last - page + 1) }, (_, n) => page + n);
    for (const more of await Promise.all(pages.map(answered))) items.push(...more.items);
    progress(items.length, all);
  }
  const { head, lines } = cellsOf(
    columns,
    items.map((item) => rowOf(item, undefined, 0)),
  );
  return csvText(head, lines, lang);
}
