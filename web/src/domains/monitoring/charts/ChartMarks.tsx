import type { ReactNode } from "react";
import styles from "./ChartMarks.module.css";

/** Small print below a chart: what its marks mean, what its figures leave out. */
export function ChartMarks({ children }: { children: ReactNode }) {
  return <p className={styles.marks}>{children}</p>;
}

/** A sample of a hatched bar. */
export function HatchSample() {
  return <i className={styles.hatch} aria-hidden />;
}
