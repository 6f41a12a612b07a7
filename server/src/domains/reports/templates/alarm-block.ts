// The block of a report that lists alarms and what they cost.
import type { AlarmKind, SwhErrorCode } from "@heliograph/contract";
import { plantAlarmName } from "../../notices/index.ts";
import type { BlockSaid, Writing } from "./block-parts.ts";
import { table } from "./record-blocks.ts";

/** The alarms of the period; null: there was none. */
export function alarmBlock({ figures, words, lang, number, clock }: Writing): BlockSaid | null {
  const { alarms } = figures;
  if (alarms === null || alarms.items.length === 0) return null;
  const rows = alarms.items.map((alarm) => [
    clock(alarm.started_at),
    isHeaterAlarm(alarm.kind) ? words.heaterAlarms[alarm.kind] : plantAlarmName(lang, alarm.kind),
    alarm.device?.alias ?? alarm.gateway?.alias ?? figures.project.name,
    words.severities[alarm.severity],
    alarm.ended_at === null
      ? words.open
      : lasted(Date.parse(alarm.ended_at) - Date.parse(alarm.started_at), words),
    number(alarm.loss === null ? null : Number(alarm.loss.lost_vnd), 0),
  ]);
  const { total_items: all } = alarms;
  const known = alarms.items.flatMap(({ loss }) => (loss === null ? [] : Number(loss.lost_vnd)));
  const cost = known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
  const sum = [words.total, "", "", "", "", number(cost, 0)];
  return {
    note: number(all, 0),
    parts: [
      table({
        head: words.alarmHead,
        rows: cost === null ? rows : [...rows, sum],
        columns: ["auto", "fill", "fill", "auto", "auto", "auto"],
        left: 5,
        sum: words.total,
      }),
      ...(all > rows.length
        ? [{ type: "text" as const, text: words.more(number(rows.length, 0), number(all, 0)) }]
        : []),
    ],
  };
}

const isHeaterAlarm = (kind: AlarmKind): kind is SwhErrorCode => kind.startsWith("swh_");

function lasted(ms: number, words: Writing["words"]): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  return words.duration(Math.floor(minutes / 60), minutes % 60);
}
