// What the battery chart shows of a day: power in and out, and the state of charge (M51, M275).
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { type batteryChart, DAY_SLOTS } from "@heliograph/contract/monitoring/charts/day-charts";
import { type Axis, batteryAxisMax, extent, fixedAxis } from "../../../../ui/charts/axis-rules.ts";
import type { ChartContent, ChartSeries } from "../../../../ui/charts/chart-content.ts";
import { clockOf, inKw, SLOT_MINUTES, sumBySlot } from "./power-chart.ts";
import { hasAny } from "../production/production-chart.ts";
import type { Words } from "../../words.ts";

type BatteryDay = Pick<Answer<typeof batteryChart>, "view_day" | "data">;

/** Minutes after midnight at which the slots of a day start: a battery works by night too. */
export const DAY_MINUTES: readonly number[] = Array.from(
  { length: DAY_SLOTS },
  (_, slot) => slot * SLOT_MINUTES,
);

interface BatteryContent {
  readonly content: ChartContent;
  /** kW. */
  readonly axis: Axis;
}

const whole = (values: readonly (number | null)[]) => DAY_MINUTES.map((_, slot) => values[slot] ?? null);

function powerSeries(day: BatteryDay, { text }: Words): ChartSeries[] {
  const of = { unit: "kW", digits: 1, mark: "area", step: true } as const;
  const charge = sumBySlot(day.data.map((battery) => battery.device_battery_charge_power.arr_value));
  const discharge = sumBySlot(day.data.map((battery) => battery.device_battery_dis_charge_power.arr_value));
  return [
    {
      key: "charge",
      name: text("battery.charge"),
      color: "--series-charge",
      values: whole(inKw(charge)),
      ...of,
    },
    {
      key: "discharge",
      name: text("battery.discharge"),
      color: "--series-discharge",
      values: whole(inKw(discharge)),
      ...of,
    },
  ];
}

const DEVICE_COLORS = 8;

/** A line for each battery, named where there are several. */
function chargeSeries(day: BatteryDay, { text }: Words): ChartSeries[] {
  const several = day.data.length > 1;
  return day.data.map((battery, index) => {
    const { device_uid, alias } = battery.label.gateway_device;
    return {
      key: `soc ${device_uid}`,
      name: several ? `${text("battery.soc")} · ${alias}` : text("battery.soc"),
      color: several ? `--device-${(index % DEVICE_COLORS) + 1}` : "--series-soc",
      values: whole(battery.device_soc.arr_value),
      mark: "line",
      dash: "dotted",
      axis: "right",
      unit: "%",
      digits: 1,
    };
  });
}

/** Everything the battery chart shows of the day. `project` is the name that files carry. */
export function batteryContent(day: BatteryDay, project: string, words: Words): BatteryContent {
  const { text, format } = words;
  const power = powerSeries(day, words);
  const series = [...power, ...chargeSeries(day, words)].filter((one) => hasAny(one.values));
  const title = text("battery.title");
  const date = format.day(day.view_day);
  const peak = extent(power.map((one) => one.values))?.high ?? 0;
  return {
    content: {
      title: `${project} · ${title} · ${date}`,
      summary: text("battery.summary", { title, day: date }),
      rowTitle: text("chart.time"),
      rowNames: DAY_MINUTES.map(clockOf),
      series,
    },
    axis: fixedAxis(batteryAxisMax(peak), 4),
  };
}
