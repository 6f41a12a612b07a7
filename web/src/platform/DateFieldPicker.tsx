import type { Day } from "@heliograph/contract/kernel/time";
import { DatePicker } from "antd";
import dayjs from "dayjs";
import { dayPattern, monthPattern } from "./format.ts";
import { useLang } from "./i18n.tsx";
import type { DayPart } from "./typed-day.ts";

/** How days travel and are compared. */
const ISO = "YYYY-MM-DD";

export interface DateFieldProps {
  /** Null: none is chosen, where one can be cleared. */
  readonly day: Day | null;
  /** Its name, where no label names it by `id`. */
  readonly label?: string;
  readonly id?: string;
  readonly disabled: boolean;
  readonly isOff: (day: Day) => boolean;
  readonly onDay: (day: Day) => void;
  /** Where there may be no day. */
  readonly onClear?: () => void;
  /** A month or year stands for a day of it. */
  readonly picker?: DayPart;
  readonly invalid?: boolean;
  /** False where there is no room for it, and no keyboard: a phone. */
  readonly withIcon: boolean;
}

/** The field and its open calendar; it takes the focus, as it replaces one that had it. */
export function DateFieldPicker(given: DateFieldProps) {
  const { day, label, id, disabled, isOff, onDay, onClear, picker = "date", invalid, withIcon } = given;
  const lang = useLang();
  const pattern = { date: dayPattern(lang), month: monthPattern(lang), year: "YYYY" }[picker];
  return (
    <DatePicker
      value={day === null ? null : dayjs(day)}
      onChange={(chosen) => (chosen === null ? onClear?.() : onDay(chosen.format(ISO)))}
      picker={picker}
      format={pattern}
      placeholder="–"
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      allowClear={onClear !== undefined}
      disabled={disabled}
      disabledDate={(date) => isOff(date.format(ISO))}
      inputReadOnly={!withIcon}
      suffixIcon={withIcon ? undefined : null}
      {...(invalid === true ? { status: "error" } : {})}
      // The typed field that this one replaces had the focus.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      defaultOpen
    />
  );
}
