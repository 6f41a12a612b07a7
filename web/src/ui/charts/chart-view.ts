import { useCallback, useMemo, useRef, useState } from "react";

/** What a person chose of one chart, and the canvas it is drawn on. Made by useChartView. */
export interface ChartView {
  readonly hidden: ReadonlySet<string>;
  /** Hides or shows the series with that key. */
  readonly toggle: (key: string) => void;
  readonly asTable: boolean;
  readonly setAsTable: (asTable: boolean) => void;
  readonly legendOpen: boolean;
  readonly setLegendOpen: (open: boolean) => void;
  /** The canvas while a plot is drawn; null while the table stands in its place. */
  readonly canvas: () => HTMLCanvasElement | null;
  /** Called by what draws, with its canvas and, when it goes, with null. */
  readonly setCanvas: (canvas: HTMLCanvasElement | null) => void;
}

/** Returns the state that a chart and its tools share, wherever the tools stand. */
export function useChartView(): ChartView {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [asTable, setAsTable] = useState(false);
  const [legendOpen, setLegendOpen] = useState(false);
  const drawn = useRef<HTMLCanvasElement | null>(null);
  const canvas = useCallback(() => drawn.current, []);
  const setCanvas = useCallback((made: HTMLCanvasElement | null) => {
    drawn.current = made;
  }, []);
  const toggle = useCallback((key: string) => {
    setHidden((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  }, []);
  return useMemo(
    () => ({ hidden, toggle, asTable, setAsTable, legendOpen, setLegendOpen, canvas, setCanvas }),
    [hidden, toggle, asTable, legendOpen, canvas, setCanvas],
  );
}
