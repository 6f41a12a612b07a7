import type { ReactNode } from "react";
import styles from "./BelowList.module.css";

/** What stands below a list of records in its panel, under a heading of its own. */
export const BelowList = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.below} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
