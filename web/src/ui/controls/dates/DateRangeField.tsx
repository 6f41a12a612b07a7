import { lazy, useId, useRef, useState } from "react";
import { useKitWords } from "../../kit-words.ts";
import { CalendarButton, useTyped } from "./DateField.tsx";
import styles from "./DateRangeField.module.css";
import { dayPatternOf, isAllowed, shownDay, typedDay, type DayBounds } from "./days.ts";
import { describedBy, FieldNotes, type FieldProps } from "../Field.tsx";
import field from "../Field.module.css";
import { classNames } from "../class-names.ts";
import hidden from "../../layout/VisuallyHidden.module.css";

const Calendar = lazy(async () => ({ default: (await import("./Calendar.tsx")).Calendar }));

/** From the first to the last day, both of them in it. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

interface DateRangeFieldProps extends FieldProps, DayBounds {
  readonly today: string;
  readonly value: DayRange;
  readonly onChange: (range: DayRange) => void;
  readonly onBlur?: (() => void) | undefined;
}

function End(given: {
  name: string;
  value: string;
  bounds: DayBounds;
  disabled: boolean;
  description: string | undefined;
  invalid: boolean;
  onDay: (day: string) => void;
  onBlur: (() => void) | undefined;
  open: () => void;
}) {
  const { name, value, bounds, disabled, description, invalid, onDay, onBlur, open } = given;
  const { lang } = useKitWords();
  const typed = useTyped({
    shown: shownDay(lang, "day", value),
    read: (text) => {
      const day = typedDay(lang, "day", text);
      return day !== null && isAllowed(day, "day", bounds) ? day : null;
    },
    take: onDay,
  });
  return (
    <input
      aria-label={name}
      aria-invalid={invalid || undefined}
      aria-describedby={description}
      className={classNames(field["input"], field["number"], styles["end"])}
      value={typed.text}
      placeholder={dayPatternOf(lang, "day")}
      inputMode="numeric"
      autoComplete="off"
      disabled={disabled}
      onChange={(event) => typed.type(event.target.value)}
      onKeyDown={(event) => {
        if (typed.onKeyDown(event) || event.key !== "ArrowDown") return;
        event.preventDefault();
        open();
      }}
      onBlur={() => {
        typed.settle();
        onBlur?.();
      }}
    />
  );
}

/** Two days, typed or chosen by two presses in one calendar: the first is the beginning, the second the end. */
export function DateRangeField(given: DateRangeFieldProps) {
  const { label, hideLabel = false, hint, fault, disabled = false, className, ...own } = given;
  const { today, value, onChange, onBlur, min, max, isOff } = own;
  const { word } = useKitWords();
  const [open, setOpen] = useState(false);
  /** The first press of two; the range is changed by the second. */
  const [begun, setBegun] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const turn = (next: boolean) => {
    setBegun(null);
    setOpen(next);
  };
  const pick = (from: string, to: string | null) => {
    if (to === null) return setBegun(from);
    turn(false);
    onChange({ from, to });
  };
  const shared = {
    disabled,
    onBlur,
    invalid: fault !== undefined,
    description: describedBy(id, hint, fault),
    open: () => turn(true),
  };
  return (
    <div role="group" aria-labelledby={id} className={classNames(field["field"], className)}>
      <span id={id} className={hideLabel ? hidden["hidden"] : field["label"]}>
        {label}
      </span>
      <div ref={box} className={classNames(field["box"], styles["range"])}>
        <End
          {...shared}
          name={`${label}: ${word("from")}`}
          value={value.from}
          bounds={{ min, max, isOff }}
          onDay={(from) => onChange({ from, to: from > value.to ? from : value.to })}
        />
        <span aria-hidden>–</span>
        <End
          {...shared}
          name={`${label}: ${word("to")}`}
          value={value.to}
          bounds={{ min, max, isOff }}
          onDay={(to) => onChange({ from: to < value.from ? to : value.from, to })}
        />
        <CalendarButton {...{ label, disabled, open, box }} setOpen={turn}>
          <Calendar
            {...{ today, min, max, isOff }}
            from={begun ?? value.from}
            to={begun === null ? value.to : null}
            onPick={pick}
          />
        </CalendarButton>
      </div>
      <FieldNotes {...{ id, hint, fault }} />
    </div>
  );
}
