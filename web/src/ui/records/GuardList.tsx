import { CircleCheck, CircleX, Clock, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { VisuallyHidden } from "../layout/VisuallyHidden.tsx";
import styles from "./GuardList.module.css";

/** failed: it blocks; warning: it asks for a look and does not block; passed; waiting: not known yet. */
export type GuardState = "failed" | "warning" | "passed" | "waiting";

const ICONS = { failed: CircleX, warning: TriangleAlert, passed: CircleCheck, waiting: Clock } as const;
const ORDER: readonly GuardState[] = ["failed", "warning", "waiting", "passed"];

/** One check that an action must pass, with its code and its message as they are. */
interface Guard {
  readonly code: string;
  readonly state: GuardState;
  readonly message: ReactNode;
  /** Figures behind it, in small. */
  readonly hint?: ReactNode;
  /** The ways out: buttons or links. */
  readonly ways?: ReactNode;
}

/**
 * All checks at once: what blocks first, with its ways out, and what has passed still readable below. `words` say the states for
 * those who do not see them.
 */
export function GuardList(given: {
  label: string;
  guards: readonly Guard[];
  words: Readonly<Record<GuardState, string>>;
}) {
  const { label, guards, words } = given;
  const inOrder = guards.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return (
    <ul className={styles.list} aria-label={label} data-guards="">
      {inOrder.map(({ code, state, message, hint, ways }) => {
        const Icon = ICONS[state];
        return (
          <li key={code} data-state={state} tabIndex={-1}>
            <Icon size={16} strokeWidth={2.2} aria-hidden className={styles.icon ?? ""} />
            <div className={styles.text}>
              <p>
                <VisuallyHidden>{`${words[state]}: `}</VisuallyHidden>
                <span className={styles.code}>{code}</span> {message}
              </p>
              {hint !== undefined && <p className={styles.hint}>{hint}</p>}
              {ways !== undefined && <div className={styles.ways}>{ways}</div>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Puts the focus on the first check of the list in `within` that blocks, as after a refused press; false: none blocks. */
export function focusFirstFailed(within: ParentNode): boolean {
  const failed = within.querySelector<HTMLElement>('[data-guards] > [data-state="failed"]');
  failed?.focus();
  return failed !== null;
}
