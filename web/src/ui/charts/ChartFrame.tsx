import { Suspense, type ReactNode } from "react";
import type { ChartContent, ChartState } from "./chart-content.ts";
import { useChartLanguage } from "./chart-language.ts";
import { LateChartTable } from "./late-chart-table.ts";
import { ChartLegend, LegendModal } from "./legend/ChartLegend.tsx";
import type { ChartView } from "./chart-view.ts";
import { canDraw } from "./plots.ts";
import { classNames } from "../controls/class-names.ts";
import shimmer from "../feedback/Shimmer.module.css";
import styles from "./charts.module.css";
import { VisuallyHidden } from "../layout/VisuallyHidden.tsx";

/** What every chart is given, whatever draws it. */
export interface ChartProps {
  readonly content: ChartContent;
  readonly view: ChartView;
  readonly state: ChartState;
  /** Height of the drawn part in px; the same in every state, so that nothing jumps. */
  readonly height: number;
  readonly onRetry: () => void;
}

function Skeleton() {
  const { texts } = useChartLanguage();
  return (
    <div className={classNames(shimmer.shimmer, styles.skeleton)} role="status">
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
    </div>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  const { texts } = useChartLanguage();
  return (
    <div className={styles.message} role="alert">
      <p>{texts.failed}</p>
      <button type="button" className={styles.link} onClick={onRetry}>
        {texts.retry}
      </button>
    </div>
  );
}

/** The chart's body in its state: skeleton, failure, table, or the plot with "not available" over bare axes. */
function Body({ content, view, state, height, onRetry, children }: ChartProps & { children: ReactNode }) {
  const { texts } = useChartLanguage();
  if (state === "loading") return <Skeleton />;
  if (state === "failed") return <Failure onRetry={onRetry} />;
  if (state === "ready" && (view.asTable || !canDraw())) {
    return (
      <Suspense fallback={<Skeleton />}>
        <LateChartTable content={content} hidden={view.hidden} height={height} />
      </Suspense>
    );
  }
  return (
    <>
      {canDraw() && (children === null ? <Skeleton /> : children)}
      {state === "empty" && (
        <div className={`${styles.message} ${styles.over}`}>
          <p>{texts.notAvailable}</p>
        </div>
      )}
    </>
  );
}

/** Frame of a chart: legend above, the body in its state below. `children` draws the plot; null while that is fetched. */
export function ChartFrame(props: ChartProps & { readonly children: ReactNode }) {
  const { content, view, state, height } = props;
  return (
    <div className={styles.chart} aria-busy={state === "loading"}>
      <div className={styles.legendRow}>
        {(state === "ready" || state === "empty") && <ChartLegend series={content.series} view={view} />}
      </div>
      <div className={styles.body} data-chart-body="" style={{ height }}>
        <Body {...props} />
      </div>
      <LegendModal series={content.series} view={view} title={content.title} />
    </div>
  );
}
