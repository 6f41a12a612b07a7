import type { LocalNow } from "@heliograph/contract/performance/statistics-range";
import { canPick, isWithinDay, rangeFault } from "@heliograph/contract/performance/statistics-range";
import { Button, DatePicker, Select, TimePicker } from "antd";
import dayjs from "dayjs";
import { type FormEvent, useId, useState } from "react";
import { dayPattern, monthPattern } from "../../platform/format.ts";
import { useSaid } from "../../platform/i18n.tsx";
import { usePhone } from "../../ui/media.ts";
import {
  type AnyBin,
  type AskedRange,
  isSameRange,
  timed,
  wholePeriods,
  withBin,
} from "./statistics-view.ts";
import { useWords } from "./words.ts";

const ISO = "YYYY-MM-DD";

interface EndProps {
  readonly label: string;
  readonly day: string;
  readonly time: string | undefined;
  readonly bin: AnyBin;
  readonly canPick: (day: string) => boolean;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly onDay: (day: string) => void;
  readonly onTime: (time: string | undefined) => void;
}

/** One end of the range: a day, month or year, and a time where the bin divides days. */
function End({ label, day, time, bin, canPick: may, disabled, invalid, onDay, onTime }: EndProps) {
  const { text, format } = useWords();
  const phone = usePhone();
  const id = useId();
  const picker = bin === "1_months" ? "month" : bin === "year" ? "year" : "date";
  const pattern = { date: dayPattern(format.lang), month: monthPattern(format.lang), year: "YYYY" }[picker];
  const status = invalid ? ({ status: "error" } as const) : {};
  return (
    <div className="range-end">
      <label htmlFor={id}>{label}</label>
      <div className="statistics-end">
        <DatePicker
          id={id}
          value={dayjs(day)}
          picker={picker}
          allowClear={false}
          format={pattern}
          inputReadOnly={phone}
          disabled={disabled}
          disabledDate={(date) => !may(date.format(ISO))}
          onChange={(chosen) => chosen !== null && onDay(chosen.format(ISO))}
          {...status}
        />
        {isWithinDay(bin) && (
          <TimePicker
            aria-label={text("statistics.timeOf", { end: label })}
            value={time === undefined ? null : dayjs(`2000-01-01T${time}`)}
            format="HH:mm"
            minuteStep={15}
            placeholder="HH:mm"
            needConfirm={false}
            inputReadOnly={phone}
            disabled={disabled}
            className="statistics-time"
            onChange={(chosen) => onTime(chosen === null ? undefined : chosen.format("HH:mm"))}
            {...status}
          />
        )}
      </div>
    </div>
  );
}

interface Props<B extends AnyBin> {
  readonly range: AskedRange<B>;
  readonly bins: readonly B[];
  readonly now: LocalNow;
  /** True while what the range asks for is on its way (M56). */
  readonly loading: boolean;
  readonly onRange: (range: AskedRange<B>) => void;
}

function useDraft<B extends AnyBin>({ range, now, onRange }: Props<B>) {
  const [draft, setDraft] = useState<AskedRange<B> | null>(null);
  const shown = draft ?? range;
  const fault = rangeFault(shown, shown.bin, now);
  const changed = draft !== null && !isSameRange(draft, range);
  const change = (part: Partial<AskedRange<B>>) =>
    setDraft(wholePeriods(timed({ ...shown, ...part }), now.today));
  const apply = () => {
    if (!changed || fault !== null) return;
    onRange(shown);
    setDraft(null);
  };
  return { shown, fault, changed, change, apply, setDraft };
}

/**
 * From, To, their times and the bin (M57). Nothing happens until Apply, which has something to do once the range has changed
 * and is possible; Cancel restores it (M186). What is wrong stands below, in the server's words.
 */
export function StatisticsRange<B extends AnyBin>(props: Props<B>) {
  const { bins, now, loading } = props;
  const { text } = useWords();
  const said = useSaid();
  const { shown, fault, changed, change, apply, setDraft } = useDraft(props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply();
  };
  const ends = (["from", "to"] as const).map((side) => (
    <End
      key={side}
      label={text(`range.${side}`)}
      day={shown[`${side}_date`]}
      time={shown[`${side}_time`]}
      bin={shown.bin}
      canPick={(day) => canPick(day, { side, range: shown, bin: shown.bin, today: now.today })}
      disabled={loading}
      invalid={fault?.field.startsWith(side) === true}
      onDay={(day) => change(side === "from" ? { from_date: day } : { to_date: day })}
      onTime={(time) => change(side === "from" ? { from_time: time } : { to_time: time })}
    />
  ));
  return (
    <form className="statistics-range" onSubmit={submit}>
      {ends}
      <div className="range-end">
        <span aria-hidden>{text("statistics.time")}</span>
        <Select<B>
          aria-label={text("statistics.time")}
          className="statistics-bin"
          value={shown.bin}
          disabled={loading}
          options={bins.map((bin) => ({ value: bin, label: text(`statistics.bin.${bin}`) }))}
          onChange={(bin) => setDraft(withBin(shown, bin, now.today))}
        />
      </div>
      <div className="statistics-apply">
        {changed && <Button onClick={() => setDraft(null)}>{text("Cancel")}</Button>}
        <Button type="primary" htmlType="submit" disabled={loading || !changed || fault !== null}>
          {text("Apply")}
        </Button>
      </div>
      {fault !== null && (
        <p className="statistics-fault" role="alert">
          {said(fault.message)}
        </p>
      )}
    </form>
  );
}
