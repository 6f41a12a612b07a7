import { Minus, Plus } from "lucide-react";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { useKitWords } from "../kit-words.ts";
import { classNames } from "./class-names.ts";
import { Field, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";
import { fieldText, numberIn } from "./typed-number.ts";

interface NumberFieldProps extends FieldProps {
  readonly name?: string;
  /** Null: nothing is typed; NaN: what is typed is no number. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly onBlur?: (() => void) | undefined;
  /** Between which the arrow keys and buttons stay. */
  readonly min?: number;
  readonly max?: number;
  /** By how much they change it. */
  readonly step?: number;
  /** True shows a button less and one more. */
  readonly steps?: boolean;
  /** Beside the number as text: Intl knows no kWh and throws. */
  readonly unit?: string;
}

/**
 * A number in the marks of the language, typed or pasted as contracts and spreadsheets write it: Vietnamese reads 2.204,07 as
 * English reads 2,204.07. What is no number, or out of `min` and `max`, stays as it was typed, so that the schema can say what
 * is wrong with it; only arrows and buttons hold those.
 */
export function NumberField(given: NumberFieldProps) {
  const { label, hideLabel, hint, fault, disabled = false, className, ...own } = given;
  const { name, value, onChange, onBlur, min, max, step = 1, unit, steps = false } = own;
  const { lang, word } = useKitWords();
  const [typed, setTyped] = useState<string | null>(null);
  // What was typed stands as it was typed for as long as it means the value.
  const text = typed !== null && Object.is(numberIn(typed, lang), value) ? typed : fieldText(value, lang);
  const change = (next: string) => {
    setTyped(next);
    onChange(numberIn(next, lang));
  };
  const move = (by: number) => {
    const from = value === null || Number.isNaN(value) ? 0 : value;
    onChange(Math.min(max ?? Infinity, Math.max(min ?? -Infinity, withoutRest(from + by))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    move(event.key === "ArrowUp" ? step : -step);
  };
  return (
    <Field {...{ label, hideLabel, hint, fault, className }}>
      {(wire) => (
        <div className={styles["box"]}>
          {steps && (
            <Step label={word("less")} disabled={disabled} run={() => move(-step)}>
              <Minus size={14} aria-hidden />
            </Step>
          )}
          <input
            {...wire}
            {...{ name, disabled, onBlur, onKeyDown }}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            className={classNames(styles["input"], styles["number"])}
            aria-roledescription={word("number")}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
          {unit !== undefined && <span className={styles["unit"]}>{unit}</span>}
          {steps && (
            <Step label={word("more")} disabled={disabled} run={() => move(step)}>
              <Plus size={14} aria-hidden />
            </Step>
          )}
        </div>
      )}
    </Field>
  );
}

/** 0.1 + 0.2 as 0.3. */
const withoutRest = (value: number) => Number(value.toPrecision(12));

function Step(given: { label: string; disabled: boolean; run: () => void; children: ReactNode }) {
  const { label, disabled, run, children } = given;
  return (
    // The arrow keys do the same in the field.
    <button
      type="button"
      tabIndex={-1}
      className={styles["inner"]}
      aria-label={label}
      disabled={disabled}
      onClick={run}
    >
      {children}
    </button>
  );
}
