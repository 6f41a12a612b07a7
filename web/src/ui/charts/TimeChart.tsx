import { lazy, useEffect, useMemo } from "react";

import { canDraw, ChartFrame, type ChartProps } from "./ChartFrame.tsx";
import type { RowAxis, ValueAxis } from "./time-plot.ts";

const load = () => import("./TimePlot.tsx").then((module) => ({ default: module.TimePlot }));
const TimePlot = lazy(load);

interface Props extends ChartProps {
  readonly rows: RowAxis;
  readonly left: ValueAxis;
  readonly right?: ValueAxis | undefined;
  /** Where the present stands on the row axis; null where it is not on it. */
  readonly now: number | null;
}

/**
 * A chart of dense lines and areas over one day or any other rising axis. Gaps stay gaps. The cursor follows the
 * pointer and the keyboard; nothing zooms or drags, so that a finger on it scrolls the page.
 */
export function TimeChart({ rows, left, right, now, ...frame }: Props) {
  useEffect(() => {
    // Fetched while the content is still on its way; without a canvas it would not be used.
    if (canDraw()) void load();
  }, []);
  const plot = useMemo(
    () => ({ rows, left, now, ...(right === undefined ? {} : { right }) }),
    [rows, left, right, now],
  );
  return (
    <ChartFrame {...frame}>
      <TimePlot content={frame.content} view={frame.view} height={frame.height} plot={plot} />
    </ChartFrame>
  );
}
