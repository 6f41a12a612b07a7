import { ChartLine, Download, List, Table2 } from "lucide-react";
import type { ReactNode } from "react";

import { MenuButton } from "../controls/windows/MenuButton.tsx";
import { type ChartContent, visibleSeries } from "./chart-content.ts";
import { saveCsv, savePicture } from "./chart-files.ts";
import { useChartLanguage } from "./chart-language.ts";
import type { ChartView } from "./chart-view.ts";
import { usePaints } from "./paint.ts";
import styles from "./charts.module.css";

interface ToolProps {
  readonly name: string;
  readonly disabled: boolean;
  readonly pressed?: boolean;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

function Tool({ name, disabled, pressed, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={name}
      title={name}
      {...{ disabled, onClick, "aria-pressed": pressed }}
    >
      {children}
    </button>
  );
}

interface Props {
  readonly content: ChartContent;
  readonly view: ChartView;
  readonly disabled: boolean;
  /** True adds the button that opens the legend in its window. */
  readonly withLegend?: boolean;
}

/** The tools of a chart: legend, table, and what can be saved of it. They may stand anywhere near the chart. */
export function ChartTools({ content, view, disabled, withLegend = false }: Props) {
  const { texts } = useChartLanguage();
  const paints = usePaints();
  const series = visibleSeries(content.series, view.hidden);
  const save = (what: "png" | "csv") => {
    if (what === "csv") saveCsv({ ...content, series }, texts.note);
    const plot = view.canvas();
    if (what === "png" && plot !== null) savePicture({ plot, title: content.title, series, ...paints });
  };
  const items = [
    { key: "png", label: texts.savePicture, disabled: view.asTable, run: () => save("png") },
    { key: "csv", label: texts.saveRows, run: () => save("csv") },
  ];
  return (
    <div className={styles.tools}>
      {withLegend && (
        <Tool name={texts.legend} disabled={disabled} onClick={() => view.setLegendOpen(true)}>
          <List size={16} aria-hidden />
        </Tool>
      )}
      <Tool
        name={view.asTable ? texts.asChart : texts.asTable}
        disabled={disabled}
        onClick={() => view.setAsTable(!view.asTable)}
      >
        {view.asTable ? <ChartLine size={16} aria-hidden /> : <Table2 size={16} aria-hidden />}
      </Tool>
      <MenuButton
        items={items}
        placement="bottomRight"
        className={styles.tool}
        label={texts.download}
        title={texts.download}
        disabled={disabled}
      >
        <Download size={16} aria-hidden />
      </MenuButton>
    </div>
  );
}
