import type { ReactNode, Ref } from "react";
import styles from "./Checkbox.module.css";
import { classNames } from "./class-names.ts";
import hidden from "../layout/VisuallyHidden.module.css";

/** A box to tick, with its text. The browser's own: it needs nothing else. */
export function Checkbox(given: {
  label: ReactNode;
  hideLabel?: boolean;
  name?: string;
  checked: boolean;
  disabled?: boolean;
  className?: string;
  tabIndex?: number;
  onChange: (checked: boolean) => void;
  ref?: Ref<HTMLInputElement>;
}) {
  const { label, hideLabel = false, className, onChange, ...input } = given;
  return (
    <label className={classNames(styles["checkbox"], className)}>
      <input {...input} type="checkbox" onChange={(event) => onChange(event.target.checked)} />
      <span className={hideLabel ? hidden["hidden"] : undefined}>{label}</span>
    </label>
  );
}
