import { ChevronDown, ChevronUp } from "lucide-react";
import { memo, type ReactNode } from "react";
import { useLocation } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import type { TextKey } from "../../../texts/vi.ts";
import type { Column } from "./columns.tsx";
import type { Row } from "./list-row.ts";
import type { ListView } from "./list-view.ts";

import { ProjectName } from "./ProjectName.tsx";
import styles from "./ProjectTable.module.css";

export interface ListProps {
  readonly rows: readonly Row[];
  readonly view: ListView;
  readonly columns: readonly Column[];
  readonly open: (row: Row) => void;
  /** The project that the address names (M9); its row is marked. */
  readonly marked: string | null;
}
const NAME_WIDTH = 236;

/** The unit beside a column's title, where it is a key of ours its text. */
export const unitText = (t: (key: TextKey) => string, unit: string): string =>
  unit === "list.tons" ? t("list.tons") : unit;

/** The list as a table: ordered by the server, a row opens its project. */
export function ProjectTable(given: ListProps) {
  const t = useText();
  const { view, columns } = given;
  const width = columns.reduce((sum, column) => sum + column.width, NAME_WIDTH);
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label={t("list.table")} tabIndex={0}>
      <table className={styles.table} style={{ minWidth: width }}>
        <Heads view={view} columns={columns} />
        <Body {...given} />
      </table>
    </div>
  );
}

function Heads({ view, columns }: Pick<ListProps, "view" | "columns">) {
  const t = useText();
  return (
    <thead>
      <tr>
        <Head view={view} sort="name" width={NAME_WIDTH}>
          {t("list.project")}
        </Head>
        {columns.map(({ key, title, hint, unit, ...column }) => (
          <Head key={key} view={view} {...column}>
            <span title={hint === undefined ? undefined : t(hint)}>
              {t(title)}
              {unit !== undefined && <em> {unitText(t, unit)}</em>}
            </span>
          </Head>
        ))}
      </tr>
    </thead>
  );
}

function Body({ rows, columns, open, marked }: Omit<ListProps, "view">) {
  const { search } = useLocation();
  return (
    <tbody>
      {rows.map((row) => (
        <TableRow key={row.uid} {...{ row, columns, open, search }} marked={row.uid === marked} />
      ))}
    </tbody>
  );
}

/** A row; one whose project has not changed is not drawn anew. */
const TableRow = memo(function TableRow(given: {
  row: Row;
  columns: readonly Column[];
  open: (row: Row) => void;
  search: string;
  marked: boolean;
}) {
  const { row, columns, open, search, marked } = given;
  const format = useFormat();
  return (
    // The link in the row does the same for keyboards and screen readers.
    <tr
      className={marked ? styles.marked : undefined}
      onClick={(event) => openUnlessLink(event, () => open(row))}
    >
      <td>
        {/* The name is the link that keyboards and other tabs use. */}
        <ProjectName
          name={row.name}
          address={row.address}
          to={paths.project(row.uid) + search}
          onClick={(event) => openInstead(event, () => open(row))}
        />
      </td>
      {columns.map((column) => (
        <td key={column.key} className={column.number ? styles.number : undefined}>
          {column.show(row, format)}
        </td>
      ))}
    </tr>
  );
});

const SORTED = { asc: "ascending", desc: "descending" } as const;

/** A head that orders the list where the server can: first press, the other way round, and back to the first order. */
function Head(given: {
  view: ListView;
  sort?: Column["sort"];
  number?: boolean;
  width: number;
  children: ReactNode;
}) {
  const { view, sort, number = false, width, children } = given;
  const right = number ? styles.number : undefined;
  if (sort === undefined) {
    return (
      <th scope="col" className={right} style={{ width }}>
        {children}
      </th>
    );
  }
  const now = view.sort === sort ? view.order : null;
  // Numbers are first shown from the greatest.
  const [first, second] = number ? (["desc", "asc"] as const) : (["asc", "desc"] as const);
  const press = () => {
    if (now === null) view.sortBy(sort, first);
    else if (now === first) view.sortBy(sort, second);
    else view.sortBy("name", "asc");
  };
  return (
    <th scope="col" className={right} style={{ width }} aria-sort={now === null ? undefined : SORTED[now]}>
      <button type="button" onClick={press}>
        {children}
        <span className={styles.way} aria-hidden>
          <ChevronUp size={11} strokeWidth={3.2} />
          <ChevronDown size={11} strokeWidth={3.2} />
        </span>
      </button>
    </th>
  );
}

/** The whole row opens the project; a link in it does so by itself. */
function openUnlessLink(event: React.MouseEvent, open: () => void): void {
  if (event.target instanceof Element && event.target.closest("a, button") !== null) return;
  open();
}

/** A plain click opens by `open`, which may refuse; one for a new tab is left to the browser. */
export function openInstead(event: React.MouseEvent, open: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  open();
}
