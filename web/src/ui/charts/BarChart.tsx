import { lazy, useEffect, useMemo } from "react";

import { canDraw, ChartFrame, type ChartProps } from "./ChartFrame.tsx";
import type { ValueAxis } from "./time-plot.ts";

const load = () => import("./BarPlot.tsx").then((module) => ({ default: module.BarPlot }));
const BarPlot = lazy(load);

interface Props extends ChartProps {
  /** Short label of each row, under the axis. */
  readonly labels: readonly string[];
  readonly left: ValueAxis;
  readonly right?: ValueAxis | undefined;
}

/** A chart of bars, with lines over them where the content has some. The drawing library is loaded with the first. */
export function BarChart({ labels, left, right, ...frame }: Props) {
  useEffect(() => {
    // Fetched while the content is still on its way; without a canvas it would not be used.
    if (canDraw()) void load();
  }, []);
  const plot = useMemo(
    () => ({ labels, left, ...(right === undefined ? {} : { right }) }),
    [labels, left, right],
  );
  return (
    <ChartFrame {...frame}>
      <BarPlot content={frame.content} view={frame.view} height={frame.height} plot={plot} />
    </ChartFrame>
  );
}
