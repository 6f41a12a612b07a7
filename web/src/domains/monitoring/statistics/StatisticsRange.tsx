import type { LocalNow } from "@heliograph/contract/monitoring/statistics/statistics-range";
import {
  canPick,
  isWithinDay,
  rangeFault,
  rangeForm,
} from "@heliograph/contract/monitoring/statistics/statistics-range";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { TimeField } from "../../../ui/controls/dates/TimeField.tsx";
import { type AnyBin, type BinRange, timed, wholePeriods, withBin } from "./statistics-view.ts";
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

/** The range as the fields hold it: null is no time. */
interface RangeValues {
  from_date: string;
  to_date: string;
  from_time: string | null;
  to_time: string | null;
  bin: AnyBin;
}

const valuesOf = ({ from_date, to_date, from_time, to_time, bin }: BinRange): RangeValues => ({
  from_date,
  to_date,
  from_time: from_time ?? null,
  to_time: to_time ?? null,
  bin,
});

const rangeOf = <B extends AnyBin>({ from_time, to_time, ...range }: RangeValues): BinRange<B> =>
  timed({
    ...range,
    ...(from_time === null ? {} : { from_time }),
    ...(to_time === null ? {} : { to_time }),
    // The fields hold one of the bins that they were given.
    bin: range.bin as B,
  });

/** The form of the range. It is judged while it is typed, as the server would judge it. */
function useRangeForm<B extends AnyBin>({ range, now, onRange }: Props<B>) {
  const form = useContractForm(
    { body: rangeForm },
    {
      defaults: valuesOf(range),
      toBody: rangeOf,
      alsoJudge: (values) => {
        const fault = rangeFault(rangeOf(values), values.bin, now);
        return fault === null ? {} : { [fault.field]: fault.message };
      },
      atOnce: true,
      guarded: false,
      send: async (asked) => {
        // The fields hold one of the bins that they were given.
        onRange(asked as BinRange<B>);
      },
    },
  );
  const shown = rangeOf<B>(form.values);
  const put = (next: BinRange) => form.fill(valuesOf(next));
  return {
    form,
    shown,
    change: (part: Partial<BinRange<B>>) => put(wholePeriods(timed({ ...shown, ...part }), now.today)),
    changeBin: (bin: B) => put(withBin(shown, bin, now.today)),
  };
}

/**
 * From, To, their times and the bin (M57). Nothing happens until Apply, which has something to do once the range has changed
 * and is possible; Cancel restores it (M186). What is wrong stands below its field, in the server's words.
 */
export function StatisticsRange<B extends AnyBin>(props: Props<B>) {
  const { bins, now, loading } = props;
  const { text } = useWords();
  const { form, shown, change, changeBin } = useRangeForm(props);
  const faultOf = (side: "from" | "to") => {
    const ofTime = form.faultOf(`${side}_time`);
    const message = form.faultOf(`${side}_date`) ?? ofTime;
    return message === undefined ? null : { message, ofTime: message === ofTime && isWithinDay(shown.bin) };
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
    <form className={styles.range} onSubmit={form.submit} noValidate>
      {ends}
      <Select<B>
        label={text("statistics.time")}
        className={styles.bin}
        value={shown.bin}
        disabled={loading}
        options={bins.map((bin) => ({ value: bin, label: text(`statistics.bin.${bin}`) }))}
        onChange={changeBin}
      />
      <div className={styles.apply}>
        {form.dirty && <Button onClick={form.reset}>{text("Cancel")}</Button>}
        <Button type="primary" submits disabled={loading || !form.dirty || form.invalid}>
          {text("Apply")}
        </Button>
      </div>
    </form>
  );
}
