import { Slider } from "antd";
import type { ChartAnswer } from "./chart-tool-content.ts";
import { useWords } from "../words.ts";

export interface ZoomProps {
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
  const zoomTo = ([from = 0, to = last]: readonly number[]) =>
    onZoom(to - from < 1 || (from === 0 && to === last) ? null : [starts[from] ?? 0, starts[to] ?? 0]);
  return (
    <Slider
      range
      min={0}
      max={last}
      key={`${last} ${within?.join(" ") ?? ""}`}
      defaultValue={within === null ? [0, last] : [...within]}
      ariaLabelForHandle={[text("chartTool.zoomFrom"), text("chartTool.zoomTo")]}
      tooltip={{ formatter: (row) => format.dateTime(starts[row ?? 0], answer.timezone) }}
      onChangeComplete={zoomTo}
    />
  );
}
