import { NumberField as Base } from "@base-ui/react/number-field";
import { Minus, Plus } from "lucide-react";
import { useKitWords } from "../kit-words.ts";
import { LOCALES } from "../tokens/tokens.ts";
import { classNames } from "./class-names.ts";
import { Field, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";

interface NumberFieldProps extends FieldProps {
  readonly name?: string;
  /** Null: nothing is typed. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** Decimals at most. */
  readonly digits?: number;
  /** Beside the number as text: Intl knows no kWh and throws. */
  readonly unit?: string;
  /** True shows a button less and one more. */
  readonly steps?: boolean;
}

/**
 * A number as the language writes it; a comma and a point are both decimal signs. What is out of `min` and `max` stays as it
 * was typed, so that the schema can say what is wrong with it; only arrows and buttons hold them.
 */
export function NumberField(given: NumberFieldProps) {
  const { label, hideLabel, hint, fault, disabled = false, className, ...own } = given;
  const { name, value, onChange, onBlur, min, max, step = 1, digits = 2, unit, steps = false } = own;
  const { lang, word } = useKitWords();
  return (
    <Field {...{ label, hideLabel, hint, fault, className }}>
      {({ id, ...wire }) => (
        <Base.Root
          id={id}
          {...(name === undefined ? {} : { name })}
          value={value}
          onValueChange={(next) => onChange(next)}
          disabled={disabled}
          // Always named: without it the computer's language decides what a comma is.
          locale={LOCALES[lang]}
          // No grouping: with it a 1.5 that is typed in vi is read as 15. Without it both signs are the decimal one.
          format={{ maximumFractionDigits: digits, useGrouping: false }}
          step={step}
          allowOutOfRange
          {...(min === undefined ? {} : { min })}
          {...(max === undefined ? {} : { max })}
        >
          <Base.Group className={styles["box"]}>
            {steps && (
              <Base.Decrement className={styles["inner"]} aria-label={word("less")}>
                <Minus size={14} aria-hidden />
              </Base.Decrement>
            )}
            <Base.Input
              {...wire}
              className={classNames(styles["input"], styles["number"])}
              aria-roledescription={word("number")}
              onBlur={onBlur}
            />
            {unit !== undefined && <span className={styles["unit"]}>{unit}</span>}
            {steps && (
              <Base.Increment className={styles["inner"]} aria-label={word("more")}>
                <Plus size={14} aria-hidden />
              </Base.Increment>
            )}
          </Base.Group>
        </Base.Root>
      )}
    </Field>
  );
}
