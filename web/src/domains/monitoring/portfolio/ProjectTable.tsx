import { ChevronDown, ChevronUp } from "lucide-react";
import { memo, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { pageTexts } from "../../../platform/words.ts";
import type { TextKey } from "../../../texts/vi.ts";
import { Pagination } from "../../../ui/controls/Pagination.tsx";
import type { Column } from "./columns.tsx";
import type { Row } from "./list-row.ts";
import { ITEMS_PER_PAGE, type ListView } from "./list-view.ts";

export interface ListProps {
  readonly rows: readonly Row[];
  readonly total: number;
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
export function ProjectTable({ total, ...given }: ListProps) {
  const t = useText();
  const format = useFormat();
  const { view, columns } = given;
  const first = (view.page - 1) * ITEMS_PER_PAGE + 1;
  const shown = {
    a: format.number(first),
    b: format.number(Math.min(total, first + ITEMS_PER_PAGE - 1)),
    n: format.number(total),
  };
  const width = columns.reduce((sum, column) => sum + column.width, NAME_WIDTH);
  return (
    <>
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="ptable-scroll" role="region" aria-label={t("list.table")} tabIndex={0}>
        <table className="ptable" style={{ minWidth: width }}>
          <Heads view={view} columns={columns} />
          <Body {...given} />
        </table>
      </div>
      <Pagination
        current={view.page}
        pageSize={ITEMS_PER_PAGE}
        total={total}
        texts={pageTexts(t)}
        note={t("list.showing", shown)}
        onChange={view.goTo}
      />
    </>
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

function Body({ rows, columns, open, marked }: Omit<ListProps, "total" | "view">) {
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
    <tr className={marked ? "marked" : undefined} onClick={(event) => openUnlessLink(event, () => open(row))}>
      <td>
        <ProjectCell row={row} to={paths.project(row.uid) + search} open={open} />
      </td>
      {columns.map((column) => (
        <td key={column.key} className={column.number ? "r" : undefined}>
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
  const right = number ? "r" : undefined;
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
        <span className={`sort ${now ?? ""}`} aria-hidden>
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

/** Name and address; the name is the link that keyboards and other tabs use. */
export function ProjectCell({ row, to, open }: { row: Row; to: string; open: (row: Row) => void }) {
  return (
    <div className="pcell">
      <Link to={to} title={row.name} onClick={(event) => openInstead(event, () => open(row))}>
        {row.name}
      </Link>
      <span title={row.address}>{row.address}</span>
    </div>
  );
}

/** A plain click opens by `open`, which may refuse; one for a new tab is left to the browser. */
export function openInstead(event: React.MouseEvent, open: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  open();
}
