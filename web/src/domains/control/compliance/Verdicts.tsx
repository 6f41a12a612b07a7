import type { NzeComplianceDay } from "@heliograph/contract/control/compliance";
import { FlaskConical } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";
import { useWords, type Words } from "../../../platform/words.ts";
import { classNames } from "../../../ui/controls/class-names.ts";
import type { ComplianceMonth } from "./compliance-queries.ts";
import { VERDICT_ICONS, verdictText } from "./compliance-words.ts";
import styles from "./Compliance.module.css";

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
const WEEK = 7;

interface Props {
  readonly days: readonly string[];
  readonly data: ComplianceMonth;
  readonly chosen: string | null;
  /** True: weeks below each other, as on a wall. */
  readonly calendar: boolean;
  readonly onOpen: (day: string) => void;
}

/** The verdict of each day: one stop of the Tab key, arrows move, Enter opens. */
export function Verdicts({ days, data, chosen, calendar, onOpen }: Props) {
  const words = useWords();
  const { text } = words;
  const list = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState<string | null>(null);
  const by = new Map(data.days.map((day) => [day.day, day]));
  const drilled = new Map(data.drill_days.map(({ day, result }) => [day, result]));
  const at = [stop, chosen, days[0]].find((day) => day !== null && day !== undefined && days.includes(day));
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextDay(event.key, { days, at: at ?? "", calendar });
    if (next === undefined) return;
    event.preventDefault();
    setStop(next);
    list.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  // Monday first.
  const before = (new Date(`${days[0]}T00:00:00Z`).getUTCDay() + 6) % WEEK;
  return (
    <div
      ref={list}
      role="group"
      aria-label={text("compliance.verdicts")}
      className={classNames(styles.verdicts, calendar && styles.calendar)}
      style={{ ["--days" as string]: days.length, ["--before" as string]: before + 1 }}
    >
      {days.map((day) => {
        const found = by.get(day);
        const drill = drilled.get(day);
        const Icon = found === undefined ? null : VERDICT_ICONS[found.verdict];
        return (
          <button
            key={day}
            type="button"
            data-day={day}
            onKeyDown={onKeyDown}
            tabIndex={day === at ? 0 : -1}
            aria-pressed={day === chosen}
            aria-label={dayName({ day, found, drill }, words)}
            title={dayName({ day, found, drill }, words)}
            onClick={() => {
              setStop(day);
              onOpen(day);
            }}
          >
            <span>{day.slice(8)}</span>
            <i data-verdict={found?.verdict ?? "none"}>{Icon !== null && <Icon size={16} aria-hidden />}</i>
            <i data-drill={drill}>{drill !== undefined && <FlaskConical size={14} aria-hidden />}</i>
          </button>
        );
      })}
    </div>
  );
}

/** The day that a key leads to; undefined: it is no key of the row. */
function nextDay(
  key: string,
  { days, at, calendar }: { days: readonly string[]; at: string; calendar: boolean },
): string | undefined {
  if (key === "Home") return days[0];
  if (key === "End") return days.at(-1);
  const step = STEPS[key] ?? (calendar ? { ArrowDown: WEEK, ArrowUp: -WEEK }[key] : undefined);
  if (step === undefined) return undefined;
  return days[Math.min(Math.max(days.indexOf(at) + step, 0), days.length - 1)];
}

interface DayFacts {
  readonly day: string;
  readonly found: NzeComplianceDay | undefined;
  readonly drill: "passed" | "failed" | undefined;
}

function dayName({ day, found, drill }: DayFacts, words: Words): string {
  const { text, format } = words;
  return [
    format.day(day),
    found === undefined ? text("compliance.notJudged") : verdictText(found, words),
    ...(drill === undefined ? [] : [text(`compliance.drilled.${drill}`)]),
  ].join(", ");
}
