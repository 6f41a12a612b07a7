// The statement as a chart and as the rows that a reader wants to see.
import { addDays } from "@heliograph/contract/kernel/time";
import type { IssuanceRecord } from "@heliograph/contract/registry/issuance/issuance";
import type { ChartContent, ChartSeries } from "../../../ui/charts/chart-content.ts";
import type { RowMark } from "../../../ui/charts/bar-plot.ts";
import type { IssuanceWords } from "./issuance-words.ts";

type StatementDay = IssuanceRecord["days"][number];

const kwhOf = (wh: number | null) => (wh === null ? null : wh / 1000);

/** Days as bars: filled from the meter, pale over a gap or by inverters, hatched where declared, an empty slot where nothing is known. */
export function statementContent(
  days: readonly StatementDay[],
  words: IssuanceWords,
  title: string,
): ChartContent {
  const { text } = words;
  const series = statementSeries(days, text);
  return {
    title,
    summary: text("iss.chartSummary", { n: days.filter(({ wh }) => wh === null).length }),
    rowTitle: text("iss.day"),
    rowNames: days.map(({ day }) => day),
    notes: days.map(({ evidence, complete_permille }) =>
      evidence === "A" && complete_permille === 1000
        ? null
        : `${evidence ?? "!"} · ${words.format.number(complete_permille / 10, 1)}%`,
    ),
    series: series.filter(({ key, values }) => key === "a" || values.some((value) => value !== null)),
  };
}

/** Under each day its class, "!" where nothing is known, and where it is not whole how complete it is, %. */
export const classStrip = (days: readonly StatementDay[]): RowMark[] =>
  days.map(({ evidence, complete_permille }) => ({
    mark: evidence ?? "!",
    usual: evidence === "A",
    more: complete_permille === 1000 ? null : String(Math.floor(complete_permille / 10)),
  }));

function statementSeries(days: readonly StatementDay[], text: IssuanceWords["text"]): ChartSeries[] {
  const of = (evidence: StatementDay["evidence"]) =>
    days.map((day) => (day.evidence === evidence ? kwhOf(day.wh) : null));
  const bar = { unit: "kWh", digits: 2, stack: "day" } as const;
  const missing = days.map((day) => (day.wh === null ? kwhOf(day.maximum_wh) : null));
  return [
    { ...bar, key: "a", name: text("iss.seriesA"), color: "--series-pv", mark: "bar", values: of("A") },
    {
      ...bar,
      key: "b",
      name: text("iss.seriesB"),
      color: "--surface-sunken",
      edge: "--series-pv",
      mark: "outlined-bar",
      values: of("B"),
    },
    {
      ...bar,
      key: "c",
      name: text("iss.seriesC"),
      color: "--series-pv",
      mark: "bar",
      values: of("C"),
      hatched: days.map(({ evidence }) => evidence === "C"),
    },
    {
      ...bar,
      key: "none",
      name: text("iss.seriesNone"),
      color: "--surface-sunken",
      edge: "--error",
      mark: "outlined-bar",
      values: missing,
      tops: missing.map((value) => (value === null ? null : "!")),
    },
    {
      key: "maximum",
      name: text("iss.seriesMax"),
      unit: "kWh",
      color: "--text-secondary",
      mark: "line",
      dash: "dashed",
      step: true,
      digits: 2,
      values: days.map(({ maximum_wh }) => kwhOf(maximum_wh)),
    },
  ];
}

/** The days that are not class A and whole, each with its neighbours; none where all are. */
export function daysThatDiffer(days: readonly StatementDay[]): readonly StatementDay[] {
  const differ = new Set(
    days
      .filter(({ evidence, complete_permille }) => evidence !== "A" || complete_permille < 990)
      .flatMap(({ day }) => [addDays(day, -1), day, addDays(day, 1)]),
  );
  return days.filter(({ day }) => differ.has(day));
}
