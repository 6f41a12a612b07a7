import type { Day } from "@heliograph/contract/kernel/time";
import { PRODUCTION_CHART_LIMITS } from "@heliograph/contract/performance/production-chart";
import { Button, DatePicker, Popover } from "antd";
import dayjs from "dayjs";
import { CalendarRange } from "lucide-react";
import { useId, useRef, useState } from "react";
import { dayPattern } from "../../platform/format.ts";
import { usePhone } from "../../ui/media.ts";
import { canApply, canChoose, type Range } from "./production-range.ts";
import { useWords } from "./words.ts";

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
    <div className="range-end">
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
        getPopupContainer={(trigger) => trigger.closest<HTMLElement>(".range-form") ?? document.body}
      />
    </div>
  );
}

interface FormProps {
  readonly draft: Range;
  readonly today: Day;
  readonly canApply: boolean;
  readonly onDraft: (range: Range) => void;
  readonly onCancel: () => void;
  readonly onApply: () => void;
}

function RangeForm({ draft, today, canApply: may, onDraft, onCancel, onApply }: FormProps) {
  const { text } = useWords();
  return (
    <div className="range-form">
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
      <p className="range-hint">{text("range.limit", { n: PRODUCTION_CHART_LIMITS.days })}</p>
      <div className="range-actions">
        <Button onClick={onCancel}>{text("Cancel")}</Button>
        <Button type="primary" disabled={!may} onClick={onApply}>
          {text("Apply")}
        </Button>
      </div>
    </div>
  );
}

interface Props {
  readonly range: Range;
  readonly today: Day;
  readonly disabled: boolean;
  readonly onRange: (range: Range) => void;
}

/** The range's button and its popover: two days, Cancel, and Apply once the range has changed (M52, M186). */
export function RangePicker({ range, today, disabled, onRange }: Props) {
  const { text, format } = useWords();
  const [draft, setDraft] = useState<Range | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const shown = draft ?? range;
  const close = () => {
    setDraft(null);
    button.current?.focus();
  };
  const apply = () => {
    onRange(shown);
    close();
  };
  const may = canApply(draft, range, today);
  return (
    <Popover
      open={draft !== null}
      onOpenChange={(open) => setDraft(open ? range : null)}
      trigger="click"
      placement="bottomRight"
      content={
        <RangeForm
          draft={shown}
          today={today}
          canApply={may}
          onDraft={setDraft}
          onCancel={close}
          onApply={apply}
        />
      }
      destroyOnHidden
    >
      <button
        ref={button}
        type="button"
        className="range-button"
        disabled={disabled}
        aria-haspopup="dialog"
        aria-expanded={draft !== null}
      >
        <CalendarRange size={15} aria-hidden />
        <span className="vh">{text("range.change")}: </span>
        {format.day(range.from)} – {format.day(range.to)}
      </button>
    </Popover>
  );
}
