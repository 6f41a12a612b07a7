import type { LossWaterfall } from "@heliograph/contract/monitoring/losses";
import { Calculator, X } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { PageCharts } from "../../../platform/charts/PageCharts.tsx";
import { BarChart } from "../../../ui/charts/BarChart.tsx";
import { isBlank } from "../../../ui/charts/chart-content.ts";
import { ChartTools } from "../../../ui/charts/ChartTools.tsx";
import { useChartView } from "../../../ui/charts/chart-view.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useWords } from "../words.ts";
import type { WaterfallStep } from "./losses-view.ts";
import { dayBars, howComputed, outageLines } from "./step-content.ts";
import { rowName, signed, type WaterfallRow } from "./waterfall.ts";
import styles from "./LossStepPanel.module.css";

interface StepProps {
  readonly uid: string;
  readonly answer: LossWaterfall;
  readonly step: WaterfallStep;
  readonly row: WaterfallRow | undefined;
  readonly onClose: () => void;
}

/** A step by day, its events, and how it was computed, with the values used. */
export function LossStepPanel({ uid, answer, step, row, onClose }: StepProps) {
  const words = useWords();
  const { text, format } = words;
  return (
    <Panel
      title={rowName(step, answer, words)}
      extra={
        <Button
          type="text"
          icon={<X size={16} aria-hidden />}
          aria-label={text("common.close")}
          title={text("common.close")}
          onClick={onClose}
        />
      }
    >
      <p className={styles.figure}>
        <b>{signed(row === undefined ? 0 : -row.kwh, 1, words)}</b> kWh
      </p>
      <p className={styles.cost}>
        {signed(row === undefined ? 0 : -row.vnd, 0, words)} VND
        {step === "outage" && ` · ${text("losses.note.outage", { n: answer.outage_count })}`}
      </p>
      <PageCharts>
        <StepDays answer={answer} step={step} />
      </PageCharts>
      <Events uid={uid} answer={answer} step={step} />
      <HowComputed answer={answer} step={step} />
      {step === "outage" && <p className={styles.more}>{text("losses.gridCounts")}</p>}
      {answer.vnd_per_kwh === null && (
        <p className={styles.more}>{text("losses.prices", { vnd: format.number(meanPrice(answer), 0) })}</p>
      )}
    </Panel>
  );
}

/** The outages of the step, or the way to where gaps in the data are explained. */
function Events({ uid, answer, step }: Pick<StepProps, "uid" | "answer" | "step">) {
  const words = useWords();
  const { text } = words;
  const outages = step === "outage" ? outageLines(answer, words) : [];
  return (
    <>
      {outages.length > 0 && (
        <ul className={styles.events}>
          {outages.map(({ key, title, when, kwh }) => (
            <li key={key}>
              <span>
                <b>{title}</b>
                <small>{when}</small>
              </span>
              <span className={styles.number}>{kwh}</span>
            </li>
          ))}
        </ul>
      )}
      {answer.outage_count > answer.outages.length && step === "outage" && (
        <p className={styles.more}>
          {text("losses.moreOutages", { n: answer.outage_count - answer.outages.length })}
        </p>
      )}
      {step === "zero_export" && answer.commanded.energy_wh > 0 && (
        <p className={styles.more}>
          <Link to={paths.control(uid)}>{text("losses.toCommands")}</Link>
        </p>
      )}
      {step === "zero_export" && (answer.energy_wh?.zero_export ?? 0) > answer.commanded.energy_wh && (
        <p className={styles.more}>
          <Link to={paths.compliance(uid, { month: answer.to_date.slice(0, 7) })}>
            {text("losses.toCompliance")}
          </Link>
        </p>
      )}
      {step === "communication" && (
        <p className={styles.more}>
          <Link to={paths.dataQuality(uid)}>{text("losses.toQuality")}</Link>
        </p>
      )}
    </>
  );
}

/** The rule, its formula, and the values that it was used with. */
function HowComputed({ answer, step }: Pick<StepProps, "answer" | "step">) {
  const words = useWords();
  const { text } = words;
  const computed = howComputed(step, answer, words);
  return (
    <details className={styles.how}>
      <summary>
        <Calculator size={15} aria-hidden />
        {text("losses.how")}
      </summary>
      <p>{computed.sentence}</p>
      <pre className={styles.formula}>{computed.formula.join("\n")}</pre>
      <p className={styles.values}>{computed.values.join(" · ")}</p>
      <p className={styles.values}>{text("losses.rules", { version: answer.version })}</p>
    </details>
  );
}

const meanPrice = ({ energy_wh, cost_vnd }: LossWaterfall): number =>
  energy_wh === null || cost_vnd === null || energy_wh.base === 0
    ? 0
    : (1000 * cost_vnd.base) / energy_wh.base;

const HEIGHT = 190;

function StepDays({ answer, step }: { answer: LossWaterfall; step: WaterfallStep }) {
  const words = useWords();
  const view = useChartView();
  const bars = useMemo(() => dayBars(answer, step, words), [answer, step, words]);
  const left = useMemo(() => ({ unit: "kWh", axis: bars.axis }), [bars.axis]);
  return (
    <div className={styles.days}>
      <div className={styles.daysHead}>
        <span>{words.text(bars.byMonth ? "losses.byMonth" : "losses.byDay")}</span>
        <ChartTools content={bars.content} view={view} disabled={false} />
      </div>
      <BarChart
        content={bars.content}
        view={view}
        state={isBlank(bars.content.series) ? "empty" : "ready"}
        height={HEIGHT}
        onRetry={() => {}}
        labels={bars.labels}
        left={left}
      />
    </div>
  );
}
