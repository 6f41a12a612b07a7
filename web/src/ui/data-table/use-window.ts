// Which rows are mounted, and the keys that walk through them.
import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";

/** Height of a row of a table, px, and of one of a dense table. */
export const ROW = 44;
export const DENSE_ROW = 31;

export interface WindowSource {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly ids: readonly string[];
  /** Height of a row, px; of a card without its lines. */
  readonly row: number;
  /** The lines of a card; null: rows of a table. */
  readonly cardLines: number | null;
  readonly onToggle: ((id: string) => void) | undefined;
  readonly onOpen: ((id: string) => void) | undefined;
}

/** One row that is mounted: its number, and the space before it that stands for rows that are not. */
export interface Mounted {
  readonly index: number;
  readonly before: number;
}

/** What mounts only the rows in view; WindowedRows.tsx brings it where rows are many. */
export interface RowWindow {
  readonly mounted: readonly Mounted[];
  readonly after: number;
  readonly scrollToIndex: (index: number) => void;
  readonly measureElement: (element: HTMLElement | null) => void;
}

/** The row that the keys have reached. */
interface Cursor {
  readonly at: number;
  readonly setAt: (index: number) => void;
}

/**
 * The rows that are mounted, the space after them, what each takes for its place, and what for place and keyboard.
 * `inView` null: all of them.
 */
export function useWindow(
  { scroller, ids, row, onToggle, onOpen }: WindowSource,
  { at, setAt }: Cursor,
  inView: RowWindow | null,
) {
  const moves = useRef(false);
  useEffect(() => {
    if (!moves.current) return;
    moves.current = false;
    scroller.current
      ?.querySelector<HTMLElement>(`[data-index="${at}"]`)
      ?.focus({ preventScroll: inView !== null });
  }, [at, inView, scroller]);
  const goTo = (index: number) => {
    const next = Math.min(Math.max(index, 0), ids.length - 1);
    moves.current = next !== at;
    inView?.scrollToIndex(next);
    setAt(next);
  };
  const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / row) - 2);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = ids[at];
    if (event.target !== event.currentTarget || id === undefined) return;
    const to = targetOf(event.key, { at, last: ids.length - 1, page });
    if (to !== null) goTo(to);
    else if (event.key === " " && onToggle !== undefined) onToggle(id);
    else if (event.key === "Enter" && onOpen !== undefined) onOpen(id);
    else return;
    event.preventDefault();
  };
  const { mounted, after } = inView ?? { mounted: ids.map((_, index) => ({ index, before: 0 })), after: 0 };
  const placeProps = (index: number) => ({
    "data-index": index,
    ...(inView === null ? {} : { ref: inView.measureElement }),
  });
  const rowProps = (index: number) => ({
    ...placeProps(index),
    tabIndex: index === at ? 0 : -1,
    onKeyDown,
    onFocus: () => setAt(index),
  });
  return { mounted, after, placeProps, rowProps };
}

function targetOf(key: string, now: { at: number; last: number; page: () => number }): number | null {
  if (key === "ArrowDown") return now.at + 1;
  if (key === "ArrowUp") return now.at - 1;
  if (key === "PageDown") return now.at + now.page();
  if (key === "PageUp") return now.at - now.page();
  if (key === "Home") return 0;
  return key === "End" ? now.last : null;
}
