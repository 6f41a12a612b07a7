// A field for a day. The calendar behind it is antd's, and is loaded when it is first opened.
import { Calendar } from "lucide-react";
import { type KeyboardEvent, lazy, Suspense, useState } from "react";
import { inAntd } from "./antd.tsx";
import type { DateFieldProps } from "./DateFieldPicker.tsx";
import { useFormat } from "./format.ts";
import { typedDay } from "./typed-day.ts";

const load = inAntd(async () => (await import("./DateFieldPicker.tsx")).DateFieldPicker);
const Picker = lazy(load);

/** How much of a day is shown by what is picked: characters of YYYY-MM-DD. */
const SHOWN = { date: 10, month: 7, year: 4 } as const;

/** One day, typed or chosen in a calendar; days that `isOff` cannot be chosen. */
export function DateField(given: DateFieldProps) {
  const [opened, setOpened] = useState(false);
  const typed = <TypedField {...given} open={() => setOpened(true)} />;
  if (!opened) return typed;
  return (
    <Suspense fallback={typed}>
      <Picker {...given} />
    </Suspense>
  );
}

/**
 * What stands in the place of the calendar's field until that is opened, by a press or the arrow key: it looks and is
 * named the same. What is typed is taken by Enter and when the field is left, and given up by Escape.
 */
function TypedField(given: DateFieldProps & { open: () => void }) {
  const { id, day, label, disabled, isOff, onDay, onClear, picker = "date", invalid, withIcon, open } = given;
  const format = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const take = () => {
    if (typed === null) return;
    const read = typedDay(format.lang, picker, typed);
    if (read !== null && !isOff(read)) onDay(read);
    else if (typed.trim() === "") onClear?.();
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === "ArrowDown" || (key === "Enter" && typed === null)) open();
    else if (key === "Enter") take();
    else if (key === "Escape" && typed !== null) setTyped(null);
    else return;
    // Enter would send the form around the field, Escape close the window.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className={`datefield ${invalid === true ? "invalid" : ""}`}>
      <input
        readOnly={!withIcon}
        autoComplete="off"
        id={id}
        aria-label={label}
        aria-haspopup="dialog"
        aria-invalid={invalid === true}
        value={typed ?? (day === null ? "" : format.day(day.slice(0, SHOWN[picker])))}
        placeholder="–"
        disabled={disabled}
        onPointerEnter={() => void load()}
        onPointerDown={open}
        onKeyDown={onKeyDown}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
      />
      {withIcon && <Calendar size={14} aria-hidden />}
    </span>
  );
}
