import { useMemo } from "react";
import { BarPanel } from "../BarPanel.tsx";
import { isLoading } from "../chart-query.ts";
import { ExplainButton } from "../../explain/ExplainButton.tsx";
import { usePeriods, usePeriodView } from "../period-view.ts";
import { PeriodSwitch } from "../PeriodSwitch.tsx";
import type { Range } from "../production-range.ts";
import { RATIO_WORDS, ratioContent, type RatioContent, type Ratios } from "./ratio-content.ts";
import { useProjectTime } from "../project-time.ts";
import { useWords } from "../../words.ts";
import styles from "./RatioPanel.module.css";
import { ChartMarks } from "../ChartMarks.tsx";

const HEIGHT = { desktop: 272, phone: 240 };

const nothing = ({ from, to }: Range): Ratios => ({
  chart_date_label: [from, to],
  pr_alert: [],
  expected_prod_data: [],
  has_cpr: false,
  project_pvsyst: null,
});

/** What the colours of the bars mean, where there is more than one. */
function Statuses({ statuses, byCpr }: { statuses: RatioContent["statuses"]; byCpr: boolean }) {
  const { text } = useWords();
  if (statuses.length === 0 || (statuses.length === 1 && statuses[0] === "none")) return null;
  const label = text("ratio.statuses");
  return (
    <ul className={styles.statuses} aria-label={byCpr ? text("ratio.byCpr", { status: label }) : label}>
      {byCpr && <li>{text("ratio.judgesCpr")}</li>}
      {statuses.map((status) => (
        <li key={status}>
          <i aria-hidden className={styles[status]} /> {text(RATIO_WORDS[status])}
        </li>
      ))}
    </ul>
  );
}

/** The performance ratio by day or month (M54), with what was guaranteed; the view is in the address. */
export function RatioPanel({ uid, name, timezone }: { uid: string; name: string; timezone: string }) {
  const words = useWords();
  const { text } = words;
  const { today } = useProjectTime(timezone);
  const { view, period, onView } = usePeriodView("ratio", today);
  const query = usePeriods(uid, period, view);
  const bars = useMemo(
    () => ratioContent(query.data ?? nothing(period), name, today, words),
    [query.data, period, name, today, words],
  );
  const left = useMemo(() => ({ unit: "%", axis: bars.axis }), [bars.axis]);
  const corrected = query.data?.has_cpr === true ? (["corrected_ratio"] as const) : [];
  const title = text("ratio.title");
  return (
    <BarPanel
      title={title}
      {...{ query, bars, left }}
      height={HEIGHT}
      switches={
        <>
          <PeriodSwitch label={text("ratio.view")} view={view} disabled={isLoading(query)} onView={onView} />
          <ExplainButton
            uid={uid}
            kpis={["performance_ratio", ...corrected, "temperature_corrected_ratio"]}
            title={title}
            range={period}
          />
        </>
      }
    >
      <Statuses statuses={bars.statuses} byCpr={query.data?.has_cpr === true} />
      {bars.withoutPvsyst && query.data !== undefined && (
        <ChartMarks>{text("The project doesn't have PVsyst")}</ChartMarks>
      )}
    </BarPanel>
  );
}
