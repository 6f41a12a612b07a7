// Of many rows only those in view are mounted, and the one that the keys have reached keeps the focus.
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";

/** Heights of a row of a table and of a card's line, px. */
const ROW = 44;
const LINE = 26;
/** Fewer rows than this are mounted whole. */
const MANY = 100;

interface WindowSource {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly ids: readonly string[];
  /** The lines of a card; null: rows of a table. */
  readonly cardLines: number | null;
  /** True where the table has a height of its own, in which it scrolls. */
  readonly scrolls: boolean;
  readonly onToggle: ((id: string) => void) | undefined;
  readonly onOpen: ((id: string) => void) | undefined;
}

/** One row that is mounted: its number, and the space before it that stands for rows that are not. */
export interface Mounted {
  readonly index: number;
  readonly before: number;
}

/** The rows that are mounted, the space after them, and what each takes for the keyboard. */
export function useWindow({ scroller, ids, cardLines, scrolls, onToggle, onOpen }: WindowSource) {
  const [at, setAt] = useState(0);
  const many = scrolls && ids.length > MANY;
  // It renders by itself when it is scrolled; the compiler that this would confuse is not used.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: many ? ids.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => (cardLines === null ? ROW : ROW + cardLines * LINE),
    getItemKey: (index) => ids[index] ?? index,
    overscan: 8,
    scrollPaddingStart: cardLines === null ? ROW : 0,
    useFlushSync: false,
    // The row that has the focus stays mounted, else the focus falls to the body when it is scrolled away.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), at])]
        .filter((index) => index < range.count)
        .toSorted((one, other) => one - other),
  });
  useEffect(() => virtual.measure(), [virtual, cardLines]);
  const moves = useRef(false);
  useEffect(() => {
    if (!moves.current) return;
    moves.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"]`)?.focus({ preventScroll: many });
  }, [at, many, scroller]);
  const goTo = (index: number) => {
    const next = Math.min(Math.max(index, 0), ids.length - 1);
    moves.current = next !== at;
    if (many) virtual.scrollToIndex(next);
    setAt(next);
  };
  const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW) - 2);
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
  const { mounted, after } = many
    ? inView(virtual)
    : { mounted: ids.map((_, index) => ({ index, before: 0 })), after: 0 };
  const rowProps = (index: number) => ({
    "data-index": index,
    tabIndex: index === at ? 0 : -1,
    onKeyDown,
    onFocus: () => setAt(index),
    ...(many ? { ref: virtual.measureElement } : {}),
  });
  return { mounted, after, rowProps };
}

function targetOf(key: string, now: { at: number; last: number; page: () => number }): number | null {
  if (key === "ArrowDown") return now.at + 1;
  if (key === "ArrowUp") return now.at - 1;
  if (key === "PageDown") return now.at + now.page();
  if (key === "PageUp") return now.at - now.page();
  if (key === "Home") return 0;
  return key === "End" ? now.last : null;
}

interface Measured {
  readonly getVirtualItems: () => readonly { index: number; start: number; end: number }[];
  readonly getTotalSize: () => number;
}

function inView(virtual: Measured): { mounted: readonly Mounted[]; after: number } {
  const items = virtual.getVirtualItems();
  const mounted = items.map(({ index, start }, place) => ({
    index,
    before: Math.max(0, start - (items[place - 1]?.end ?? 0)),
  }));
  return { mounted, after: Math.max(0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)) };
}
