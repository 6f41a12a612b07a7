import { useMemo } from "react";

import type { RowMark } from "./bar-plot.ts";
import { ChartFrame, type ChartProps } from "./ChartFrame.tsx";
import type { ValueAxis } from "./plot-frame.ts";
import { usePlots } from "./plots.ts";

interface Props extends ChartProps {
  /** Short label of each row, under the axis. */
  readonly labels: readonly string[];
  readonly left: ValueAxis;
  readonly right?: ValueAxis | undefined;
  /** Under each label a mark of its row. */
  readonly strip?: readonly RowMark[];
  /** Opens a row: Enter at the keyboard's cursor. */
  readonly onOpen?: ((row: number) => void) | undefined;
}

/** A chart of bars, with lines over them where the content has some. The drawing library is loaded with the first. */
export function BarChart({ labels, left, right, strip, onOpen, ...frame }: Props) {
  const plots = usePlots();
  const plot = useMemo(
    () => ({ labels, left, strip, ...(right === undefined ? {} : { right }) }),
    [labels, left, right, strip],
  );
  return (
    <ChartFrame {...frame}>
      {plots === null ? null : (
        <plots.BarPlot
          content={frame.content}
          view={frame.view}
          height={frame.height}
          plot={plot}
          onOpen={onOpen}
        />
      )}
    </ChartFrame>
  );
}
