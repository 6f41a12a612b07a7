import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./RecordLink.module.css";

/** The number of a record in a list, which opens it. `onOpen` hears of it. */
export const RecordLink = (given: { to: string; onOpen?: () => void; children: ReactNode }) => (
  <Link className={styles.link ?? ""} to={given.to} onClick={given.onOpen}>
    {given.children}
  </Link>
);
