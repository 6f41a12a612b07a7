import type { LocalNow } from "@heliograph/contract/monitoring/statistics/statistics-range";
import {
  canPick,
  isWithinDay,
  rangeFault,
} from "@heliograph/contract/monitoring/statistics/statistics-range";
import { type FormEvent, useState } from "react";
import { DateField } from "../../../ui/controls/DateField.tsx";
import { useServerText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { TimeField } from "../../../ui/controls/TimeField.tsx";
import { type AnyBin, type BinRange, isSameRange, timed, wholePeriods, withBin } from "./statistics-view.ts";
import { useWords } from "../words.ts";
import styles from "./StatisticsRange.module.css";

/** Arrow keys go by quarters of an hour; another time can be typed. */
const QUARTER_MINUTES = 15;

interface EndProps {
  readonly label: string;
  readonly day: string;
  readonly time: string | undefined;
  readonly today: string;
  readonly bin: AnyBin;
  readonly canPick: (day: string) => boolean;
  readonly disabled: boolean;
  /** What is wrong with this end, in words, and whether it is its time; null: nothing. */
  readonly fault: { readonly message: string; readonly ofTime: boolean } | null;
  readonly onDay: (day: string) => void;
  readonly onTime: (time: string | undefined) => void;
}

/** One end of the range: a day, month or year, and a time where the bin divides days. */
function End({ label, day, time, today, bin, canPick: may, disabled, fault, onDay, onTime }: EndProps) {
  const { text } = useWords();
  const part = bin === "1_months" ? "month" : bin === "year" ? "year" : "day";
  return (
    <div className={styles.end}>
      <DateField
        label={label}
        value={day}
        part={part}
        today={today}
        max={today}
        disabled={disabled}
        isOff={(one) => !may(one)}
        fault={fault?.ofTime === false ? fault.message : undefined}
        onChange={onDay}
      />
      {isWithinDay(bin) && (
        <TimeField
          className={styles.time}
          label={text("statistics.timeOf", { end: label })}
          hideLabel
          value={time ?? null}
          step={QUARTER_MINUTES}
          disabled={disabled}
          fault={fault?.ofTime === true ? fault.message : undefined}
          onChange={onTime}
          onClear={() => onTime(undefined)}
        />
      )}
    </div>
  );
}

interface Props<B extends AnyBin> {
  readonly range: BinRange<B>;
  readonly bins: readonly B[];
  readonly now: LocalNow;
  /** True while what the range asks for is on its way (M56). */
  readonly loading: boolean;
  readonly onRange: (range: BinRange<B>) => void;
}

function useDraft<B extends AnyBin>({ range, now, onRange }: Props<B>) {
  const [draft, setDraft] = useState<BinRange<B> | null>(null);
  const shown = draft ?? range;
  const fault = rangeFault(shown, shown.bin, now);
  const changed = draft !== null && !isSameRange(draft, range);
  const change = (part: Partial<BinRange<B>>) =>
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
 * and is possible; Cancel restores it (M186). What is wrong stands below its field, in the server's words.
 */
export function StatisticsRange<B extends AnyBin>(props: Props<B>) {
  const { bins, now, loading } = props;
  const { text } = useWords();
  const serverText = useServerText();
  const { shown, fault, changed, change, apply, setDraft } = useDraft(props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply();
  };
  const faultOf = (side: "from" | "to") =>
    fault?.field.startsWith(side) !== true
      ? null
      : {
          message: serverText(fault.message),
          ofTime: fault.field.endsWith("time") && isWithinDay(shown.bin),
        };
  const ends = (["from", "to"] as const).map((side) => (
    <End
      key={side}
      label={text(`range.${side}`)}
      day={shown[`${side}_date`]}
      time={shown[`${side}_time`]}
      today={now.today}
      bin={shown.bin}
      canPick={(day) => canPick(day, { side, range: shown, bin: shown.bin, today: now.today })}
      disabled={loading}
      fault={faultOf(side)}
      onDay={(day) => change(side === "from" ? { from_date: day } : { to_date: day })}
      onTime={(time) => change(side === "from" ? { from_time: time } : { to_time: time })}
    />
  ));
  return (
    <form className={styles.range} onSubmit={submit} noValidate>
      {ends}
      <Select<B>
        label={text("statistics.time")}
        className={styles.bin}
        value={shown.bin}
        disabled={loading}
        options={bins.map((bin) => ({ value: bin, label: text(`statistics.bin.${bin}`) }))}
        onChange={(bin) => setDraft(withBin(shown, bin, now.today))}
      />
      <div className={styles.apply}>
        {changed && <Button onClick={() => setDraft(null)}>{text("Cancel")}</Button>}
        <Button type="primary" submits disabled={loading || !changed || fault !== null}>
          {text("Apply")}
        </Button>
      </div>
    </form>
  );
}
