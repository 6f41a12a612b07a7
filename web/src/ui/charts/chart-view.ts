import { useCallback, useMemo, useRef, useState, type RefObject } from "react";

/** What a person chose of one chart, and the canvas it is drawn on. Made by useChartView. */
export interface ChartView {
  readonly hidden: ReadonlySet<string>;
  /** Hides or shows the series with that key. */
  toggle(key: string): void;
  readonly asTable: boolean;
  setAsTable(asTable: boolean): void;
  readonly legendOpen: boolean;
  setLegendOpen(open: boolean): void;
  /** The canvas while a plot is drawn; null while the table stands in its place. */
  readonly plot: RefObject<HTMLCanvasElement | null>;
}

/** Returns the state that a chart and its tools share, wherever the tools stand. */
export function useChartView(): ChartView {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [asTable, setAsTable] = useState(false);
  const [legendOpen, setLegendOpen] = useState(false);
  const plot = useRef<HTMLCanvasElement | null>(null);
  const toggle = useCallback((key: string) => {
    setHidden((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  }, []);
  return useMemo(
    () => ({ hidden, toggle, asTable, setAsTable, legendOpen, setLegendOpen, plot }),
    [hidden, toggle, asTable, legendOpen],
  );
}
