import { SCHEDULE_TYPES, type Schedule } from "@heliograph/contract/control/schedules/schedules";
import { useRef, useState, type CSSProperties, type KeyboardEvent } from "react";
import { useWords, type Words } from "../../../platform/words.ts";
import { valueText, WEEKDAYS, type RunMark, type RunLine } from "./schedule-view.ts";
import styles from "./ScheduleTimeline.module.css";

const percent = (share: number) => `${(share * 100).toFixed(3)}%`;
const at = (left: number, width?: number): CSSProperties => ({
  left: percent(left),
  ...(width === undefined ? {} : { width: percent(width) }),
});
/** A run of less than this share of the line has its words beside it, which need this share. */
const NARROW = 0.04;
const WORDS = 0.07;

/** Where the words of a run stand; undefined: in it, "none": beside it is another run of the lane. */
function wordsOf(bar: RunMark, lane: readonly RunMark[]): "before" | "after" | "none" | undefined {
  const { left, width } = bar;
  if (width >= NARROW) return undefined;
  const side = left > 0.8 ? "before" : "after";
  const from = side === "after" ? left : left - WORDS;
  const to = from + width + WORDS;
  const isTaken = lane.some((other) => other !== bar && other.left < to && other.left + other.width > from);
  return isTaken ? "none" : side;
}
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** "Fri 20": a calendar day, whatever the zone. */
function dayName(day: string, text: Words["text"]): string {
  const midnight = new Date(`${day}T00:00:00Z`);
  const weekday = WEEKDAYS[(midnight.getUTCDay() + 6) % 7];
  return `${weekday === undefined ? "" : text(weekday.key)} ${midnight.getUTCDate()}`;
}

/** What moving between runs needs: who has the stop, and how the keys move it. */
interface Stop {
  readonly active: RunMark | undefined;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly open: (schedule: Schedule) => void;
}

/**
 * Seven days of runs, a lane for each set of devices. It is one stop of the Tab key: arrows go from run to run in the order of time,
 * Enter opens the schedule.
 */
export function ScheduleTimeline(given: {
  line: RunLine;
  timezone: string;
  open: (schedule: Schedule) => void;
}) {
  const { line, timezone, open } = given;
  const { text } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(0);
  const last = line.bars.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const to =
      event.key === "Home" ? 0 : event.key === "End" ? last : step === undefined ? null : place + step;
    if (to === null) return;
    event.preventDefault();
    const next = Math.min(last, Math.max(0, to));
    setPlace(next);
    box.current?.querySelector<HTMLElement>(`[data-place="${next}"]`)?.focus();
  };
  const stop = { active: line.bars[Math.min(place, last)], onKeyDown, open };
  return (
    <div className={styles.timeline}>
      <Days line={line} />
      <div ref={box} className={styles.lanes} role="group" aria-label={text("schedules.timeline")}>
        {line.lanes.length === 0 && <p className={styles.none}>{text("schedules.noneThisWeek")}</p>}
        {line.lanes.map((lane) => (
          <div key={lane.id} className={styles.lane} role="group" aria-label={lane.title}>
            <span className={styles.name} title={lane.title} aria-hidden>
              {lane.name}
            </span>
            <div className={styles.track}>
              {line.nights.map(({ left, width }) => (
                <i key={left} className={styles.night} style={at(left, width)} aria-hidden />
              ))}
              {lane.bars.map((bar) => (
                <RunBar
                  key={bar.id}
                  {...{ bar, timezone, stop }}
                  words={wordsOf(bar, lane.bars)}
                  place={line.bars.indexOf(bar)}
                />
              ))}
              <i className={styles.now} style={at(line.now)} aria-hidden />
            </div>
          </div>
        ))}
      </div>
      <Legend />
    </div>
  );
}

function Days({ line }: { line: RunLine }) {
  const { text } = useWords();
  return (
    <div className={styles.days} aria-hidden>
      <span className={styles.name} />
      <div className={styles.track}>
        {line.days.map((day, index) => (
          <span key={day} style={at(index / line.days.length)} data-today={index === 0 ? "" : undefined}>
            {dayName(day, text)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** A run, which says when it is, what it does and whether another is in its way. */
function RunBar({
  bar,
  words,
  place,
  timezone,
  stop,
}: {
  bar: RunMark;
  words: ReturnType<typeof wordsOf>;
  place: number;
  timezone: string;
  stop: Stop;
}) {
  const { text, format } = useWords();
  const { schedule, run, overlaps, left, width } = bar;
  const value = valueText(schedule, { format });
  const said = [
    `${format.dateTime(run.starts_ms, timezone)} – ${format.dateTime(run.ends_ms, timezone)}`,
    value,
    ...(schedule.available ? [] : [text("Deactive")]),
    ...(overlaps ? [text("schedules.overlapShort")] : []),
  ].join(", ");
  return (
    <button
      type="button"
      className={styles.bar}
      aria-label={said}
      title={said}
      tabIndex={bar === stop.active ? 0 : -1}
      data-place={place}
      data-kind={schedule.schedule_type_id === SCHEDULE_TYPES.on_off ? "switch" : "power"}
      data-idle={schedule.available ? undefined : ""}
      data-narrow={words}
      data-overlaps={overlaps ? "" : undefined}
      style={at(left, width)}
      onKeyDown={stop.onKeyDown}
      onClick={() => stop.open(schedule)}
    >
      <span>{value}</span>
    </button>
  );
}

function Legend() {
  const { text } = useWords();
  return (
    <p className={styles.legend} aria-hidden>
      <span data-kind="power">{text("schedules.power")}</span>
      <span data-kind="switch">{text("schedules.onOff")}</span>
      <span data-kind="idle">{text("Deactive")}</span>
      <span data-kind="night">{text("schedules.night")}</span>
    </p>
  );
}
