import { useState } from "react";
import { RangeSlider } from "../../../ui/controls/Slider.tsx";
import type { ChartAnswer } from "./chart-tool-content.ts";
import { useWords } from "../words.ts";

interface ZoomProps {
  readonly answer: ChartAnswer;
  /** The rows zoomed in on. */
  readonly within: readonly [number, number] | null;
  readonly onZoom: (zoom: readonly [number, number] | null) => void;
}

/** Which rows are shown, by two handles that keys move too. */
export function ChartToolZoom({ answer, within, onZoom }: ZoomProps) {
  const { text, format } = useWords();
  const { starts } = answer.shown;
  const last = starts.length - 1;
  const whole = [0, last] as const;
  /** Where the handles are while they are moved. */
  const [moved, setMoved] = useState<readonly [number, number] | null>(null);
  const zoomTo = ([from, to]: readonly [number, number]) => {
    setMoved(null);
    onZoom(to - from < 1 || (from === 0 && to === last) ? null : [starts[from] ?? 0, starts[to] ?? 0]);
  };
  return (
    <RangeSlider
      label={text("chartTool.zoom")}
      hideLabel
      min={0}
      max={last}
      value={moved ?? within ?? whole}
      text={(row) => format.dateTime(starts[row], answer.timezone)}
      onChange={setMoved}
      onCommit={zoomTo}
    />
  );
}
