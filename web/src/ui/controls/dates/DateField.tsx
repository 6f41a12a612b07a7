import { CalendarDays } from "lucide-react";
import { lazy, Suspense, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useKitWords, type KitWord } from "../../kit-words.ts";
import calendar from "./Calendar.module.css";
import { classNames } from "../class-names.ts";
import { dayPatternOf, isAllowed, shownDay, typedDay, type DayBounds, type DayPart } from "./days.ts";
import { Field, type FieldProps } from "../Field.tsx";
import styles from "../Field.module.css";
import { MonthGrid } from "./MonthGrid.tsx";
import { Popover } from "../windows/Popover.tsx";

const load = () => import("./Calendar.tsx");
const Calendar = lazy(async () => ({ default: (await load()).Calendar }));

interface DateFieldProps extends FieldProps, DayBounds {
  /** The day that is today in the time zone of what the day is of. */
  readonly today: string;
  /** Null: none is chosen. */
  readonly value: string | null;
  readonly onChange: (day: string) => void;
  /** Where there may be no day: the field was emptied. */
  readonly onClear?: (() => void) | undefined;
  readonly onBlur?: (() => void) | undefined;
  /** A month or a year stands for its first day. */
  readonly part?: DayPart;
  readonly size?: "medium" | "large";
}

const WRONG: Record<DayPart, KitWord> = { day: "badDate", month: "badMonth", year: "badYear" };

/**
 * What is typed is taken by Enter and when the field is left, and given up by Escape. What is no day, or may not be chosen,
 * is not taken: the day before stands there again, and `wrong` says why.
 */
export function useTyped(given: {
  shown: string;
  read: (text: string) => string | null;
  take: (value: string) => void;
  clear?: (() => void) | undefined;
}) {
  const { shown, read, take, clear } = given;
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const settle = () => {
    if (typed === null || typed === shown) return setTyped(null);
    const value = read(typed);
    if (value !== null) take(value);
    else if (typed.trim() === "") clear?.();
    else setWrong(true);
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && typed !== null) settle();
    else if (event.key === "Escape" && typed !== null) setTyped(null);
    else return false;
    // Enter would send the form around the field, Escape close the window.
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const type = (text: string) => {
    setWrong(false);
    setTyped(text);
  };
  return { text: typed ?? shown, wrong, settle, onKeyDown, type, forget: () => setTyped(null) };
}

/** One day, typed or chosen in a calendar, which its button and the arrow keys open. */
export function DateField(given: DateFieldProps) {
  const { label, hideLabel, hint, fault, disabled = false, className, ...own } = given;
  const { value, onChange, onClear, onBlur, part = "day", size = "medium", today, ...bounds } = own;
  const { lang, word } = useKitWords();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const typed = useTyped({
    shown: shownDay(lang, part, value),
    read: (text) => {
      const day = typedDay(lang, part, text);
      return day !== null && isAllowed(day, part, bounds) ? day : null;
    },
    take: onChange,
    clear: onClear,
  });
  const pick = (day: string) => {
    typed.forget();
    setOpen(false);
    onChange(day);
  };
  const wrong =
    typed.wrong && hideLabel !== true ? word(WRONG[part], { pattern: dayPatternOf(lang, part) }) : undefined;
  return (
    <Field {...{ label, hideLabel, hint, className }} fault={wrong ?? fault}>
      {(wire) => (
        <div ref={box} className={classNames(styles["box"], size === "large" && styles["large"])}>
          <input
            {...wire}
            className={classNames(styles["input"], styles["number"])}
            value={typed.text}
            placeholder={dayPatternOf(lang, part)}
            inputMode="numeric"
            autoComplete="off"
            disabled={disabled}
            onChange={(event) => typed.type(event.target.value)}
            onKeyDown={(event) => {
              if (typed.onKeyDown(event) || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
              event.preventDefault();
              setOpen(true);
            }}
            onBlur={() => {
              typed.settle();
              onBlur?.();
            }}
          />
          <CalendarButton {...{ label, disabled, open, setOpen, box }}>
            {part === "day" ? (
              <Calendar {...bounds} today={today} from={value} onPick={pick} />
            ) : (
              <MonthGrid {...bounds} part={part} today={today} value={value} onPick={pick} />
            )}
          </CalendarButton>
        </div>
      )}
    </Field>
  );
}

/** The button in a field for days, and the window with the calendar below the field. */
export function CalendarButton(given: {
  label: string;
  disabled: boolean;
  open: boolean;
  setOpen: (open: boolean) => void;
  box: React.RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  const { label, disabled, open, setOpen, box, children } = given;
  const { word } = useKitWords();
  const name = word("calendar", { label });
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={name}
      anchor={box}
      placement="bottomLeft"
      content={<Suspense fallback={<div className={calendar["waiting"]} />}>{children}</Suspense>}
    >
      <button
        type="button"
        className={styles["inner"]}
        aria-label={name}
        disabled={disabled}
        // Fetched when somebody is about to press: then it is there in time.
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
      >
        <CalendarDays size={16} aria-hidden />
      </button>
    </Popover>
  );
}
