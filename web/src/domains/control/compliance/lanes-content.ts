// The three lanes of a month, and the table of them.
import type { NzeComplianceDay } from "@heliograph/contract/control/compliance";
import type { Words } from "../../../platform/words.ts";
import { roundAxis } from "../../../ui/charts/axis-rules.ts";
import type { ChartContent, ChartSeries } from "../../../ui/charts/chart-content.ts";
import type { ChartLane } from "../../../ui/charts/lanes/lanes-plot.ts";
import { verdictText } from "./compliance-words.ts";

/** One lane of the three. */
export const LANES = ["export", "violation", "given"] as const;
export type LaneName = (typeof LANES)[number];

/** Shares of the height that a lane's axis is cut into. */
const PARTS = 2;

const VALUES: Readonly<Record<LaneName, (day: NzeComplianceDay) => number | null>> = {
  export: ({ largest_export_w: w }) => (w === null ? null : w / 1000),
  violation: ({ longest_violation_s }) => longest_violation_s,
  given: ({ given_up_wh: wh }) => (wh === null ? null : wh / 1000),
};
const LOOKS: Readonly<Record<LaneName, Pick<ChartSeries, "unit" | "color" | "digits">>> = {
  export: { unit: "kW", color: "--series-export", digits: 1 },
  violation: { unit: "s", color: "--series-export", digits: 0 },
  given: { unit: "kWh", color: "--series-pv", digits: 1 },
};

/** The days of a month, those of them that were judged, and which lanes are shown. */
interface MonthOfLanes {
  readonly days: readonly string[];
  readonly judged: readonly NzeComplianceDay[];
  readonly names: readonly LaneName[];
}

/** What the lanes show of the days of a month. Days that were off have no figures. */
export function lanesContent(
  { days, judged, names }: MonthOfLanes,
  words: Words,
): { content: ChartContent; lanes: readonly ChartLane[] } {
  const { text, format } = words;
  const by = new Map(judged.map((day) => [day.day, day]));
  const shown = days.map((day) => {
    const found = by.get(day);
    return found === undefined || found.verdict === "off" ? null : found;
  });
  const longest = Math.max(0, ...shown.map((day) => day?.longest_violation_s ?? 0));
  const allowed = judged.at(-1)?.back_within_s ?? null;
  const series = names.map((name): ChartSeries => ({
    key: name,
    name: text(`compliance.lane.${name}`),
    mark: "bar",
    ...LOOKS[name],
    values: shown.map((day) => (day === null ? null : VALUES[name](day))),
    ...(name === "violation"
      ? {
          colors: shown.map((day) => (day?.verdict === "not_kept" ? "--error" : null)),
          tops: shown.map((day) =>
            day?.verdict === "not_kept" ? format.number(Math.round(day.longest_violation_s ?? 0), 0) : null,
          ),
        }
      : {}),
  }));
  const lanes = names.map((name, at): ChartLane => {
    const values = series[at]?.values ?? [];
    const limit =
      name === "violation" && allowed !== null
        ? { value: allowed, label: text("compliance.allowed", { s: allowed }) }
        : null;
    const high = Math.max(limit?.value ?? 0, ...values.map((value) => value ?? 0));
    return {
      key: name,
      name: `${text(`compliance.lane.${name}`)}, ${LOOKS[name].unit}`,
      axis: roundAxis(0, high === 0 ? 1 : high * 1.12, PARTS),
      // Where violations are far longer the line would lie on the ground.
      limit: limit !== null && longest > 200 * limit.value ? null : limit,
    };
  });
  const title = text("compliance.dayByDay");
  return {
    lanes,
    content: {
      title,
      summary: text("compliance.lanesSummary"),
      rowTitle: text("compliance.day"),
      rowNames: days.map((day) => format.day(day)),
      notes: days.map((day) => {
        const found = by.get(day);
        return found === undefined ? null : verdictText(found, words);
      }),
      series,
    },
  };
}
