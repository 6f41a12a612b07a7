import type { AlarmRule, ReplayResult } from "@heliograph/contract/kpi/alarm-rules";
import { useMemo } from "react";
import { useWords, type Words } from "../../../platform/words.ts";
import { BarChart } from "../../../ui/charts/BarChart.tsx";
import type { ChartContent } from "../../../ui/charts/chart-content.ts";
import { useChartView } from "../../../ui/charts/chart-view.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { thresholdWords } from "./rule-words.ts";
import styles from "./AlarmRules.module.css";

const HEIGHT = 170;

/** What the rule would have raised with other thresholds, and the better one of them; `use` null: nothing is changed here. */
export function OtherThresholds(given: {
  result: ReplayResult;
  own: AlarmRule;
  use: ((rule: AlarmRule) => void) | null;
}) {
  const { result, own, use } = given;
  const words = useWords();
  const { text } = words;
  const view = useChartView();
  const content = useMemo(() => contentOf(result, words), [result, words]);
  const max = Math.max(2, ...result.others.map(({ alarms }) => alarms));
  const left = useMemo(() => ({ unit: "", axis: { min: 0, max, step: max / 2 } }), [max]);
  const labels = useMemo(
    () => result.others.map(({ rule }) => thresholdWords(rule, words)),
    [result.others, words],
  );
  const better = result.better === null ? undefined : result.others[result.better];
  return (
    <Panel title={text("alarmRules.others")}>
      <p className={styles.note}>
        {text("alarmRules.in90")}{" "}
        {better !== undefined && (
          <b>
            {text("alarmRules.better", {
              v: thresholdWords(better.rule, words),
              n: better.right,
              m: result.not_right - better.not_right,
            })}
          </b>
        )}
      </p>
      <BarChart {...{ content, view, labels, left }} state="ready" height={HEIGHT} onRetry={() => {}} />
      {better !== undefined && use !== null && (
        <div className={styles.foot}>
          <Button onClick={() => use({ ...better.rule, severity: own.severity, enabled: own.enabled })}>
            {text("alarmRules.use", { v: thresholdWords(better.rule, words) })}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function contentOf({ others }: ReplayResult, words: Words): ChartContent {
  const { text, format } = words;
  const bar = { mark: "bar", unit: "", digits: 0, stack: "alarms" } as const;
  return {
    title: text("alarmRules.others"),
    summary: text("alarmRules.in90"),
    rowTitle: text("alarmRules.threshold"),
    rowNames: others.map(({ rule }) => thresholdWords(rule, words)),
    series: [
      {
        ...bar,
        key: "right",
        name: text("alarmRules.verdict.right"),
        color: "--error",
        values: others.map(({ right }) => right),
      },
      {
        ...bar,
        key: "not_right",
        name: text("alarmRules.otherVerdict"),
        mark: "outlined-bar",
        color: "--surface",
        edge: "--text-tertiary",
        values: others.map(({ alarms, right }) => alarms - right),
        tops: others.map(({ alarms }) => format.number(alarms)),
      },
    ],
  };
}
