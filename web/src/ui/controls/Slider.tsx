import { Slider as Base } from "@base-ui/react/slider";
import { useKitWords } from "../kit-words.ts";
import { LOCALES } from "../tokens/tokens.ts";
import styles from "./Slider.module.css";
import hidden from "../layout/VisuallyHidden.module.css";

interface RangeSliderProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  /** From and to. */
  readonly value: readonly [number, number];
  readonly onChange: (value: readonly [number, number]) => void;
  /** Called once the thumb is let go. */
  readonly onCommit?: (value: readonly [number, number]) => void;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly disabled?: boolean;
  /** How a value is said and shown; as a number, unless given. */
  readonly text?: (value: number) => string;
}

const pair = (next: number | readonly number[], min: number, max: number): readonly [number, number] =>
  typeof next === "number" ? [next, next] : [next[0] ?? min, next[1] ?? max];

/** Two thumbs on a line, from and to; they do not cross. */
export function RangeSlider(given: RangeSliderProps) {
  const { label, hideLabel = false, value, onChange, onCommit, min, max, step = 1, disabled = false } = given;
  const { lang, word } = useKitWords();
  const text = given.text ?? String;
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onChange(pair(next, min, max))}
      onValueCommitted={(next) => onCommit?.(pair(next, min, max))}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      locale={LOCALES[lang]}
      className={styles["slider"]}
    >
      <div className={hideLabel ? hidden["hidden"] : styles["head"]}>
        <Base.Label>{label}</Base.Label>
        <Base.Value>{() => value.map(text).join(" – ")}</Base.Value>
      </div>
      <Base.Control className={styles["control"]}>
        <Base.Track className={styles["track"]}>
          <Base.Indicator className={styles["filled"]} />
          {(["from", "to"] as const).map((end, index) => (
            <Base.Thumb
              key={end}
              index={index}
              className={styles["thumb"]}
              getAriaLabel={() => `${label}: ${word(end)}`}
              // Else it says "20 start range" in every language.
              getAriaValueText={(_text, number) => text(number)}
            />
          ))}
        </Base.Track>
      </Base.Control>
    </Base.Root>
  );
}
