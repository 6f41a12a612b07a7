import type { HTMLAttributes } from "react";
import styles from "./VisuallyHidden.module.css";

/** Words that screen readers read and that are not shown: what a sign, a colour or a place says to the eye. */
export const VisuallyHidden = (given: HTMLAttributes<HTMLSpanElement>) => (
  <span {...given} className={styles.hidden} />
);
