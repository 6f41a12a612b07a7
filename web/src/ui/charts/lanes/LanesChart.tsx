import { useMemo } from "react";

import { ChartFrame, type ChartProps } from "../ChartFrame.tsx";
import type { ChartLane } from "./lanes-plot.ts";
import { usePlots } from "../plots.ts";

interface Props extends ChartProps {
  /** One for each series of the content, in the same order; the same array as long as it says the same. */
  readonly lanes: readonly ChartLane[];
  /** The row that is chosen; null: none. */
  readonly chosen: number | null;
  /** Hears the row that was pressed; the same function as long as it does the same. */
  readonly onOpen: (row: number) => void;
}

/** Bars of several units below each other over the same rows, with one cursor. */
export function LanesChart({ lanes, chosen, onOpen, ...frame }: Props) {
  const plots = usePlots();
  const rows = frame.content.rowNames.length;
  const plot = useMemo(() => ({ lanes, rows, chosen, onOpen }), [lanes, rows, chosen, onOpen]);
  return (
    <ChartFrame {...frame}>
      {plots === null ? null : (
        <plots.LanesPlot content={frame.content} view={frame.view} height={frame.height} plot={plot} />
      )}
    </ChartFrame>
  );
}
