import { Check, Circle, X } from "lucide-react";
import type { ReactNode } from "react";
import { VisuallyHidden } from "../layout/VisuallyHidden.tsx";
import styles from "./Timeline.module.css";

/** done: it happened; failed: it happened, and stopped the record; next: it is waited for. */
export type HappeningState = "done" | "failed" | "next";

const ICONS = { done: Check, failed: X, next: Circle } as const;

/** One thing that happened to a record, or is to happen. */
interface Happening {
  readonly key: string;
  readonly state: HappeningState;
  readonly title: string;
  /** When, by whom, and under which number. */
  readonly meta?: ReactNode;
  /** What was said or changed. */
  readonly detail?: ReactNode;
}

/** What happened to a record, one below the other, the oldest first. `words` say the states for those who do not see them. */
export function Timeline(given: {
  label: string;
  happenings: readonly Happening[];
  words: Readonly<Record<HappeningState, string>>;
}) {
  const { label, happenings, words } = given;
  return (
    <ol className={styles.timeline} aria-label={label}>
      {happenings.map(({ key, state, title, meta, detail }) => {
        const Icon = ICONS[state];
        return (
          <li key={key} data-state={state} aria-current={state === "next" ? "step" : undefined}>
            <span className={styles.mark} aria-hidden>
              <Icon size={12} strokeWidth={2.6} />
            </span>
            <div className={styles.text}>
              <p className={styles.title}>
                {title}
                <VisuallyHidden>{`, ${words[state]}`}</VisuallyHidden>
              </p>
              {meta !== undefined && <p className={styles.meta}>{meta}</p>}
              {detail !== undefined && <div className={styles.detail}>{detail}</div>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
