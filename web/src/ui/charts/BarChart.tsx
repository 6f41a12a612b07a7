import { useMemo } from "react";

import { ChartFrame, type ChartProps } from "./ChartFrame.tsx";
import type { ValueAxis } from "./plot-frame.ts";
import { usePlots } from "./plots.ts";

interface Props extends ChartProps {
  /** Short label of each row, under the axis. */
  readonly labels: readonly string[];
  readonly left: ValueAxis;
  readonly right?: ValueAxis | undefined;
}

/** A chart of bars, with lines over them where the content has some. The drawing library is loaded with the first. */
export function BarChart({ labels, left, right, ...frame }: Props) {
  const plots = usePlots();
  const plot = useMemo(
    () => ({ labels, left, ...(right === undefined ? {} : { right }) }),
    [labels, left, right],
  );
  return (
    <ChartFrame {...frame}>
      {plots === null ? null : (
        <plots.BarPlot content={frame.content} view={frame.view} height={frame.height} plot={plot} />
      )}
    </ChartFrame>
  );
}
