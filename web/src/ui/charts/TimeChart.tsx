import { useMemo } from "react";

import { ChartFrame, type ChartProps } from "./ChartFrame.tsx";
import type { ValueAxis } from "./plot-frame.ts";
import { usePlots } from "./plots.ts";
import type { RowAxis } from "./time-plot.ts";

interface Props extends ChartProps {
  readonly rows: RowAxis;
  readonly left: ValueAxis;
  readonly right?: ValueAxis | undefined;
  /** Where the present stands on the row axis; null where it is not on it. */
  readonly now: number | null;
  /** Instants that are named; the same array as long as it says the same. */
  readonly marks?: readonly { readonly place: number; readonly label: string }[];
  /** Hears the first and last place that a mouse was drawn over; the same function as long as it does the same. */
  readonly onRange?: (from: number, to: number) => void;
}

/**
 * A chart of dense lines and areas over one day or any other rising axis. Gaps stay gaps. The cursor follows the
 * pointer and the keyboard. A mouse marks a range where one is listened for; a finger scrolls the page.
 */
export function TimeChart({ rows, left, right, now, marks, onRange, ...frame }: Props) {
  const plots = usePlots();
  const plot = useMemo(
    () => ({
      rows,
      left,
      now,
      ...(right === undefined ? {} : { right }),
      ...(marks === undefined ? {} : { marks }),
      ...(onRange === undefined ? {} : { onRange }),
    }),
    [rows, left, right, now, marks, onRange],
  );
  return (
    <ChartFrame {...frame}>
      {plots === null ? null : (
        <plots.TimePlot content={frame.content} view={frame.view} height={frame.height} plot={plot} />
      )}
    </ChartFrame>
  );
}
