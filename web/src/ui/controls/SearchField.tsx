import { Search, X } from "lucide-react";
import { classNames } from "./class-names.ts";
import styles from "./Field.module.css";

/** A field to search by, with a button that empties it. */
export function SearchField(given: {
  label: string;
  clearLabel: string;
  className?: string;
  value: string;
  onType: (text: string) => void;
  /** Enter was pressed. */
  onEnter?: () => void;
}) {
  const { label, clearLabel, className, value, onType, onEnter } = given;
  return (
    <div className={classNames(styles["box"], className)}>
      <Search size={16} aria-hidden />
      <input
        type="search"
        className={styles["input"]}
        placeholder={label}
        aria-label={label}
        maxLength={100}
        value={value}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && onEnter?.()}
      />
      {value !== "" && (
        <button type="button" className={styles["inner"]} aria-label={clearLabel} onClick={() => onType("")}>
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}
