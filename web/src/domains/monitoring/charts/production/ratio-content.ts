// What the performance-ratio chart shows: bars in the colour of their status, what was guaranteed, and CPR where it applies.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { Day } from "@heliograph/contract/kernel/time";
import type { productionChart } from "@heliograph/contract/monitoring/charts/production-chart";
import type { TextKey } from "../../../../app/texts/keys.ts";
import { type Axis, extent, fixedAxis, ratioAxisMax } from "../../../../ui/charts/axis-rules.ts";
import { type ChartContent, type ChartSeries, isBlank } from "../../../../ui/charts/chart-content.ts";
import type { PrStatus } from "../../../../ui/tokens/status-tokens.ts";
import { axisNames, hasAny, isRunning } from "./production-chart.ts";
import type { Words } from "../../words.ts";

/** What of the server's answer the chart draws. */
export type Ratios = Pick<
  Answer<typeof productionChart>,
  "chart_date_label" | "pr_alert" | "expected_prod_data" | "has_cpr" | "project_pvsyst"
>;

export interface RatioContent {
  readonly content: ChartContent;
  readonly labels: readonly string[];
  readonly axis: Axis;
  readonly blank: boolean;
  /** Statuses that some bar has, in order of severity; "none": bars for which nothing was guaranteed. */
  readonly statuses: readonly (PrStatus | "none")[];
  /** True where the months are shown and there is no simulation to compare them with (M54). */
  readonly withoutPvsyst: boolean;
}

export const RATIO_WORDS: Record<PrStatus | "none", TextKey> = {
  normal: "list.prNormal",
  warning: "Warning",
  minor: "list.prMinor",
  major: "list.prMajor",
  critical: "list.prCritical",
  none: "ratio.noGuarantee",
};

const ORDER = ["normal", "warning", "minor", "major", "critical", "none"] as const;
const PERCENT = { unit: "%", digits: 1 } as const;

const statusOf = (alert: Ratios["pr_alert"][number]): PrStatus | "none" | null =>
  alert.pr_data.value === null ? null : (alert.pr_status.status ?? "none");

function seriesOf(ratios: Ratios, { text }: Words): ChartSeries[] {
  const { pr_alert: alerts } = ratios;
  const lines: ChartSeries[] = [
    {
      key: "gpr",
      name: text("ratio.gpr"),
      color: "--series-gpr",
      mark: "line",
      dash: "dashed",
      values: alerts.map((alert) => alert.pr_guaranteed.value),
      ...PERCENT,
    },
    {
      key: "spr",
      name: text("ratio.spr"),
      color: "--text-tertiary",
      mark: "line",
      values: alerts.map((alert) => alert.pr_simulate.value),
      ...PERCENT,
    },
  ];
  const cpr: ChartSeries = {
    key: "cpr",
    name: text("ratio.cpr"),
    color: "--series-cpr",
    mark: "line",
    dash: "dotted",
    values: ratios.expected_prod_data.map((entry) => entry.cpr.value),
    ...PERCENT,
  };
  return [
    {
      key: "apr",
      name: text("ratio.apr"),
      // Where bars are painted by their status the legend shows what is usual.
      color: alerts.some((alert) => alert.pr_status.status !== null) ? "--pr-normal-solid" : "--series-apr",
      mark: "bar",
      values: alerts.map((alert) => alert.pr_data.value),
      colors: alerts.map((alert) => {
        const status = alert.pr_status.status;
        return status === null ? null : `--pr-${status}-solid`;
      }),
      ...PERCENT,
    },
    ...lines.filter((line) => hasAny(line.values)),
    ...(ratios.has_cpr ? [cpr] : []),
  ];
}

function notesOf(ratios: Ratios, today: Day, { text }: Words): (string | null)[] {
  // Where CPR applies it is what a status judges, and not the bar that the status paints.
  const judged = (status: string) => (ratios.has_cpr ? text("ratio.byCpr", { status }) : status);
  return ratios.pr_alert.map((alert, row) => {
    const running = isRunning(ratios.chart_date_label[row] ?? "", today);
    const status = statusOf(alert);
    const parts = [
      ...(running ? [text("production.running")] : []),
      ...(status === null || status === "none" ? [] : [judged(text(RATIO_WORDS[status]))]),
      ...(alert.pr_data.reason === null ? [] : [text(`reason.${alert.pr_data.reason}`)]),
    ];
    return parts.length === 0 ? null : parts.join(", ");
  });
}

/** Everything the performance-ratio chart shows. `project` is the name that files carry. */
export function ratioContent(ratios: Ratios, project: string, today: Day, words: Words): RatioContent {
  const { text, format } = words;
  const dates = ratios.chart_date_label;
  const view = dates[0]?.length === "2026-01".length ? "month" : "day";
  const series = seriesOf(ratios, words);
  const title = text("ratio.title");
  const [from, to] = [format.day(dates[0]), format.day(dates.at(-1))];
  const last = ratios.pr_alert.findLastIndex((alert) => alert.pr_data.value !== null);
  const facts =
    last === -1
      ? text("Data is not available")
      : text("ratio.latest", {
          n: format.percent(ratios.pr_alert[last]?.pr_data.value),
          day: format.day(dates[last]),
        });
  const found = new Set(ratios.pr_alert.map(statusOf));
  return {
    content: {
      title: `${project} · ${title} · ${from} – ${to}`,
      summary: text("ratio.summary", { title, from, to, facts }),
      rowTitle: view === "day" ? text("Day") : text("Month"),
      rowNames: dates.map((date) => format.day(date)),
      notes: notesOf(ratios, today, words),
      series,
    },
    labels: axisNames(dates, view, format.day),
    axis: fixedAxis(ratioAxisMax(extent(series.map((one) => one.values))?.high ?? 0), 5),
    blank: isBlank(series.filter((one) => one.key === "apr" || one.key === "cpr")),
    statuses: ORDER.filter((status) => found.has(status)),
    withoutPvsyst: view === "month" && ratios.project_pvsyst === null,
  };
}
