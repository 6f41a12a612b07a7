import { endsNextDay, TIMELINES } from "@heliograph/contract/control/schedules/occurrences";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import type { ContractForm } from "../../../platform/form/use-contract-form.ts";
import { useWords } from "../../../platform/words.ts";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { TimeField } from "../../../ui/controls/dates/TimeField.tsx";
import { mayChange } from "../../fleet/index.ts";
import type { FormOf, ScheduleFields } from "./schedule-form.ts";
import { kindText, timelineText, WEEKDAYS } from "./schedule-view.ts";
import styles from "./ScheduleForm.module.css";

interface PartProps {
  readonly form: ContractForm<ScheduleFields>;
}

/** What is done: switch or limit, and how far. `fixed`: what kind it is cannot be changed (M156). */
export function DoingFields({ form, of, fixed }: PartProps & { of: FormOf; fixed: boolean }) {
  const { text } = useWords();
  const { type, state, operation_type } = form.values;
  const kinds = of.isHeater ? (["1"] as const) : (["2", "1"] as const);
  const isLimit = type === "2";
  return (
    <div className={styles.row}>
      <Select
        label={text("schedules.type")}
        value={type}
        disabled={fixed}
        onChange={(next) => form.change("type", next)}
        options={kinds.map((value) => ({ value, label: kindText(value === "1" ? 1 : 2, text) }))}
      />
      {of.isHeater && (
        <Select
          label={text("schedules.relay")}
          value={form.values.relay}
          disabled={fixed}
          onChange={(next) => form.change("relay", next)}
          options={[
            { value: "RL1", label: "RL1" },
            { value: "RL2", label: "RL2" },
          ]}
        />
      )}
      {isLimit ? (
        <>
          <NumberField {...form.field("value")} label={text("schedules.value")} min={0} />
          <Select
            label={text("schedules.unit")}
            value={operation_type}
            onChange={(next) => form.change("operation_type", next)}
            options={[
              { value: "PERCENT", label: text("schedules.percent") },
              { value: "FIX_VALUE", label: text("schedules.pmax") },
            ]}
          />
        </>
      ) : (
        <Segmented
          label={text("schedules.switch")}
          value={state}
          onChange={(next) => form.change("state", next)}
          options={[
            { value: "ON", label: "ON" },
            { value: "OFF", label: "OFF" },
          ]}
        />
      )}
    </div>
  );
}

/** How it repeats, from when to when, and on which days. */
export function DayFields(given: PartProps & { of: FormOf; project: ProjectInfo; fixed: boolean }) {
  const { form, of, project, fixed } = given;
  const { text } = useWords();
  const { timeline, from_date, to_date } = form.values;
  const isNow = Number(timeline) === TIMELINES.instant;
  return (
    <>
      <div className={styles.row}>
        <Select
          label={text("schedules.timelineType")}
          value={timeline}
          disabled={fixed}
          onChange={(next) => form.change("timeline", next)}
          options={(["1", "2", "3", "4"] as const).map((value) => ({
            value,
            label: timelineOf(value, text),
          }))}
        />
        {!isNow && (
          <DateField
            label={text("schedules.from")}
            today={of.today}
            max={to_date}
            value={from_date}
            onChange={(day) => form.change("from_date", day)}
            fault={form.faultOf("from_date")}
          />
        )}
        <DateField
          label={text("schedules.to")}
          today={of.today}
          min={isNow ? of.today : from_date}
          value={to_date}
          onChange={(day) => form.change("to_date", day)}
          fault={form.faultOf("to_date")}
        />
      </div>
      {Number(timeline) === TIMELINES.weekly && <Weekdays form={form} disabled={!mayChange(project)} />}
      {Number(timeline) === TIMELINES.monthly && <MonthDays form={form} />}
    </>
  );
}

const timelineOf = (value: ScheduleFields["timeline"], text: ReturnType<typeof useWords>["text"]) =>
  timelineText(value === "1" ? 1 : value === "2" ? 2 : value === "3" ? 3 : 4, text);

/** Only who owns or manages the project chooses (M193). */
function Weekdays({ form, disabled }: PartProps & { disabled: boolean }) {
  const { text } = useWords();
  const names = WEEKDAYS.map(({ day, key }) => ({ day, name: text(key) }));
  return <Days {...{ form, names, disabled }} path="weekdays" />;
}

const MONTH = Array.from({ length: 31 }, (_, index) => ({ day: index + 1, name: String(index + 1) }));

function MonthDays({ form }: PartProps) {
  const { text } = useWords();
  return <Days form={form} names={MONTH} path="monthDays" hint={text("schedules.lastDay")} />;
}

function Days(
  given: PartProps & {
    names: readonly { day: number; name: string }[];
    path: "weekdays" | "monthDays";
    disabled?: boolean;
    hint?: string;
  },
) {
  const { form, names, path, disabled = false, hint } = given;
  const { text } = useWords();
  const chosen = form.values[path];
  const fault = form.faultOf("day");
  return (
    <fieldset
      className={styles.group}
      disabled={disabled}
      aria-invalid={fault === undefined ? undefined : true}
      tabIndex={fault === undefined ? undefined : -1}
    >
      <legend>{text("schedules.days")}</legend>
      <div className={styles.boxes} data-narrow={path === "monthDays" ? "" : undefined}>
        {names.map(({ day, name }) => (
          <Checkbox
            key={day}
            label={name}
            checked={chosen.includes(day)}
            onChange={(on) =>
              form.change(
                path,
                on ? [...chosen, day].toSorted((a, b) => a - b) : chosen.filter((one) => one !== day),
              )
            }
          />
        ))}
      </div>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

/** From when to when; a window that ends the next day says so. */
export function TimeFields({ form }: PartProps) {
  const { text } = useWords();
  const { timeline, from_time, to_time } = form.values;
  const isNow = Number(timeline) === TIMELINES.instant;
  const isWindow = timeline === "2" || timeline === "3";
  const nextDay =
    isWindow && from_time !== null && to_time !== null && endsNextDay({ from_time, to_time })
      ? { hint: text("schedules.endsNextDay") }
      : {};
  return (
    <div className={styles.row}>
      {!isNow && (
        <TimeField
          {...form.field("from_time")}
          label={text("schedules.fromTime")}
          onClear={() => form.change("from_time", null)}
        />
      )}
      <TimeField
        {...form.field("to_time")}
        {...nextDay}
        label={text("schedules.toTime")}
        onClear={() => form.change("to_time", null)}
      />
    </div>
  );
}
