import {
  ALARM_RULE_LIMITS,
  type ReplayedAlarm,
  type ReplayResult,
} from "@heliograph/contract/kpi/alarm-rules";
import { localDay } from "@heliograph/contract/kernel/time";
import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useWords, type Words } from "../../../platform/words.ts";
import { BarChart } from "../../../ui/charts/BarChart.tsx";
import type { ChartContent } from "../../../ui/charts/chart-content.ts";
import { useChartView } from "../../../ui/charts/chart-view.ts";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import { StatStrip, type Stat } from "../../../ui/layout/StatStrip.tsx";
import styles from "./AlarmRules.module.css";

/** What a replay has found: its figures, when energy was lost, and its alarms with their verdicts. */
export function ReplayFigures({
  uid,
  timezone,
  result,
}: {
  uid: string;
  timezone: string;
  result: ReplayResult;
}) {
  const words = useWords();
  const { text, format } = words;
  const columns = useAlarmColumns(uid, timezone);
  const { history_days, readings, took_ms, from_day } = result;
  return (
    <>
      {history_days < ALARM_RULE_LIMITS.days && (
        <p className={styles.stale}>
          {text("alarmRules.history", { n: history_days, of: ALARM_RULE_LIMITS.days })}
        </p>
      )}
      <p className={styles.note}>
        {text("alarmRules.looked", {
          day: from_day,
          n: format.number(readings),
          s: format.number(took_ms / 1000, 1),
        })}
      </p>
      <StatStrip stats={statsOf(result, words)} />
      {result.days.length > 0 && <LostByDay result={result} />}
      <DataTable<ReplayedAlarm>
        label={text("alarmRules.found")}
        columns={columns}
        rows={result.items}
        idOf={({ started_at, kind, device, gateway }) =>
          `${started_at} ${kind} ${device?.uid ?? gateway?.uid ?? ""}`
        }
        height="min(60vh, 520px)"
        empty={<Blank small title={text("alarmRules.nothing")} />}
      />
    </>
  );
}

const statsOf = (result: ReplayResult, { text, format }: Words): Stat[] => [
  { label: text("alarmRules.alarms"), number: format.number(result.alarms) },
  {
    label: text("alarmRules.right"),
    number: format.number(result.right),
    suffix: text("alarmRules.ofAll", { n: format.number(result.alarms) }),
  },
  {
    label: text("alarmRules.lost"),
    number: format.number(result.lost_wh / 1000, 1),
    unit: "kWh",
    foot: `${format.number(Number(result.lost_vnd))} VND`,
  },
  { label: text("alarmRules.atNight"), number: format.number(result.at_night) },
  {
    label: text("alarmRules.busiest"),
    number: format.number(result.busiest?.alarms ?? 0),
    foot: result.busiest?.day ?? "",
  },
];

const HEIGHT = 150;
const LABELS = 8;

function LostByDay({ result }: { result: ReplayResult }) {
  const words = useWords();
  const view = useChartView();
  const content = useMemo(() => contentOf(result, words), [result, words]);
  const max = Math.max(1, ...result.days.map(({ lost_wh }) => lost_wh / 1000));
  const left = useMemo(() => ({ unit: "kWh", axis: { min: 0, max, step: max / 2 } }), [max]);
  const every = Math.max(1, Math.ceil(result.days.length / LABELS));
  const labels = result.days.map(({ day }, at) => (at % every === 0 ? day.slice(5) : ""));
  return (
    <div className={styles.chart}>
      <p className={styles.note}>{words.text("alarmRules.byDay")}</p>
      <BarChart {...{ content, view, labels, left }} state="ready" height={HEIGHT} onRetry={() => {}} />
    </div>
  );
}

function contentOf({ days }: ReplayResult, { text }: Words): ChartContent {
  return {
    title: text("alarmRules.byDay"),
    summary: text("alarmRules.byDay"),
    rowTitle: text("alarmRules.day"),
    rowNames: days.map(({ day }) => day),
    series: [
      {
        key: "lost",
        name: text("alarmRules.lost"),
        unit: "kWh",
        color: "--error",
        mark: "bar",
        values: days.map(({ lost_wh }) => lost_wh / 1000),
        digits: 1,
        tops: days.map(({ not_right }) => (not_right > 0 ? "×" : null)),
      },
    ],
  };
}

function useAlarmColumns(uid: string, timezone: string): Column<ReplayedAlarm>[] {
  const words = useWords();
  return useMemo(() => alarmColumns(words, { uid, timezone }), [words, uid, timezone]);
}

function alarmColumns(
  words: Words,
  { uid, timezone }: { uid: string; timezone: string },
): Column<ReplayedAlarm>[] {
  const { text, format } = words;
  return [
    {
      id: "raised",
      label: text("alarmRules.raised"),
      rowHead: true,
      sortable: true,
      value: ({ started_at }) => started_at,
      cell: ({ started_at }) => {
        const at = Date.parse(started_at);
        // The chart of the day on which it would have been raised.
        return (
          <Link to={`${paths.project(uid)}?date=${localDay(timezone, at)}`}>
            {format.dateTime(at, timezone)}
          </Link>
        );
      },
    },
    { id: "where", label: text("alarmRules.where"), value: (alarm) => whereOf(alarm) },
    {
      id: "lasted",
      label: text("alarmRules.lasted"),
      numeric: true,
      sortable: true,
      value: (alarm) => minutesOf(alarm),
      cell: (alarm) => lastedOf(alarm, words),
    },
    {
      id: "lost",
      label: text("alarmRules.lost"),
      unit: "kWh",
      numeric: true,
      sortable: true,
      value: ({ lost_wh }) => lost_wh,
      cell: ({ lost_wh }) => format.number(lost_wh / 1000, 1),
    },
    {
      id: "vnd",
      label: "VND",
      numeric: true,
      value: ({ lost_vnd }) => Number(lost_vnd),
      cell: ({ lost_vnd }) => format.number(Number(lost_vnd)),
    },
    {
      id: "verdict",
      label: text("alarmRules.verdict"),
      sortable: true,
      value: ({ verdict }) => text(`alarmRules.verdict.${verdict}`),
      cell: ({ verdict }) => <Verdict verdict={verdict} />,
    },
  ];
}

const whereOf = ({ device, gateway, cause }: ReplayedAlarm): string =>
  [device?.name ?? gateway?.name, cause.strings?.join(", "), cause.events?.join(", ")]
    .filter((part) => part !== undefined && part !== "")
    .join(" / ");

const minutesOf = ({ started_at, ended_at }: ReplayedAlarm): number =>
  ended_at === null ? Infinity : Math.round((Date.parse(ended_at) - Date.parse(started_at)) / 60_000);

function lastedOf(alarm: ReplayedAlarm, { text, format }: Words): string {
  if (alarm.ended_at === null) return text("alarmRules.still");
  const minutes = minutesOf(alarm);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return hours === 0
    ? text("alarmRules.lastedMinutes", { n: format.number(rest) })
    : text("alarmRules.lastedHours", { h: format.number(hours), n: format.number(rest) });
}

const ICONS = { right: CircleCheck, not_right: CircleX, unknown: CircleHelp } as const;

function Verdict({ verdict }: Pick<ReplayedAlarm, "verdict">) {
  const { text } = useWords();
  const Icon = ICONS[verdict];
  return (
    <span className={styles.verdict} data-verdict={verdict}>
      <Icon size={15} aria-hidden /> {text(`alarmRules.verdict.${verdict}`)}
    </span>
  );
}
