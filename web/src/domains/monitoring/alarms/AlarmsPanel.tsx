import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { unitOf } from "@heliograph/contract/telemetry/quantities";
import type { projectAlarms } from "@heliograph/contract/monitoring/alarms";
import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { alarmsQuery } from "./alarms-query.ts";
import { useChartQuery } from "../charts/chart-query.ts";
import { useWords, type Words } from "../words.ts";
import styles from "./AlarmsPanel.module.css";
import { inShownUnit, shownUnit } from "../../../platform/format.ts";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";

type Alarm = Answer<typeof projectAlarms>["items"][number];

const ICONS = { critical: CircleAlert, warning: TriangleAlert, minor: Info } as const;

/** The measured quantity and the threshold that it passed; undefined: it is about no quantity. */
function measured({ cause }: Alarm, { text, format }: Words): string | undefined {
  const { quantity, direction, threshold } = cause;
  if (quantity === undefined || direction === undefined || threshold === undefined) return undefined;
  const unit = unitOf(quantity);
  const q = text(`quantity.${quantity}`);
  return text(`alarms.measured_${direction}`, {
    q,
    v: format.number(inShownUnit(threshold, unit), 1),
    u: shownUnit(unit),
  });
}

/** Where and what of the cause, in words; empty parts are left out. */
function about(alarm: Alarm, words: Words): string {
  const { gateway, device, cause } = alarm;
  const { text, format } = words;
  const parts = [
    device?.alias ?? gateway?.alias,
    cause.events?.join(", "),
    cause.strings === undefined ? undefined : text("alarms.strings", { list: cause.strings.join(", ") }),
    cause.devices === undefined ? undefined : text("alarms.devices", { n: cause.devices }),
    cause.percent === undefined ? undefined : text("alarms.percent", { p: format.number(cause.percent, 1) }),
    measured(alarm, words),
    cause.energy_class === "integrated" ? text("alarms.integrated") : undefined,
  ];
  return parts.filter((part) => part !== undefined && part !== "").join(" · ");
}

function Row({ alarm, timezone }: { alarm: Alarm; timezone: string }) {
  const words = useWords();
  const { text, format } = words;
  const Icon = ICONS[alarm.severity];
  const severity = text(`alarms.${alarm.severity}`);
  const from = format.dateTime(Date.parse(alarm.started_at), timezone);
  const when =
    alarm.ended_at === null
      ? text("alarms.since", { t: from })
      : text("alarms.span", { from, to: format.dateTime(Date.parse(alarm.ended_at), timezone) });
  return (
    <li
      className={`${styles.alarm} ${styles[alarm.severity]} ${alarm.ended_at === null ? styles.open : styles.ended}`}
    >
      <span className={styles.icon} title={severity}>
        <Icon size={17} aria-hidden />
        <VisuallyHidden>{severity}</VisuallyHidden>
      </span>
      <span className={styles.text}>
        <b>{text(`alarms.${alarm.kind}`)}</b>
        <span>{about(alarm, words)}</span>
      </span>
      <span className={`${styles.when} num`}>{when}</span>
    </li>
  );
}

function List({
  title,
  none,
  alarms,
  timezone,
}: {
  title: string;
  none?: string;
  alarms: readonly Alarm[];
  timezone: string;
}) {
  if (alarms.length === 0 && none === undefined) return null;
  return (
    <>
      <h3>{title}</h3>
      {alarms.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <ul className={styles.alarms}>
          {alarms.map((alarm) => (
            <Row key={alarm.alarm_uid} alarm={alarm} timezone={timezone} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Alarms that are open, and those that ended in the last week. */
export function AlarmsPanel({ uid, timezone }: { uid: string; timezone: string }) {
  const { text } = useWords();
  const query = useChartQuery(alarmsQuery(uid));
  const items = query.data?.items ?? [];
  const more = (query.data?.total_items ?? 0) - items.length;
  return (
    <Panel
      title={text("alarms.title")}
      extra={<Link to={paths.alarmRules(uid)}>{text("alarms.rules")}</Link>}
      className={styles.panel}
    >
      {query.isPending && <Skeleton width="100%" height={200} />}
      {query.data === undefined && !query.isPending && (
        <PanelNote
          text={text("Data is not available")}
          retry={{ label: text("Try again"), run: () => void query.refetch() }}
        />
      )}
      {query.data !== undefined && items.length === 0 && <PanelNote text={text("alarms.none")} />}
      {items.length > 0 && (
        <>
          <List
            title={text("alarms.open")}
            none={text("alarms.noneOpen")}
            alarms={items.filter((alarm) => alarm.ended_at === null)}
            timezone={timezone}
          />
          <List
            title={text("alarms.ended")}
            alarms={items.filter((alarm) => alarm.ended_at !== null)}
            timezone={timezone}
          />
          {more > 0 && <p className={styles.none}>{text("alarms.more", { n: more })}</p>}
        </>
      )}
    </Panel>
  );
}
