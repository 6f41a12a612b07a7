import type { Day } from "@heliograph/contract/kernel/time";
import { PRODUCTION_CHART_LIMITS } from "@heliograph/contract/monitoring/charts/production-chart";
import { Button, DatePicker } from "antd";
import dayjs from "dayjs";
import { useId } from "react";
import { dayPattern } from "../../../platform/format.ts";
import { usePhone } from "../../../ui/layout/media.ts";
import { canChoose, type Range } from "./production-range.ts";
import { useWords } from "../words.ts";
import styles from "./RangeForm.module.css";

const ISO = "YYYY-MM-DD";

interface EndProps {
  readonly label: string;
  readonly value: Day;
  readonly disabledDate: (day: Day) => boolean;
  readonly onDay: (day: Day) => void;
}

function End({ label, value, disabledDate, onDay }: EndProps) {
  const { format } = useWords();
  const phone = usePhone();
  const id = useId();
  return (
    <div className={styles.end}>
      <label htmlFor={id}>{label}</label>
      <DatePicker
        id={id}
        value={dayjs(value)}
        allowClear={false}
        format={dayPattern(format.lang)}
        inputReadOnly={phone}
        disabledDate={(date) => disabledDate(date.format(ISO))}
        onChange={(chosen) => chosen !== null && onDay(chosen.format(ISO))}
        // Inside the popover, so that choosing a day is not a click outside it.
        getPopupContainer={(trigger) => trigger.closest<HTMLElement>("[data-range-form]") ?? document.body}
      />
    </div>
  );
}

export interface RangeFormProps {
  readonly draft: Range;
  readonly today: Day;
  readonly canApply: boolean;
  readonly onDraft: (range: Range) => void;
  readonly onCancel: () => void;
  readonly onApply: () => void;
}

/** Both ends of a range, and whether to take it. */
export function RangeForm({ draft, today, canApply: may, onDraft, onCancel, onApply }: RangeFormProps) {
  const { text } = useWords();
  return (
    <div className={styles.form} data-range-form>
      <End
        label={text("range.from")}
        value={draft.from}
        disabledDate={(day) => !canChoose(day, today) || day > draft.to}
        onDay={(from) => onDraft({ ...draft, from })}
      />
      <End
        label={text("range.to")}
        value={draft.to}
        disabledDate={(day) => !canChoose(day, today) || day < draft.from}
        onDay={(to) => onDraft({ ...draft, to })}
      />
      <p className={styles.hint}>{text("range.limit", { n: PRODUCTION_CHART_LIMITS.days })}</p>
      <div className={styles.actions}>
        <Button onClick={onCancel}>{text("Cancel")}</Button>
        <Button type="primary" disabled={!may} onClick={onApply}>
          {text("Apply")}
        </Button>
      </div>
    </div>
  );
}
