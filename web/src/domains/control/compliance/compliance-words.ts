// How the page of compliance speaks: verdicts, figures and what they come to.
import type { NzeComplianceDay, NzeMonthSummary, NzeVerdict } from "@heliograph/contract/control/compliance";
import { CircleCheck, CircleDashed, CircleOff, CircleX, type LucideIcon } from "lucide-react";
import type { Words } from "../../../platform/words.ts";
import type { Stat } from "../../../ui/layout/StatStrip.tsx";

/** A verdict is never colour alone. */
export const VERDICT_ICONS: Readonly<Record<NzeVerdict, LucideIcon>> = {
  kept: CircleCheck,
  not_kept: CircleX,
  no_proof: CircleDashed,
  off: CircleOff,
};

/** Seconds as a whole number. */
export const secondsText = (s: number | null, { format }: Pick<Words, "format">): string =>
  s === null ? "–" : format.number(Math.round(s), 0);

/** W as kW with one decimal. */
export const kwText = (w: number | null, { format }: Pick<Words, "format">): string =>
  w === null ? "–" : format.number(w / 1000, 1);

/** Wh as kWh with one decimal. */
const kwhText = (wh: number | null, { format }: Pick<Words, "format">): string =>
  wh === null ? "–" : format.number(wh / 1000, 1);

/** "Kept", "Not kept: 74 s, allowed 60 s", "No proof: the meter covers 80 % of the daylight", "Off: not counted". */
export function verdictText(day: NzeComplianceDay, words: Words): string {
  const { text } = words;
  switch (day.verdict) {
    case "not_kept":
      return text("compliance.verdict.notKept", {
        s: secondsText(day.longest_violation_s, words),
        allowed: day.back_within_s,
      });
    case "no_proof":
      return text("compliance.verdict.noProof", {
        percent: words.format.number(day.due_s === 0 ? 0 : Math.floor((100 * day.seen_s) / day.due_s), 0),
      });
    case "kept":
    case "off":
      return text(`compliance.verdict.${day.verdict}`);
    default:
      return day.verdict satisfies never;
  }
}

/** "11-12 11:42:10" by the clocks of the zone. */
const momentText = (at: string | null, timezone: string, { format }: Words, day: string | null): string =>
  at === null ? "" : `${(day ?? "").slice(5)} ${format.clock(Date.parse(at), timezone, true)}`.trim();

const dayAt = (days: readonly NzeComplianceDay[], of: (day: NzeComplianceDay) => boolean) =>
  days.find(of)?.day ?? null;

/** A month as the strip shows it. */
interface MonthOfStats {
  readonly summary: NzeMonthSummary;
  readonly days: readonly NzeComplianceDay[];
  readonly timezone: string;
}

/** The strip of a month. */
export function monthStats(month: MonthOfStats, words: Words): Stat[] {
  return [
    keptStat(month.summary, words),
    ...exportStats(month, words),
    responseStat(month.summary, words),
    ...energyStats(month.summary, words),
  ];
}

function keptStat(sum: NzeMonthSummary, { text, format }: Words): Stat {
  const apart = [
    ...(sum.days_no_proof > 0 ? [text("compliance.noProofDays", { n: sum.days_no_proof })] : []),
    ...(sum.days_off > 0 ? [text("compliance.offDays", { n: sum.days_off })] : []),
  ];
  const all = sum.days_counted > 0 ? [text("compliance.allKept")] : [];
  const kept = sum.not_kept.length === 0 ? all : [text("compliance.not", { days: sum.not_kept.join(", ") })];
  return {
    label: text("compliance.daysKept"),
    number: format.number(sum.days_kept, 0),
    unit: text("compliance.of", { n: sum.days_counted }),
    foot: [...kept, ...apart].join(" · "),
  };
}

function exportStats({ summary: sum, days, timezone }: MonthOfStats, words: Words): Stat[] {
  const { text } = words;
  const largestDay = dayAt(
    days,
    (day) => day.verdict !== "off" && day.largest_export_at === sum.largest_export_at,
  );
  return [
    {
      label: text("compliance.largest"),
      number: kwText(sum.largest_export_w, words),
      unit: "kW",
      known: sum.largest_export_w !== null,
      foot: momentText(sum.largest_export_at, timezone, words, largestDay),
    },
    {
      label: text("compliance.longest"),
      number: secondsText(sum.longest_violation_s, words),
      unit: "s",
      known: sum.longest_violation_s !== null,
      foot: sum.back_within_s === null ? "" : text("compliance.allowed", { s: sum.back_within_s }),
    },
  ];
}

function responseStat(sum: NzeMonthSummary, words: Words): Stat {
  const { text } = words;
  const { response_median_s: median, response_p95_s: p95 } = sum;
  if (median === null || p95 === null) {
    return {
      label: text("compliance.response"),
      number: "–",
      unit: "s",
      known: false,
      foot: text("compliance.noViolation"),
    };
  }
  const about = sum.response_is_estimated ? `${text("compliance.about")} ` : "";
  return {
    label: text("compliance.response"),
    number: `${about}${secondsText(median, words)}`,
    unit: "s",
    foot: text("compliance.p95", { s: secondsText(p95, words) }),
  };
}

function energyStats(sum: NzeMonthSummary, words: Words): Stat[] {
  const { text, format } = words;
  return [
    {
      label: text("compliance.over"),
      number: kwhText(sum.over_limit_wh, words),
      unit: "kWh",
      foot: text("compliance.violations", { n: sum.violations }),
    },
    {
      label: text("compliance.givenUp"),
      number: kwhText(sum.given_up_wh, words),
      unit: "kWh",
      known: sum.given_up_wh !== null,
      foot:
        sum.given_up_vnd === null
          ? text("compliance.givenUpUnknown")
          : `${format.number(Number(sum.given_up_vnd), 0)} VND`,
    },
  ];
}
