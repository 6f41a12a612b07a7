import type { ImportDraft, ImportTrial } from "@heliograph/contract/telemetry/import/import-shapes";
import { CircleCheck } from "lucide-react";
import { useMemo } from "react";
import { useWords, type Words } from "../../../platform/words.ts";
import { BarChart } from "../../../ui/charts/BarChart.tsx";
import type { ChartContent } from "../../../ui/charts/chart-content.ts";
import { productionAxisMax } from "../../../ui/charts/axis-rules.ts";
import { ChartTools } from "../../../ui/charts/ChartTools.tsx";
import { useChartView } from "../../../ui/charts/chart-view.ts";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import styles from "./DryRun.module.css";

/** What the import would do: its equation, and the energy that would follow, month by month. */
export function DryRun({ draft }: { draft: ImportDraft }) {
  const { text, format } = useWords();
  const { trial, state, fault, rows_read } = draft;
  const about = trial === null ? "" : text("import.took", { s: format.number(trial.took_ms / 1000, 1) });
  return (
    <Panel
      title={
        <>
          {text("import.dryRun")} <span className={styles.about}>{about}</span>
        </>
      }
    >
      {trial !== null && <Found trial={trial} />}
      {trial === null && state === "trying" && (
        <div role="status" className={styles.reading}>
          <p>{text("import.reading", { n: format.number(rows_read) })}</p>
          <Skeleton width="100%" height={200} />
        </div>
      )}
      {trial === null && state !== "trying" && (
        <PanelNote text={fault ?? text(draft.files.length === 0 ? "import.noFiles" : "import.notYet")} />
      )}
    </Panel>
  );
}

function Found({ trial }: { trial: ImportTrial }) {
  const { text, format } = useWords();
  const { found, fresh, there, refused } = trial;
  const number = (value: number) => format.number(value);
  return (
    <div className={styles.found}>
      <dl className={styles.sums}>
        <div data-total="">
          <dt>{text("import.found")}</dt>
          <dd>{number(found)}</dd>
        </div>
        <div>
          <dt>{text("import.new")}</dt>
          <dd>{number(fresh)}</dd>
        </div>
        <div>
          <dt>{text("import.there")}</dt>
          <dd>{number(there)}</dd>
        </div>
        <div data-refused={refused > 0 || undefined}>
          <dt>{text("import.refused")}</dt>
          <dd>{number(refused)}</dd>
        </div>
      </dl>
      <p className={styles.equation} data-sum-line="">
        <CircleCheck size={15} aria-hidden />
        {`${number(fresh)} + ${number(there)} + ${number(refused)} = ${number(found)}`}
      </p>
      {trial.months.length > 0 ? <Months trial={trial} /> : <PanelNote text={text("import.noEnergy")} />}
    </div>
  );
}

const RESET = new Set(["reset"]);
const HEIGHT = 170;
/** Labels that fit below the bars. */
const LABELS = 12;

function contentOf(trial: ImportTrial, { text, format }: Words): ChartContent {
  const resets = new Set(trial.events.filter(({ kind }) => RESET.has(kind)).map(({ month }) => month));
  return {
    title: text("import.byMonth"),
    summary: text("import.byMonthSum", { kwh: format.energyKwh(trial.sum_wh) }),
    rowTitle: text("import.month"),
    rowNames: trial.months.map(({ month }) => format.month(month)),
    notes: trial.months.map(({ month }) => (resets.has(month) ? text("import.resetMonth") : null)),
    series: [
      {
        key: "energy",
        name: text("import.energy"),
        unit: "kWh",
        color: "--series-pv",
        mark: "bar",
        values: trial.months.map(({ wh }) => wh / 1000),
        digits: 1,
        tops: trial.months.map(({ month }) => (resets.has(month) ? "▲" : null)),
      },
    ],
  };
}

function Months({ trial }: { trial: ImportTrial }) {
  const words = useWords();
  const { text, format } = words;
  const view = useChartView();
  const content = useMemo(() => contentOf(trial, words), [trial, words]);
  const left = useMemo(() => {
    const max = productionAxisMax(Math.max(...trial.months.map(({ wh }) => wh / 1000)));
    return { unit: "kWh", axis: { min: 0, max, step: max / 2 } };
  }, [trial.months]);
  const every = Math.max(1, Math.ceil(trial.months.length / LABELS));
  const labels = trial.months.map(({ month }, at) => (at % every === 0 ? format.month(month) : ""));
  const hasResets = content.notes?.some((note) => note !== null) === true;
  return (
    <div>
      <div className={styles.chartHead}>
        <p>
          {text("import.byMonth")} <b>{format.energyKwh(trial.sum_wh)}</b>
        </p>
        <ChartTools content={content} view={view} disabled={false} />
      </div>
      <BarChart {...{ content, view, labels, left }} state="ready" height={HEIGHT} onRetry={() => {}} />
      {hasResets && <p className={styles.note}>▲ {text("import.resetMonth")}</p>}
      {trial.is_partial && <p className={styles.note}>{text("import.partial")}</p>}
    </div>
  );
}
