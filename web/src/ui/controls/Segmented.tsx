import { useId, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./Segmented.module.css";

export interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  /** In full, where the label is short or a picture. */
  readonly name?: string;
}

/** One of a few, side by side: radio buttons, so that arrow keys move the choice. */
export function Segmented<Value extends string>(given: {
  label: string;
  value: Value;
  options: readonly SegmentedOption<Value>[];
  disabled?: boolean;
  /** "large" is large enough for a finger also where a mouse is used. */
  size?: "medium" | "large";
  /** True draws each as a button of its own instead of one track. */
  buttons?: boolean;
  onChange: (value: Value) => void;
}) {
  const { label, value, options, disabled = false, size = "medium", buttons = false, onChange } = given;
  const group = useId();
  return (
    <div
      className={classNames(buttons ? styles.buttons : styles.segmented, size === "large" && styles.large)}
      role="radiogroup"
      aria-label={label}
    >
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={group}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            // A text is its own name: another one over it would not be what is seen.
            aria-label={typeof option.label === "string" ? undefined : option.name}
            title={option.name}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
