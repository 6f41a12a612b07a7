import type { DeskAlarm } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import { CircleCheck, Layers } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { useWords, type Words } from "../../../platform/words.ts";
import type { Column } from "../../../ui/data-table/columns.ts";
import { SeverityChip } from "../../../ui/feedback/StatusTag.tsx";
import { Avatar } from "../../identity/index.ts";
import {
  closedText,
  costText,
  foldedText,
  isPending,
  lostText,
  sinceText,
  spanText,
  TICKS,
  titleOf,
} from "./desk-words.ts";
import styles from "./AlarmDesk.module.css";

/** The severity in words and ticks; of what is closed that it is. */
export function Severity({ alarm }: { alarm: DeskAlarm }) {
  const { text } = useWords();
  if (alarm.group === "closed" || alarm.group === "resolved") {
    return (
      <span className={styles.closed}>
        <CircleCheck size={15} aria-hidden />
        {text(alarm.group === "closed" ? "desk.closedItself" : "desk.group.resolved")}
      </span>
    );
  }
  const name = text(`alarms.${alarm.severity}`);
  return <SeverityChip text={name} severity={TICKS[alarm.severity]} name={name} />;
}

/** What is wrong, where, and what stands under it. */
export function Cause({ alarm }: { alarm: DeskAlarm }) {
  const words = useWords();
  const folded = foldedText(alarm, words);
  const closed = closedText(alarm, words);
  return (
    <span className={styles.cause}>
      <b>{titleOf(alarm, words)}</b>
      <span>
        {alarm.region === null
          ? alarm.project.name
          : words.text("desk.regionAt", { name: alarm.project.name })}
      </span>
      {closed !== null && <span>{closed}</span>}
      {folded !== null && (
        <span className={styles.foldedIn}>
          <Layers size={13} aria-hidden /> {folded}
        </span>
      )}
    </span>
  );
}

/** Who has it, and until when it is put aside. */
export function Owner({ alarm, nowMs }: { alarm: DeskAlarm; nowMs: number }) {
  const words = useWords();
  const { text } = words;
  const { holder, snoozed_until: until, ticket_uid: ticket } = alarm;
  return (
    <span className={styles.owner}>
      {holder === null ? (
        <span className={styles.pale}>
          {text(alarm.group === "closed" ? "desk.byItself" : "desk.noOwner")}
        </span>
      ) : (
        <span className={styles.person}>
          <Avatar name={holder.name} />
          {holder.is_me ? text("desk.you") : holder.name}
        </span>
      )}
      {until !== null && (
        <small>{text("desk.until", { t: untilText(until, alarm.project.timezone, { nowMs, words }) })}</small>
      )}
      {ticket !== null && <small>{text("desk.ticketOf")}</small>}
    </span>
  );
}

function untilText(until: string, timezone: string, of: { nowMs: number; words: Words }): string {
  const clock = of.words.format.clock(Date.parse(until), timezone);
  const since = sinceText(until, timezone, of);
  return since === clock ? clock : `${since} ${clock}`;
}

const two = (first: ReactNode, second: ReactNode) => (
  <span className={styles.two}>
    <span>{first}</span>
    <small>{second}</small>
  </span>
);

/** The columns of the desk. `nowMs` is renewed each minute. */
export function useDeskColumns(nowMs: number): readonly Column<DeskAlarm>[] {
  const words = useWords();
  return useMemo(() => {
    const { text } = words;
    return [
      {
        id: "severity",
        label: text("desk.severity"),
        value: ({ severity }) => text(`alarms.${severity}`),
        cell: (alarm) => <Severity alarm={alarm} />,
      },
      {
        id: "cause",
        label: text("desk.cause"),
        rowHead: true,
        value: (alarm) => titleOf(alarm, words),
        cell: (alarm) => <Cause alarm={alarm} />,
      },
      {
        id: "since",
        label: text("desk.since"),
        value: ({ started_at }) => started_at,
        cell: ({ started_at, ended_at, project: { timezone } }) =>
          two(
            sinceText(started_at, timezone, { nowMs, words }),
            spanText((ended_at === null ? nowMs : Date.parse(ended_at)) - Date.parse(started_at), words),
          ),
      },
      {
        id: "cost",
        label: text("desk.cost"),
        unit: text("desk.perHour"),
        numeric: true,
        value: ({ cost }) => (cost === null ? null : Number(cost.least_vnd)),
        cell: (alarm) =>
          isPending(alarm) ? (
            two(<b className={styles.range}>{costText(alarm, words)}</b>, text("desk.pending"))
          ) : (
            <b>{costText(alarm, words)}</b>
          ),
      },
      {
        id: "lost",
        label: text("desk.lost"),
        unit: "VND",
        numeric: true,
        value: ({ lost_vnd }) => Number(lost_vnd),
        cell: (alarm) => lostText(alarm, words),
      },
      {
        id: "owner",
        label: text("desk.owner"),
        value: ({ holder }) => holder?.name ?? null,
        cell: (alarm) => <Owner alarm={alarm} nowMs={nowMs} />,
      },
    ];
  }, [words, nowMs]);
}
