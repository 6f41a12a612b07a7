import { csvText } from "@heliograph/contract/kernel/csv";
import {
  projectListRows,
  type ProjectListItem,
  ROWS_AT_ONCE,
} from "@heliograph/contract/monitoring/portfolio";
import { call } from "../../../platform/call.ts";
import type { TextKey } from "../../../texts/vi.ts";
import type { Lang } from "../../../ui/tokens/tokens.ts";
import type { Column } from "./columns.tsx";
import { listArguments } from "./list-queries.ts";
import { rowOf } from "./list-row.ts";
import type { ListType, ListView } from "./list-view.ts";

/** Pages asked for together: the server makes one while the other is read. */
const AT_ONCE = 2;

/**
 * The text of a CSV file with every project that matches the view, in its order, and the columns in theirs.
 * `title` names a column, `word` says a value that is a word, `progress` is told how many of how many projects are there. Throws Refused when the server refuses a page.
 */
export async function exportList(given: {
  type: ListType;
  view: Pick<ListView, "sort" | "order" | "status" | "keyword">;
  columns: readonly Column[];
  title: (column: Column | "name" | "address") => string;
  word: (key: TextKey) => string;
  lang: Lang;
  progress: (there: number, all: number) => void;
}): Promise<string> {
  const { type, view, columns, title, word, lang, progress } = given;
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
  const rows = items
    .map((item) => rowOf(item, undefined, 0))
    .map((row) => [row.name, row.address, ...columns.map((column) => column.value(row, word))]);
  return csvText([title("name"), title("address"), ...columns.map((column) => title(column))], rows, lang);
}
