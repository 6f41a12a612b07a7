import { Dropdown, Tooltip } from "antd";
import { ChartLine, Download, List, Table2 } from "lucide-react";
import type { ReactNode } from "react";

import { type ChartContent, shown } from "./chart-content.ts";
import { saveCsv, savePicture } from "./chart-files.ts";
import { useChartLanguage } from "./chart-language.ts";
import type { ChartView } from "./chart-view.ts";
import { usePaints } from "./paint.ts";

interface ToolProps {
  readonly name: string;
  readonly disabled: boolean;
  readonly pressed?: boolean;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

function Tool({ name, disabled, pressed, onClick, children }: ToolProps) {
  return (
    <Tooltip title={name}>
      <button
        type="button"
        className="chart-tool"
        aria-label={name}
        {...{ disabled, onClick, "aria-pressed": pressed }}
      >
        {children}
      </button>
    </Tooltip>
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
  const series = shown(content.series, view.hidden);
  const save = (what: string) => {
    if (what === "csv") saveCsv({ ...content, series }, texts.note);
    const plot = view.canvas();
    if (what === "png" && plot !== null) savePicture({ plot, title: content.title, series, ...paints });
  };
  const items = [
    { key: "png", label: texts.savePicture, disabled: view.asTable },
    { key: "csv", label: texts.saveRows },
  ];
  return (
    <div className="chart-tools">
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
      <Dropdown menu={{ items, onClick: ({ key }) => save(key) }} trigger={["click"]} disabled={disabled}>
        <button
          type="button"
          className="chart-tool"
          aria-label={texts.download}
          aria-haspopup="menu"
          disabled={disabled}
        >
          <Download size={16} aria-hidden />
        </button>
      </Dropdown>
    </div>
  );
}
