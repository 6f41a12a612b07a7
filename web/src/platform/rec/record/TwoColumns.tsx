import type { ReactNode } from "react";
import styles from "./TwoColumns.module.css";

/** Work on the left, and beside it the decision: amounts, checks, what happened. In one column the decision comes first, unless `first` says otherwise. */
export function TwoColumns(given: {
  children: ReactNode;
  side: ReactNode;
  first?: "side" | "work" | "workOnPhone";
}) {
  const { children, side, first = "side" } = given;
  return (
    <div className={styles.columns} data-first={first}>
      <div className={styles.work}>{children}</div>
      <div className={styles.side}>{side}</div>
    </div>
  );
}
