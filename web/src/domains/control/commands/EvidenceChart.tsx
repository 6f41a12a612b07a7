import { useMemo } from "react";
import { SmallChart } from "../../../platform/charts/SmallChart.tsx";
import { useWords, type Words } from "../../../platform/words.ts";
import { extent, roundAxis } from "../../../ui/charts/axis-rules.ts";
import type { ChartContent } from "../../../ui/charts/chart-content.ts";
import type { CommandDetail } from "./command-life.ts";
import { thingName } from "./command-words.ts";
import styles from "./CommandLife.module.css";

type Chart = NonNullable<CommandDetail["chart"]>;

/** What was measured around a command, with the instants at which it was sent and seen. */
export function EvidenceChart({
  command,
  chart,
  timezone,
}: {
  command: CommandDetail;
  chart: Chart;
  timezone: string;
}) {
  const words = useWords();
  const content = useMemo(() => contentOf(chart, words, timezone), [chart, words, timezone]);
  const rows = useMemo(() => rowsOf(chart, words, timezone), [chart, words, timezone]);
  const left = useMemo(() => axisOf(chart), [chart]);
  const marks = useMemo(() => apart(marksOf(command, words), rows), [command, words, rows]);
  return (
    <div className={styles.chart}>
      <SmallChart {...{ content, rows, left, marks }} />
    </div>
  );
}

function contentOf(
  { device, asset_type, points }: Chart,
  { text, format }: Words,
  timezone: string,
): ChartContent {
  const isGrid = asset_type === "grid_meter";
  const title = text(isGrid ? "command.chartGrid" : "command.chartPower", { name: thingName(device) });
  return {
    title,
    summary: title,
    rowTitle: text("command.time"),
    rowNames: points.map(([at]) => format.clock(Date.parse(at), timezone, true)),
    series: [
      {
        key: "power",
        name: thingName(device),
        unit: "kW",
        color: isGrid ? "--series-export" : "--series-pv",
        mark: "area",
        values: points.map(([, watts]) => watts / 1000),
        digits: 1,
      },
    ],
  };
}

/** Where along the axis a clock is written, so that none is cut off at its end. */
const TICKS = [0.04, 0.46, 0.88];

function rowsOf({ points }: Chart, { format }: Words, timezone: string) {
  const places = points.map(([at]) => Date.parse(at));
  const min = places[0] ?? 0;
  const max = Math.max(min + 1, places.at(-1) ?? 0);
  const ticks = TICKS.map((share) => min + (max - min) * share);
  return { places, min, max, ticks, label: (place: number) => format.clock(place, timezone, true) };
}

function axisOf({ points }: Chart) {
  const { low, high } = extent([points.map(([, watts]) => watts / 1000)]) ?? { low: 0, high: 1 };
  return { unit: "kW", axis: roundAxis(Math.min(0, low), Math.max(0, high), 3) };
}

/** Of marks that stand closer than this share of the axis their words are written as one. */
const CLOSE = 0.2;

/** The marks with the words of close ones joined at the later: "sent · read back". */
function apart(
  marks: readonly { readonly place: number; readonly label: string }[],
  { min, max }: { min: number; max: number },
) {
  const joined: { place: number; label: string }[] = [];
  for (const one of marks) {
    const last = joined.at(-1);
    const isClose = last !== undefined && one.place - last.place < CLOSE * (max - min);
    joined.push(isClose ? { ...one, label: `${last.label} · ${one.label}` } : { ...one });
    if (isClose) last.label = "";
  }
  return joined;
}

const mark = (at: string | null | undefined, label: string) =>
  at === null || at === undefined ? [] : [{ place: Date.parse(at), label }];

/** Where the command was sent, read back and seen. */
function marksOf({ sent_at, steps }: CommandDetail, { text }: Words) {
  const of = (state: string) =>
    steps.find((step) => step.state === state && step.evidence !== null)?.evidence;
  const readBack = of("applied")?.read_back.at(-1)?.at;
  const seen = of("verified")?.readings.at(-1)?.at;
  return [
    ...mark(sent_at, text("command.mark.sent")),
    ...mark(readBack === seen ? undefined : readBack, text("command.mark.read_back")),
    ...mark(seen, text("command.mark.seen")),
  ];
}
