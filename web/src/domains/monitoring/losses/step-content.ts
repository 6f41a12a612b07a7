// What stands behind a step: its days, its outages, and the formula with the values that were used.
import type { LossWaterfall } from "@heliograph/contract/monitoring/losses";
import { type Axis, roundAxis } from "../../../ui/charts/axis-rules.ts";
import type { ChartContent } from "../../../ui/charts/chart-content.ts";
import type { Words } from "../words.ts";
import type { WaterfallStep } from "./losses-view.ts";
import { rowName, takenBy } from "./waterfall.ts";

const COLOURS: Readonly<Record<WaterfallStep, string>> = {
  temperature: "--text-tertiary",
  zero_export: "--series-export",
  clipping: "--text-tertiary",
  outage: "--error",
  communication: "--series-pv",
  residual: "--border-control",
};

/** Bars of what the step took, by day or by month. */
export function dayBars(
  answer: LossWaterfall,
  step: WaterfallStep,
  words: Words,
): { content: ChartContent; labels: string[]; axis: Axis; byMonth: boolean } {
  const { text, format } = words;
  const { days, from_date, to_date } = answer;
  const byMonth = Date.parse(to_date) - Date.parse(from_date) >= 62 * 86_400_000;
  const values = days.map(({ energy_wh }) => takenBy(energy_wh, step) / 1000);
  const name = rowName(step, answer, words);
  return {
    byMonth,
    axis: roundAxis(Math.min(0, ...values), Math.max(0, ...values) || 1, 3),
    labels: days.map(({ day }) => (byMonth ? day.slice(5, 7) : day.slice(8))),
    content: {
      title: `${text("losses.title")} ${name} ${from_date} ${to_date}`,
      summary: text("losses.daysSummary", { step: name }),
      rowTitle: text(byMonth ? "losses.month" : "losses.day"),
      rowNames: days.map(({ day }) => (byMonth ? format.month(day.slice(0, 7)) : format.day(day))),
      series: [
        {
          key: step,
          name,
          unit: "kWh",
          color: COLOURS[step],
          mark: "bar",
          values,
          digits: 1,
          ...(step === "communication" ? { hatched: values.map(() => true) } : {}),
        },
      ],
    },
  };
}

/** The outages as lines: which devices, when, how long, how much. */
export function outageLines({ outages, timezone }: LossWaterfall, { text, format }: Words) {
  return outages.map(({ from_at, to_at, energy_wh, devices, all }) => {
    const minutes = (Date.parse(to_at) - Date.parse(from_at)) / 60_000;
    const lasted = text("losses.lasted", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
    return {
      key: `${from_at} ${to_at} ${devices.join()}`,
      title: all ? text("losses.allDevices") : devices.join(", "),
      when: `${format.dateTime(Date.parse(from_at), timezone)} · ${lasted}`,
      kwh: `${format.number(energy_wh / 1000, 1)} kWh`,
    };
  });
}

const EXPECTED = "E_expected = min(P_AC, kappa * P0 * G / 1000 * (1 + gamma * (T - 25))) * t";
const FORMULAS: Readonly<Record<WaterfallStep, readonly string[]>> = {
  temperature: ["sum(P0 * G / 1000 * t * -gamma * (T - 25))"],
  zero_export: ["sum(max(0, E_expected - E))", EXPECTED],
  clipping: ["sum(max(0, kappa * P0 * G / 1000 * (1 + gamma * (T - 25)) * t - E))"],
  outage: ["sum(max(0, E_expected - E))", EXPECTED],
  communication: ["sum((1 - f) * E_expected)", "f = min(1, counter gained / sum(E_expected))", EXPECTED],
  residual: [
    "usual = sum((1 - kappa) * P0 * G / 1000 * (1 + gamma * (T - 25)) * t)",
    "wiring = E_inverters - E_meter",
    "not explained = what is left",
  ],
};

/** The rule in words, as a formula, and the values it was used with. */
export function howComputed(step: WaterfallStep, answer: LossWaterfall, { text, format }: Words) {
  const { kappa, gamma_percent_per_c, quarter_hours, estimated_base_wh } = answer;
  const quarters =
    step === "temperature" || step === "residual" ? quarter_hours.daylight : quarter_hours[step];
  return {
    sentence: text(`losses.rule.${step}`),
    formula: FORMULAS[step],
    values: [
      `P0 ${format.number(answer.capacity_wp / 1000, 1)} kWp`,
      `kappa ${format.number(kappa, 3)}`,
      `gamma ${format.number(gamma_percent_per_c, 2)} %/°C`,
      ...(answer.ac_nominal_w === null ? [] : [`P_AC ${format.number(answer.ac_nominal_w / 1000, 0)} kW`]),
      text("losses.quarters", { n: quarters }),
      ...(step === "zero_export" && answer.commanded.quarter_hours > 0
        ? [text("losses.ofCommands", { n: answer.commanded.quarter_hours })]
        : []),
      ...(estimated_base_wh === 0
        ? []
        : [text("losses.estimatedLight", { kwh: format.number(estimated_base_wh / 1000, 1) })]),
    ],
  };
}
