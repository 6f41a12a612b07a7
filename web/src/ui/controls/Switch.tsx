import styles from "./Switch.module.css";
import { classNames } from "./class-names.ts";

/**
 * Says whether something is on, and asks for the other: a press, Space or Enter call `onAsk` with what it would be, and the switch
 * turns only when `on` does. `moving`: the other is on its way.
 */
export function Switch(given: {
  readonly label: string;
  readonly on: boolean;
  readonly disabled?: boolean;
  readonly moving?: boolean;
  /** The id of what says why it is disabled. */
  readonly describedBy?: string;
  readonly onAsk: (on: boolean) => void;
}) {
  const { label, on, disabled = false, moving = false, describedBy, onAsk } = given;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-busy={moving || undefined}
      {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
      disabled={disabled}
      className={classNames(styles["switch"], on && styles["on"], moving && styles["moving"])}
      onClick={() => onAsk(!on)}
    >
      <span className={styles["knob"]} aria-hidden />
    </button>
  );
}
