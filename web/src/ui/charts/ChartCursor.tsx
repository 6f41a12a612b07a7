import type { KeyboardEvent } from "react";

import { type ChartContent, type ChartSeries, rowAfterKey, tipLines } from "./chart-content.ts";
import { useChartLanguage } from "./chart-language.ts";
import { Swatch } from "./legend/LegendEntry.tsx";
import styles from "./charts.module.css";

/** As many lines as a tip holds without covering the chart. */
const TIP_LINES = 12;

/** Where the cursor stands: its row, and its place in px from the plot's left and top edge. */
export interface CursorPlace {
  readonly row: number;
  readonly left: number;
  readonly top: number;
}

interface TipProps {
  readonly content: ChartContent;
  readonly series: readonly ChartSeries[];
  readonly place: CursorPlace;
  readonly width: number;
  readonly height: number;
}

/** Narrower than this the tip slides along the top, so that it always fits. */
const NARROW_PX = 480;

/** Puts the tip beside the cursor; percentages of the tip itself keep it inside the plot without measuring it. */
function placing({ left, top }: CursorPlace, width: number, height: number) {
  const across = Math.min(1, Math.max(0, left / Math.max(1, width))) * 100;
  const down = Math.min(1, Math.max(0, top / Math.max(1, height))) * 100;
  if (width < NARROW_PX) return { left: `${across}%`, top: 0, transform: `translate(${-across}%, 0)` };
  const beside = across < 60 ? "16px" : "calc(-100% - 16px)";
  return { left: `${across}%`, top: `${down}%`, transform: `translate(${beside}, ${-down}%)` };
}

/** The tip beside the cursor: the row's name, what is known there, and what must be said about it. */
export function ChartTip({ content, series, place, width, height }: TipProps) {
  const { texts, number } = useChartLanguage();
  const { lines, left } = tipLines(series, place.row, TIP_LINES);
  const note = content.notes?.[place.row] ?? null;
  return (
    <div className={styles.tip} style={placing(place, width, height)} aria-hidden>
      <div className={styles.tipTitle}>{content.rowNames[place.row]}</div>
      {lines.length === 0 && <div className={styles.tipNote}>{texts.notAvailable}</div>}
      {lines.map((line) => (
        <div className={styles.tipLine} key={line.series.key}>
          <Swatch series={line.series} />
          <span>{line.series.name}</span>
          <b>{number(line.value, line.series.digits)}</b>
          <em>{line.series.unit}</em>
        </div>
      ))}
      {left > 0 && <div className={styles.tipNote}>{texts.more(left)}</div>}
      {note !== null && <div className={styles.tipNote}>{note}</div>}
    </div>
  );
}

interface KeysProps {
  readonly content: ChartContent;
  readonly series: readonly ChartSeries[];
  readonly row: number | null;
  /** The row a first key press starts from. */
  readonly start: number;
  readonly onMove: (row: number | null) => void;
  /** Enter opens the row. */
  readonly onOpen?: ((row: number) => void) | undefined;
}

/**
 * The keyboard's way through a chart: a slider over the rows. Arrow, page, Home and End keys move the cursor,
 * Escape takes it away, Enter opens the row where rows can be opened. The words at the cursor are the slider's value, which screen readers say at each move.
 */
export function ChartKeys({ content, series, row, start, onMove, onOpen }: KeysProps) {
  const { texts, number } = useChartLanguage();
  const at = row ?? start;
  const spoken = tipLines(series, at, TIP_LINES).lines.map(
    (line) => `${line.series.name} ${number(line.value, line.series.digits)} ${line.series.unit}`,
  );
  const note = content.notes?.[at] ?? null;
  const words = [...(spoken.length === 0 ? [texts.notAvailable] : spoken), ...(note === null ? [] : [note])];
  const move = (event: KeyboardEvent) => {
    if (event.key === "Escape") return onMove(null);
    if (event.key === "Enter") return onOpen?.(at);
    const next = rowAfterKey(event.key, row ?? start, content.rowNames.length);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onMove(next);
  };
  return (
    <div
      className={styles.keys}
      role="slider"
      tabIndex={0}
      aria-label={`${content.title}: ${texts.cursor}`}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, content.rowNames.length - 1)}
      aria-valuenow={at}
      aria-valuetext={`${content.rowNames[at] ?? ""}: ${words.join(", ")}`}
      onKeyDown={move}
      onFocus={(event) => event.currentTarget.matches(":focus-visible") && onMove(at)}
      onBlur={() => onMove(null)}
    />
  );
}
