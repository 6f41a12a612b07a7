import { addDays, type Day } from "@heliograph/contract/kernel/time";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { useWords } from "../words.ts";
import styles from "./DayPicker.module.css";

/** A button that is disabled while it has the focus loses it; it gets it back when it can be pressed again. */
function useFocusBack(disabled: boolean) {
  const pressed = useRef<HTMLButtonElement | null>(null);
  useEffect(() => {
    if (disabled || pressed.current === null) return;
    if (document.activeElement === document.body) pressed.current.focus();
    pressed.current = null;
  }, [disabled]);
  return pressed;
}

/** ‹ day ›: one day, by steps or by calendar. No day after `today` can be chosen (M182). */
export function DayPicker(given: { day: Day; today: Day; disabled: boolean; onDay: (day: Day) => void }) {
  const { day, today, disabled, onDay } = given;
  const { text } = useWords();
  const pressed = useFocusBack(disabled);
  const step = (days: number) => (event: { currentTarget: HTMLButtonElement }) => {
    pressed.current = event.currentTarget;
    onDay(addDays(day, days));
  };
  return (
    <div className={styles.dayPicker} data-day-picker="">
      <button
        type="button"
        className={styles.step}
        aria-label={text("day.previous")}
        disabled={disabled}
        onClick={step(-1)}
      >
        <ChevronLeft size={16} aria-hidden />
      </button>
      <DateField
        className={styles.day}
        value={day}
        label={text("day.choose")}
        hideLabel
        disabled={disabled}
        today={today}
        max={today}
        onChange={onDay}
      />
      <button
        type="button"
        className={styles.step}
        aria-label={text("day.next")}
        disabled={disabled || day >= today}
        onClick={step(1)}
      >
        <ChevronRight size={16} aria-hidden />
      </button>
    </div>
  );
}
