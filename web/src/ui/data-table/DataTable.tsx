// The one table of the product.
import { useRef, useState, type ReactNode } from "react";
import { Pagination, type PaginationTexts } from "../controls/Pagination.tsx";
import { classNames } from "../controls/class-names.ts";
import { Blank, Skeleton } from "../feedback/states.tsx";
import { Button } from "../controls/Button.tsx";
import { usePhone } from "../layout/media.ts";
import { CardRows } from "./CardRows.tsx";
import { shownColumns, type Column, type ColumnLayout, type Sort } from "./columns.ts";
import styles from "./DataTable.module.css";
import { TableRows } from "./TableRows.tsx";
import { useRows, type TableRow } from "./use-rows.ts";
import { useWindow } from "./use-window.ts";

/** A part of the rows under a head of its own. */
export interface RowGroup<Row> {
  readonly id: string;
  readonly title: ReactNode;
  /** The ids of its rows. */
  readonly has: (row: Row) => boolean;
  /** Said in the place of rows where it has none. */
  readonly empty?: string;
}

export interface DataTableProps<Row extends object> {
  /** Its name. */
  readonly label: string;
  /** Both arrays are kept by the caller between renders. The first column is always there. */
  readonly columns: readonly Column<Row>[];
  /** Undefined while they are on their way. */
  readonly rows: readonly Row[] | undefined;
  readonly idOf: (row: Row) => string;
  /** What a row is called where it is selected. */
  readonly nameOf?: (row: Row) => string;
  /** Why there are no rows to show, with a way to try again. */
  readonly failed?: {
    readonly title: string;
    readonly hint?: string;
    readonly retry: () => void;
    readonly retryLabel: string;
  } | null;
  /** Shown where there are no rows. */
  readonly empty: ReactNode;
  /** Shown while they are on their way; lines of grey, unless given. */
  readonly waiting?: ReactNode;
  /** Given: the order is the caller's, and so is sorting (a server's). Else it is sorted here, at first by `firstSort`. */
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
  readonly firstSort?: Sort;
  /** The page that the rows are, of how many rows in all; or so many rows of those given at a time (`of` left out). */
  readonly pages?: {
    readonly size: number;
    readonly texts: PaginationTexts;
    readonly of?: { readonly page: number; readonly total: number; readonly onPage: (page: number) => void };
  };
  /** Which columns are shown, and in which order (ColumnChooser changes it). */
  readonly layout?: ColumnLayout;
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (selected: ReadonlySet<string>) => void;
  /** A press on a row, and Enter on it. */
  readonly onOpen?: (row: Row) => void;
  readonly isMarked?: (row: Row) => boolean;
  readonly groups?: readonly RowGroup<Row>[];
  /** The height in which it scrolls, CSS; many rows need one. */
  readonly height?: string;
  /** What a card of a phone shows; the columns one below the other, unless given. False: the table on a phone too. */
  readonly card?: ((row: Row) => ReactNode) | false;
  readonly className?: string;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Rows and columns: sorted by their heads, paged, selected, on a phone as cards; with what is shown while the rows are on
 * their way, when they were refused and when there are none.
 */
export function DataTable<Row extends object>(given: DataTableProps<Row>) {
  const { rows, failed, empty, waiting } = given;
  if (rows === undefined && failed !== undefined && failed !== null) {
    return (
      <Blank
        failed
        small
        title={failed.title}
        {...(failed.hint === undefined ? {} : { hint: failed.hint })}
        action={
          <Button type="primary" onClick={failed.retry}>
            {failed.retryLabel}
          </Button>
        }
      />
    );
  }
  if (rows === undefined) return waiting ?? <Waiting label={given.label} />;
  if (rows.length === 0 && given.groups === undefined) return empty;
  return <Full {...given} rows={rows} />;
}

function Waiting({ label }: { label: string }) {
  return (
    <div aria-busy="true" aria-label={label} role="group" className={styles["waiting"]}>
      {Array.from({ length: 6 }, (_, line) => (
        <div key={line}>
          <Skeleton width="26%" height={16} />
          <Skeleton width="20%" height={14} />
          <Skeleton width="12%" height={14} />
          <Skeleton width="14%" height={20} />
        </div>
      ))}
    </div>
  );
}

type FullProps<Row extends object> = DataTableProps<Row> & { readonly rows: readonly Row[] };

/** The sort and the page in force: the caller's, or its own. */
function useOrder<Row extends object>(given: FullProps<Row>) {
  const { sort, onSort, firstSort = null, pages } = given;
  const [ownSort, setOwnSort] = useState<Sort>(firstSort);
  const [ownPage, setOwnPage] = useState(1);
  const outside = sort !== undefined;
  return {
    sort: outside ? sort : ownSort,
    sortedBefore: outside,
    onSort: (next: Sort) => {
      setOwnPage(1);
      if (onSort === undefined) setOwnSort(next);
      else onSort(next);
    },
    page: pages?.of?.page ?? ownPage,
    total: pages?.of?.total ?? given.rows.length,
    onPage: pages?.of?.onPage ?? setOwnPage,
  };
}

function Full<Row extends object>(given: FullProps<Row>) {
  const { columns, layout, rows, idOf, pages, height, card, selected = NONE, onSelect, onOpen } = given;
  const phone = usePhone();
  const scroller = useRef<HTMLDivElement>(null);
  const order = useOrder(given);
  const shown = shownColumns(columns, layout);
  const select = onSelect ?? (() => {});
  const all = useRows({ columns, rows, idOf, ...order, selected, onSelect: select });
  const visible =
    pages === undefined || pages.of !== undefined ? all.rows : onPage(all.rows, order.page, pages.size);
  const grouped = groupsOf(visible, given.groups);
  const inOrder = grouped.flatMap((group) => group.rows);
  const cards = phone && card !== false;
  const window = useWindow({
    scroller,
    ids: inOrder.map(({ id }) => id),
    cardLines: cards ? shown.length : null,
    scrolls: height !== undefined,
    onToggle: onSelect === undefined ? undefined : all.toggle,
    onOpen: onOpen === undefined ? undefined : (id) => openById(inOrder, id, onOpen),
  });
  const shared = { given, shown, groups: grouped, window, order, all, scroller };
  return (
    <div className={classNames(styles["frame"], given.className)}>
      {cards ? <CardRows {...shared} /> : <TableRows {...shared} />}
      {pages !== undefined && order.total > pages.size && (
        <Pagination
          className={styles["pages"] ?? ""}
          current={order.page}
          pageSize={pages.size}
          total={order.total}
          texts={pages.texts}
          onChange={order.onPage}
        />
      )}
    </div>
  );
}

const onPage = <Row extends object>(rows: readonly TableRow<Row>[], page: number, size: number) =>
  rows.slice((page - 1) * size, page * size);

function openById<Row extends object>(rows: readonly TableRow<Row>[], id: string, open: (row: Row) => void) {
  const row = rows.find((one) => one.id === id);
  if (row !== undefined) open(row.original);
}

/** The rows by their groups; one group without a head where there are none. */
function groupsOf<Row extends object>(
  rows: readonly TableRow<Row>[],
  groups: readonly RowGroup<Row>[] | undefined,
): readonly ShownGroup<Row>[] {
  if (groups === undefined) return [{ id: "", title: undefined, empty: undefined, rows }];
  return groups.map(({ id, title, empty, has }) => ({
    id,
    title,
    empty,
    rows: rows.filter(({ original }) => has(original)),
  }));
}

/** A group and its rows in order. */
export interface ShownGroup<Row extends object> {
  readonly id: string;
  readonly title: ReactNode;
  readonly empty: string | undefined;
  readonly rows: readonly TableRow<Row>[];
}

/** What both faces of the table, rows and cards, are given. */
export interface FaceProps<Row extends object> {
  readonly given: FullProps<Row>;
  readonly shown: readonly Column<Row>[];
  readonly groups: readonly ShownGroup<Row>[];
  readonly window: ReturnType<typeof useWindow>;
  readonly order: ReturnType<typeof useOrder<Row>>;
  readonly all: ReturnType<typeof useRows<Row>>;
  readonly scroller: React.RefObject<HTMLDivElement | null>;
}
