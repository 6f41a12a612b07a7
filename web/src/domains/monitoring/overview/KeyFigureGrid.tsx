import type { ReactNode } from "react";
import styles from "./KeyFigureGrid.module.css";

/** Two panels side by side where there is room. */
export function KeyFigureGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
}
