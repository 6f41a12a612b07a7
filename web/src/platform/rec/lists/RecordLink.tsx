import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./RecordLink.module.css";

/** The number of a record in a list, which opens it. */
export const RecordLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className={styles.link ?? ""} to={to}>
    {children}
  </Link>
);
