import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./Segmented.module.css";

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
}

/** One of a few, side by side: radio buttons, so that arrow keys move the choice. `name` is unique on the page. */
export function Segmented<Value extends string>(given: {
  name: string;
  "aria-label": string;
  value: Value;
  options: readonly Option<Value>[];
  disabled?: boolean;
  /** "large" is large enough for a finger. */
  size?: "medium" | "large";
  /** True draws each as a button of its own instead of one track. */
  buttons?: boolean;
  onChange: (value: Value) => void;
}) {
  const { name, value, options, disabled = false, size = "medium", buttons = false, onChange } = given;
  return (
    <div
      className={classNames(buttons ? styles.buttons : styles.segmented, size === "large" && styles.large)}
      role="radiogroup"
      aria-label={given["aria-label"]}
    >
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            className="vh"
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
