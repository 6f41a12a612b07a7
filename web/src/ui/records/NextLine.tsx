import { CircleCheck, Hourglass, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { DueDate } from "./DueDate.tsx";
import styles from "./NextLine.module.css";

/** Who a record waits for: whoever looks at it, somebody else, or nobody any more. */
type Whose = "you" | "other" | "nobody";

const ICONS = { you: UserRound, other: Hourglass, nobody: CircleCheck } as const;

/** Until when, as it is written: the instant, how long that still is, and whether little of it is left. */
export interface Deadline {
  readonly date: string;
  readonly left: string;
  readonly urgent: boolean;
}

/** Under the heading of a record: who must act next, until when, and what becomes of it if nothing happens. */
export function NextLine(given: {
  whose: Whose;
  what: string;
  otherwise?: string;
  due?: Deadline | null;
  /** Where it is done: a link. */
  way?: ReactNode;
}) {
  const { whose, what, otherwise, due = null, way } = given;
  const Icon = ICONS[whose];
  return (
    <div className={styles.line} data-whose={whose} data-next-line="">
      <Icon size={18} strokeWidth={2} aria-hidden className={styles.icon ?? ""} />
      <div className={styles.text}>
        <p className={styles.what}>{what}</p>
        {otherwise !== undefined && <p className={styles.otherwise}>{otherwise}</p>}
      </div>
      {due !== null && <DueDate {...due} className={styles.due} />}
      {way !== undefined && <p className={styles.way}>{way}</p>}
    </div>
  );
}
