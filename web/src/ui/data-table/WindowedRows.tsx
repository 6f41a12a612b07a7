// Of many rows only those in view are mounted, and the one that the keys have reached keeps the focus.
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { useWindow, type RowWindow, type WindowSource } from "./use-window.ts";

/** Height of a card's line, px. */
const LINE = 26;

/** Gives `children` the rows of the source that are in view. */
export function WindowedRows({
  source,
  children,
}: {
  source: WindowSource;
  children: (window: ReturnType<typeof useWindow>) => ReactNode;
}) {
  const { scroller, ids, row, cardLines } = source;
  const [at, setAt] = useState(0);
  // It renders by itself when it is scrolled; the compiler that this would confuse is not used.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (cardLines === null ? row : row + cardLines * LINE),
    getItemKey: (index) => ids[index] ?? index,
    overscan: 8,
    scrollPaddingStart: cardLines === null ? row : 0,
    useFlushSync: false,
    // The row that has the focus stays mounted, else the focus falls to the body when it is scrolled away.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), at])]
        .filter((index) => index < range.count)
        .toSorted((one, other) => one - other),
  });
  useEffect(() => virtual.measure(), [virtual, cardLines]);
  const items = virtual.getVirtualItems();
  const total = virtual.getTotalSize();
  const inView = useMemo(
    (): RowWindow => ({
      mounted: items.map(({ index, start }, place) => ({
        index,
        before: Math.max(0, start - (items[place - 1]?.end ?? 0)),
      })),
      after: Math.max(0, total - (items.at(-1)?.end ?? 0)),
      scrollToIndex: (index) => virtual.scrollToIndex(index),
      measureElement: virtual.measureElement,
    }),
    [items, total, virtual],
  );
  return children(useWindow(source, { at, setAt }, inView));
}
