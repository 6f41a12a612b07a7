// What the desk says of an alarm.
import type { DeskAlarm, DeskGroup } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import type { AlarmSeverity } from "@heliograph/contract/monitoring/alarms";
import { localDay } from "@heliograph/contract/kernel/time";
import type { Words } from "../../../platform/words.ts";
import type { Stat } from "../../../ui/layout/StatStrip.tsx";
import type { PrStatus } from "../../../ui/tokens/status-tokens.ts";
import type { Desk } from "./desk-queries.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** So many ticks as a severity has: an alarm's warning is worse than its minor. */
export const TICKS: Readonly<Record<AlarmSeverity, PrStatus>> = {
  critical: "critical",
  warning: "major",
  minor: "minor",
};

/** "21 min", "1 h 45 min" or "6 d". */
export function spanText(ms: number, { text }: Words): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE));
  if (minutes < 60) return text("desk.minutes", { n: minutes });
  if (ms < DAY) return text("desk.hours", { h: Math.floor(ms / HOUR), m: minutes % 60 });
  return text("desk.dayCount", { n: Math.floor(ms / DAY) });
}

/** The clock of an instant of today, else its day, in the plant's zone. */
export function sinceText(at: string, timezone: string, of: { nowMs: number; words: Words }): string {
  const ms = Date.parse(at);
  const { format } = of.words;
  const day = localDay(timezone, ms);
  return day === localDay(timezone, of.nowMs) ? format.clock(ms, timezone) : format.day(day);
}

/** What is wrong, in words: where and what. */
export function titleOf(alarm: DeskAlarm, { text }: Words): string {
  if (alarm.region !== null) return text("desk.region", { n: alarm.region.projects });
  const where = alarm.device?.alias ?? alarm.gateway?.alias;
  const what = text(`alarms.${alarm.kind}`);
  return where === undefined ? what : `${where}: ${what}`;
}

/** What is known of the cause: events, strings, share. Empty: nothing. */
export function causeText({ cause }: DeskAlarm, { text, format }: Words): string {
  const parts = [
    cause.events?.join(", "),
    cause.strings === undefined ? undefined : text("alarms.strings", { list: cause.strings.join(", ") }),
    cause.percent === undefined ? undefined : text("alarms.percent", { p: format.number(cause.percent, 1) }),
    cause.errors?.join(", "),
  ];
  return parts.filter((part) => part !== undefined && part !== "").join(" · ");
}

/** "12 strings and 1 device event folded in"; null: nothing is. */
export function foldedText({ folded }: DeskAlarm, { text }: Words): string | null {
  const parts = [
    folded.strings > 0 ? text("desk.strings", { n: folded.strings }) : null,
    folded.events > 0 ? text("desk.events", { n: folded.events }) : null,
    folded.devices > 0 ? text("desk.devices", { n: folded.devices }) : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return text("desk.folded", { list: parts.reduce((a, b) => text("desk.and", { a, b })) });
}

/** What it costs now: of one that is over nothing is said. */
const costNow = ({ cost, ended_at }: DeskAlarm) => (ended_at === null ? cost : null);

/** True where nobody knows yet whether anything is being lost. */
export function isPending(alarm: DeskAlarm): boolean {
  const cost = costNow(alarm);
  return cost !== null && cost.most_vnd !== cost.least_vnd;
}

const dong = (vnd: string, { format }: Words) => format.number(Number(vnd));

/** Dong an hour: a figure, or a range while a verdict is pending. */
export function costText(alarm: DeskAlarm, words: Words): string {
  const cost = costNow(alarm);
  if (cost === null) return "–";
  if (!isPending(alarm)) return dong(cost.least_vnd, words);
  const most = dong(cost.most_vnd, words);
  return Number(cost.least_vnd) === 0
    ? words.text("desk.range", { most })
    : `${dong(cost.least_vnd, words)} … ${most}`;
}

/** Dong lost so far; a dash while nobody knows. */
export const lostText = (alarm: DeskAlarm, words: Words): string =>
  isPending(alarm) ? "–" : dong(alarm.lost_vnd, words);

/** How it came to be closed; null: it is open. */
export function closedText(alarm: DeskAlarm, { text, format }: Words): string | null {
  if (alarm.resolved !== null) {
    return text("desk.resolvedBy", { cause: text(`desk.cause.${alarm.resolved.cause}`) });
  }
  if (alarm.ended_at === null) return null;
  const { verdict } = alarm;
  if (verdict === null) return text("desk.closedItself");
  return text(`desk.verdict.${verdict.kind}`, {
    got: format.energyKwh(verdict.produced_wh),
    due: format.energyKwh(verdict.expected_wh),
  });
}

/** The head of a group with its sums. */
export function groupText(
  group: { group: DeskGroup; alarms: number; least_vnd: string; most_vnd: string },
  { view, words }: { view: string; words: Words },
): { title: string; sums: string } {
  const { text } = words;
  const isWeek = group.group === "closed" && view === "closed";
  const more = Number(group.most_vnd) - Number(group.least_vnd);
  const values = { n: group.alarms, vnd: dong(group.least_vnd, words) };
  const isOpen = group.group !== "closed" && group.group !== "resolved";
  return {
    title: text(isWeek ? "desk.group.closedWeek" : `desk.group.${group.group}`),
    sums: !isOpen
      ? words.format.number(group.alarms)
      : more > 0
        ? text("desk.groupRange", { ...values, more: words.format.number(more) })
        : text("desk.groupCost", values),
  };
}

/** The six figures above the desk. */
export function stripStats(strip: Desk["strip"], words: Words, nowMs: number): Stat[] {
  const { text, format } = words;
  const short = (vnd: string) => {
    const { number, suffix } = format.abbreviated(Number(vnd));
    return { number, ...(suffix === "" ? {} : { suffix }) };
  };
  const { pending } = strip;
  const more = short(pending.vnd);
  return [
    {
      label: text("desk.open"),
      number: format.number(strip.open),
      foot: text("desk.moreSnoozed", { n: strip.snoozed }),
    },
    {
      label: text("desk.costsNow"),
      ...short(strip.least_vnd),
      unit: text("desk.perHour"),
      foot: text("desk.certain", { n: dong(strip.least_vnd, words) }),
    },
    {
      label:
        pending.project === null ? text("desk.ifAllDown") : text("desk.ifDown", { name: pending.project }),
      ...more,
      number: Number(pending.vnd) > 0 ? `+${more.number}` : more.number,
      unit: text("desk.perHour"),
      foot:
        pending.alarms === 0
          ? text("desk.nothingPending")
          : text("desk.pendingW", { kw: format.powerKw(pending.w) }),
    },
    {
      label: text("desk.lostOpen"),
      ...short(strip.lost_vnd),
      unit: "VND",
      foot: dong(strip.lost_vnd, words),
    },
    {
      label: text("desk.nobody"),
      number: format.number(strip.nobody),
      ...(strip.oldest_nobody_at === null
        ? {}
        : { foot: text("desk.oldest", { t: spanText(nowMs - Date.parse(strip.oldest_nobody_at), words) }) }),
    },
    {
      label: text("desk.closedSelf"),
      number: format.number(strip.closed_by_themselves),
      unit: text("desk.of", { n: strip.closed }),
      foot: text("desk.last7"),
    },
  ];
}
