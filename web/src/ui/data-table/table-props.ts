// What a table is given, and what its two faces are.
import { useState, type ReactNode, type RefObject } from "react";
import type { PaginationTexts } from "../controls/Pagination.tsx";
import type { Column, ColumnLayout, Sort } from "./columns.ts";
import type { TableRow, useRows } from "./use-rows.ts";
import type { useWindow } from "./use-window.ts";

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
  /** Whether a row waits for whoever looks: it has the amber edge. */
  readonly waits?: (row: Row) => boolean;
  readonly groups?: readonly RowGroup<Row>[];
  /** What stands below a row that is opened; null: nothing, it is closed. Of tables that are no longer than a page. */
  readonly renderDetail?: (row: Row) => ReactNode;
  /** What it shows, in a sentence, for those who do not see it. */
  readonly summary?: string;
  /** True: rows as low as text allows, on one line each. */
  readonly dense?: boolean;
  /** The height in which it scrolls, CSS; many rows need one. */
  readonly height?: string;
  /** True: all rows are there, however many and whatever the height, so that the page's own search finds them. */
  readonly whole?: boolean;
  /** What a card of a phone shows; the columns one below the other, unless given. False: the table on a phone too. */
  readonly card?: ((row: Row) => ReactNode) | false;
  /** Whether the rows are cards; on a phone, unless given. */
  readonly cards?: boolean;
  readonly className?: string | undefined;
}

/** The props where there are rows. */
export type FullProps<Row extends object> = DataTableProps<Row> & { readonly rows: readonly Row[] };

/** The sort and the page in force: the caller's, or its own. */
export function useOrder<Row extends object>(given: FullProps<Row>) {
  const { sort, onSort, firstSort = null, pages } = given;
  const [ownSort, setOwnSort] = useState<Sort>(firstSort);
  const [ownPage, setOwnPage] = useState(1);
  const outside = sort !== undefined;
  const last = pages === undefined ? 1 : Math.max(1, Math.ceil(given.rows.length / pages.size));
  return {
    sort: outside ? sort : ownSort,
    sortedBefore: outside,
    onSort: (next: Sort) => {
      setOwnPage(1);
      if (onSort === undefined) setOwnSort(next);
      else onSort(next);
    },
    // Rows that become fewer may leave the page that was shown.
    page: pages?.of?.page ?? Math.min(ownPage, last),
    total: pages?.of?.total ?? given.rows.length,
    onPage: pages?.of?.onPage ?? setOwnPage,
  };
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
  readonly scroller: RefObject<HTMLDivElement | null>;
}
