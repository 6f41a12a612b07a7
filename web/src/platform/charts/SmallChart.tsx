import type { ComponentProps } from "react";
import type { ChartContent } from "../../ui/charts/chart-content.ts";
import { useChartView } from "../../ui/charts/chart-view.ts";
import { TimeChart } from "../../ui/charts/TimeChart.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { PageCharts } from "./PageCharts.tsx";
import styles from "./SmallChart.module.css";
import { useWords } from "../words.ts";

type Shown = ComponentProps<typeof TimeChart>;

/** Px. */
const HEIGHT = 150;

/** A curve of something that is known already, beside what it is of: its title, the way to its table, and marks along it. */
export function SmallChart(given: {
  content: ChartContent;
  rows: Shown["rows"];
  left: Shown["left"];
  marks: NonNullable<Shown["marks"]>;
  height?: number;
}) {
  const { content, rows, left, marks, height = HEIGHT } = given;
  const { text } = useWords();
  const view = useChartView();
  return (
    <PageCharts>
      <div className={styles.head}>
        <span>{content.title}</span>
        <Button
          type="text"
          size="small"
          aria-pressed={view.asTable}
          onClick={() => view.setAsTable(!view.asTable)}
        >
          {text(view.asTable ? "chart.asChart" : "chart.asTable")}
        </Button>
      </div>
      <TimeChart
        {...{ content, view, rows, left, marks, height }}
        state="ready"
        onRetry={() => {}}
        now={null}
      />
    </PageCharts>
  );
}
