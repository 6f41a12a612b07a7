import type { BarSeriesOption, LineSeriesOption } from "echarts/charts";
import type {
  AriaComponentOption,
  AxisPointerComponentOption,
  GridComponentOption,
} from "echarts/components";
import type { ComposeOption } from "echarts/core";

import { axisLabels, axisLines, MAX_BAR_THICKNESS } from "./axis-rules.ts";
import { type ChartSeries, dots } from "./chart-content.ts";
import { faded, widest } from "./paint.ts";
import type { PlotLook, ValueAxis } from "./time-plot.ts";

export type BarOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | AxisPointerComponentOption | AriaComponentOption
>;

/** What a bar plot is made from. */
export interface BarPlot {
  readonly series: readonly ChartSeries[];
  /** Short label of each row under the axis. */
  readonly labels: readonly string[];
  readonly left: ValueAxis;
  readonly right?: ValueAxis;
}

const LABEL_PX = 12;
const GAP_PX = 8;

// Stripes over a bar whose value is not fully measured.
const hatch = (color: string) => ({
  symbol: "rect",
  dashArrayX: [1, 0] as [number, number],
  dashArrayY: [2, 4] as [number, number],
  rotation: -Math.PI / 4,
  color,
});

const painted = (color: string | null, look: PlotLook) =>
  color === null ? {} : { color: look.paint(color) };

const written = (top: string | null) =>
  top === null ? {} : { label: { show: true, formatter: top, fontSize: 11, distance: 3 } };

function barSeries(one: ChartSeries, look: PlotLook): BarSeriesOption {
  const outlined = one.mark === "outlined-bar";
  const stripes = hatch(faded(look.paint(outlined && one.edge !== undefined ? one.edge : "--surface"), 0.75));
  return {
    type: "bar",
    id: one.key,
    name: one.name,
    yAxisIndex: one.axis === "right" ? 1 : 0,
    barMaxWidth: MAX_BAR_THICKNESS,
    barCategoryGap: "34%",
    barGap: "8%",
    ...(one.stack === undefined ? {} : { stack: one.stack }),
    itemStyle: {
      color: look.paint(one.color),
      borderRadius: one.stack === undefined ? [3, 3, 0, 0] : 0,
      ...(outlined ? { borderColor: look.paint(one.edge ?? one.color), borderWidth: 1 } : {}),
    },
    emphasis: { disabled: true },
    label: {
      position: "top",
      distance: 1,
      formatter: "*",
      fontSize: 15,
      color: look.paint("--text-secondary"),
    },
    data: one.values.map((value, row) => ({
      value: value ?? "-",
      itemStyle: {
        ...painted(one.colors?.[row] ?? null, look),
        ...(one.hatched?.[row] === true ? { decal: stripes } : {}),
      },
      ...(one.starred?.[row] === true ? { label: { show: true } } : {}),
      ...written(one.tops?.[row] ?? null),
    })),
  };
}

function lineSeries(one: ChartSeries, look: PlotLook): LineSeriesOption {
  const color = look.paint(one.color);
  const lonely = new Set(dots(one.values, false));
  return {
    type: "line",
    id: one.key,
    name: one.name,
    yAxisIndex: one.axis === "right" ? 1 : 0,
    data: one.values.map((value) => value ?? "-"),
    connectNulls: false,
    ...(one.step === true ? { step: "middle" as const } : {}),
    symbol: "circle",
    showSymbol: true,
    symbolSize: (_value: unknown, { dataIndex }: { dataIndex: number }) => (lonely.has(dataIndex) ? 6 : 0),
    itemStyle: { color },
    lineStyle: {
      color,
      width: 1.8,
      cap: one.dash === "dotted" ? "round" : "butt",
      type: one.dash === undefined ? "solid" : one.dash === "dashed" ? [6, 4] : [1, 4],
    },
    emphasis: { disabled: true },
    z: 3,
  };
}

function valueAxis(value: ValueAxis, look: PlotLook, right: boolean) {
  const { axis, unit } = value;
  const labels = axisLabels(axis, (line, digits) => look.number(line, digits));
  const lines = axisLines(axis);
  const onLine = Math.abs((lines.at(-1) ?? axis.min) - axis.max) < axis.step / 1000;
  return {
    type: "value" as const,
    min: axis.min,
    max: axis.max,
    interval: axis.step,
    name: unit,
    nameLocation: "end" as const,
    nameGap: 12,
    nameTextStyle: {
      color: look.paint("--text-tertiary"),
      fontSize: LABEL_PX,
      align: right ? ("left" as const) : ("right" as const),
      padding: right ? [0, 0, 0, GAP_PX] : [0, GAP_PX, 0, 0],
    },
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: {
      color: look.paint("--text-tertiary"),
      fontSize: LABEL_PX,
      margin: GAP_PX,
      showMaxLabel: onLine,
      formatter: (_value: number, index: number) => labels[index] ?? "",
    },
    splitLine: { show: !right, showMaxLine: onLine, lineStyle: { color: look.paint("--border") } },
  };
}

/** The room in px that the labels and the unit of an axis take beside the plot. */
function roomOf(value: ValueAxis | undefined, look: PlotLook): number {
  if (value === undefined) return 12;
  const labels = axisLabels(value.axis, (line, digits) => look.number(line, digits));
  const font = `${LABEL_PX}px ${look.font}`;
  return Math.max(widest(labels, font), widest([value.unit], font)) + GAP_PX + 4;
}

/** The option of ECharts for the plot, drawn without motion where `still`. */
export function barPlotOption(plot: BarPlot, look: PlotLook, width: number, still: boolean): BarOption {
  const { series, labels, left, right } = plot;
  const grid = { left: roomOf(left, look), right: roomOf(right, look), top: 30, bottom: 28 };
  // As many labels as fit side by side with some air.
  const each = widest(labels, `${LABEL_PX}px ${look.font}`) + 12;
  const every = Math.max(1, Math.ceil((labels.length * each) / Math.max(1, width - grid.left - grid.right)));
  return {
    animation: !still,
    animationDuration: 420,
    animationDurationUpdate: 260,
    animationEasing: "cubicOut",
    textStyle: { fontFamily: look.font, fontSize: LABEL_PX },
    aria: { enabled: false },
    grid: { ...grid, outerBoundsMode: "none" },
    xAxis: {
      type: "category",
      data: [...labels],
      axisLine: { lineStyle: { color: look.paint("--border-strong") } },
      axisTick: { show: false },
      axisLabel: {
        color: look.paint("--text-tertiary"),
        fontSize: LABEL_PX,
        margin: 10,
        interval: every - 1,
      },
      axisPointer: {
        show: true,
        type: "shadow",
        triggerTooltip: false,
        label: { show: false },
        shadowStyle: { color: faded(look.paint("--text"), 0.06) },
      },
    },
    yAxis: [valueAxis(left, look, false), ...(right === undefined ? [] : [valueAxis(right, look, true)])],
    series: series.map((one) =>
      one.mark === "bar" || one.mark === "outlined-bar" ? barSeries(one, look) : lineSeries(one, look),
    ),
  };
}
