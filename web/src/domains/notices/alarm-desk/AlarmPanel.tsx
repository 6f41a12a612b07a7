import type { AlarmStep, DeskAlarm } from "@heliograph/contract/notices/alarm-desk/alarm-desk";
import {
  Bell,
  BellRing,
  CircleCheck,
  Clock,
  Hand,
  History,
  Send,
  Unplug,
  Undo2,
  UserPlus,
  Wrench,
  X,
  type LucideIcon,
} from "lucide-react";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords, type Words } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import { Life, type LifeStep } from "../../../ui/layout/Life.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { AlarmButtons } from "./AlarmButtons.tsx";
import { AlarmCourse } from "./AlarmCourse.tsx";
import { Severity } from "./desk-columns.tsx";
import { useDetail, type AlarmDetail } from "./desk-queries.ts";
import {
  causeText,
  closedText,
  costText,
  foldedText,
  isPending,
  lostText,
  spanText,
  titleOf,
} from "./desk-words.ts";
import type { AlarmActions } from "./use-alarm-actions.ts";
import styles from "./AlarmDesk.module.css";

/** An alarm with all that is known of it and what can be done. `close` takes it away; on a phone the page has its own way back. */
export function AlarmPanel(given: {
  uid: string;
  /** As the desk has it: the sums of a region. */
  row: DeskAlarm | undefined;
  actions: AlarmActions;
  nowMs: number;
  close: (() => void) | null;
}) {
  const { uid, row, actions, nowMs, close } = given;
  const { text } = useWords();
  const serverText = useServerText();
  const detail = useDetail(uid);
  const { data } = detail;
  if (data === undefined) {
    return (
      <Panel className={styles.detail}>
        {detail.isError ? (
          <Blank
            failed
            small
            title={text("Data is not available")}
            hint={serverText(detail.error.message)}
            action={<Button onClick={() => void detail.refetch()}>{text("Try again")}</Button>}
          />
        ) : (
          <Skeleton width="100%" height={420} />
        )}
      </Panel>
    );
  }
  const alarm = row === undefined || row.region === null ? data.alarm : { ...data.alarm, ...row };
  return (
    <Panel className={styles.detail}>
      <Head alarm={alarm} close={close} />
      <Figures alarm={alarm} nowMs={nowMs} />
      <AlarmButtons alarm={alarm} actions={actions} />
      <Silent detail={data} nowMs={nowMs} />
      {alarm.device !== null || alarm.gateway !== null ? <AlarmCourse alarm={alarm} /> : null}
      <AlarmLife detail={data} nowMs={nowMs} />
      <SeenBefore detail={data} />
    </Panel>
  );
}

function Head({ alarm, close }: { alarm: DeskAlarm; close: (() => void) | null }) {
  const words = useWords();
  const { text } = words;
  const { project, device, gateway } = alarm;
  const about = causeText(alarm, words);
  const folded = foldedText(alarm, words);
  return (
    <header className={styles.detailHead}>
      <p>
        <Severity alarm={alarm} />
        <span className={styles.pale}>{text("desk.number", { n: alarm.number })}</span>
        {close !== null && (
          <Button
            type="bare"
            className={styles.cross}
            icon={<X size={18} aria-hidden />}
            aria-label={text("desk.close")}
            onClick={close}
          />
        )}
      </p>
      <h2>{titleOf(alarm, words)}</h2>
      <p className={styles.pale}>
        <Link to={paths.project(project.project_uid)}>{project.name}</Link>
        {` / ${device?.alias ?? gateway?.alias ?? project.name}`}
      </p>
      {about !== "" && <p className={styles.pale}>{about}</p>}
      {folded !== null && <p className={styles.pale}>{folded}</p>}
    </header>
  );
}

function Figures({ alarm, nowMs }: { alarm: DeskAlarm; nowMs: number }) {
  const words = useWords();
  const { text, format } = words;
  const { cost, started_at, ended_at } = alarm;
  const span = spanText((ended_at === null ? nowMs : Date.parse(ended_at)) - Date.parse(started_at), words);
  const closed = closedText(alarm, words);
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{text("desk.costsNow")}</dt>
        <dd>
          <b>{costText(alarm, words)}</b> {text("desk.perHour")}
        </dd>
        <dd className={styles.pale}>
          {cost === null
            ? text("desk.notKnown")
            : isPending(alarm)
              ? text("desk.pendingW", { kw: format.powerKw(cost.most_w) })
              : `${format.powerKw(cost.least_w)} kW`}
        </dd>
      </div>
      <div>
        <dt>{text("desk.lostSoFar")}</dt>
        <dd>
          <b>{lostText(alarm, words)}</b> VND
        </dd>
        <dd className={styles.pale}>
          {closed ?? text("desk.kwhIn", { kwh: format.energyKwh(alarm.lost_wh, 1), t: span })}
        </dd>
      </div>
    </dl>
  );
}

/** Why nobody knows whether the plant stands still, and which devices are not heard. */
function Silent({ detail, nowMs }: { detail: AlarmDetail; nowMs: number }) {
  const words = useWords();
  const { text, format } = words;
  const { alarm, devices, last_contact_at: contact } = detail;
  if (devices.length === 0 || alarm.ended_at !== null) return null;
  return (
    <div className={styles.silent}>
      <p>{text("desk.silent")}</p>
      <ul>
        {devices.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {contact !== null && (
        <p className={styles.pale}>
          {text("desk.lastContact", { t: format.clock(Date.parse(contact), alarm.project.timezone, true) })}
          {` · ${spanText(nowMs - Date.parse(contact), words)}`}
        </p>
      )}
    </div>
  );
}

const ICONS: Readonly<Record<AlarmStep["action"], LucideIcon>> = {
  begun: Unplug,
  raised: Bell,
  escalated: BellRing,
  taken: Hand,
  assigned: UserPlus,
  given_back: Undo2,
  snoozed: Clock,
  woken: Bell,
  resolved: Wrench,
  reopened: Undo2,
  ticket: Send,
  ended: CircleCheck,
};

function lifeOf(step: AlarmStep, at: number, of: { timezone: string; words: Words }): LifeStep {
  const { text, format } = of.words;
  const somebody = text("desk.somebody");
  const until =
    step.until === null
      ? null
      : text("desk.until", { t: format.dateTime(Date.parse(step.until), of.timezone) });
  const cause = step.cause === null ? null : text(`desk.cause.${step.cause}`);
  const hint = [until, cause, step.note].filter((part) => part !== null && part !== "").join(" · ");
  return {
    key: String(at),
    state: "done",
    title: text(`desk.step.${step.action}`, { by: step.by ?? somebody, to: step.to ?? somebody }),
    ...(hint === "" ? {} : { hint }),
    time: format.dateTime(Date.parse(step.at), of.timezone),
    icon: ICONS[step.action],
  };
}

function AlarmLife({ detail: { alarm, steps }, nowMs }: { detail: AlarmDetail; nowMs: number }) {
  const words = useWords();
  const { text } = words;
  const { timezone } = alarm.project;
  const waiting: LifeStep[] =
    alarm.group === "nobody"
      ? [
          {
            key: "waiting",
            state: "now",
            title: text("desk.step.waiting"),
            time: spanText(nowMs - Date.parse(steps.at(-1)?.at ?? alarm.started_at), words),
            icon: UserPlus,
          },
        ]
      : [];
  const states = {
    done: text("desk.state.done"),
    now: text("desk.state.now"),
    due: text("desk.state.due"),
    failed: text("desk.state.failed"),
  };
  return (
    <Life
      label={text("desk.history")}
      steps={[...steps.map((step, at) => lifeOf(step, at, { timezone, words })), ...waiting]}
      words={states}
    />
  );
}

function SeenBefore({ detail: { alarm, seen_before: seen } }: { detail: AlarmDetail }) {
  const words = useWords();
  const { text, format } = words;
  if (seen === null) return null;
  const span = spanText(Date.parse(seen.ended_at) - Date.parse(seen.started_at), words);
  return (
    <p className={styles.seen}>
      <History size={15} aria-hidden />
      <span>
        <b>{text("desk.seenBefore")}</b>{" "}
        {text("desk.seenText", {
          t: format.dateTime(Date.parse(seen.started_at), alarm.project.timezone),
          span,
          vnd: format.number(Number(seen.lost_vnd)),
        })}{" "}
        {seen.cause !== null &&
          text("desk.seenCause", {
            cause: seen.note ?? text(`desk.cause.${seen.cause}`),
            by: seen.by ?? text("desk.somebody"),
          })}
      </span>
    </p>
  );
}
