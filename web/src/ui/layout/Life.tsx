import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./Life.module.css";
import { VisuallyHidden } from "./VisuallyHidden.tsx";

/** done: reached; now: waited for; due: not yet; failed: it broke here. */
export type LifeState = "done" | "now" | "due" | "failed";

/** One state that a thing goes through. */
export interface LifeStep {
  readonly key: string;
  readonly state: LifeState;
  readonly title: string;
  readonly hint?: ReactNode;
  /** When it was reached, or how long it is waited for. */
  readonly time?: string;
  readonly icon: LucideIcon;
}

/** What a thing goes through, one state below the other, each with its time. `words` say the states for those who do not see them. */
export function Life(given: {
  label: string;
  steps: readonly LifeStep[];
  words: Readonly<Record<LifeState, string>>;
}) {
  const { label, steps, words } = given;
  return (
    <ol className={styles.life} aria-label={label}>
      {steps.map(({ key, state, title, hint, time, icon: Icon }) => (
        <li key={key} data-state={state} aria-current={state === "now" ? "step" : undefined}>
          <span className={styles.mark} aria-hidden>
            <Icon size={15} strokeWidth={2.2} />
          </span>
          <div className={styles.text}>
            <p className={styles.title}>
              <b>{title}</b>
              <VisuallyHidden>{`, ${words[state]}`}</VisuallyHidden>
              {time !== undefined && <span className={styles.time}>{time}</span>}
            </p>
            {hint !== undefined && <p className={styles.hint}>{hint}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
