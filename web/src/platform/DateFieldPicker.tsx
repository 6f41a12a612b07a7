import type { Day } from "@heliograph/contract/kernel/time";
import { DatePicker } from "antd";
import dayjs from "dayjs";
import { dayPattern } from "./format.ts";
import { useLang } from "./i18n.tsx";

/** How days travel and are compared. */
const ISO = "YYYY-MM-DD";

export interface DateFieldProps {
  readonly day: Day;
  readonly label: string;
  readonly disabled: boolean;
  readonly isOff: (day: Day) => boolean;
  readonly onDay: (day: Day) => void;
  /** False where there is no room for it, and no keyboard: a phone. */
  readonly withIcon: boolean;
  /** Whether the calendar is open from the beginning. */
  readonly opened: boolean;
}

/** The field and its calendar; it takes the focus, as it replaces one that had it. */
export function DateFieldPicker({ day, label, disabled, isOff, onDay, withIcon, opened }: DateFieldProps) {
  return (
    <DatePicker
      value={dayjs(day)}
      onChange={(chosen) => chosen !== null && onDay(chosen.format(ISO))}
      format={dayPattern(useLang())}
      aria-label={label}
      allowClear={false}
      disabled={disabled}
      disabledDate={(date) => isOff(date.format(ISO))}
      inputReadOnly={!withIcon}
      suffixIcon={withIcon ? undefined : null}
      // The still field that this one replaces had the focus.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      defaultOpen={opened}
    />
  );
}
