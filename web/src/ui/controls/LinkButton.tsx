import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./LinkButton.module.css";

/** A link to another page that looks like a button: the way on from a page that has nothing to show. */
export function LinkButton(given: {
  to: string;
  look?: "primary" | "plain";
  onClick?: () => void;
  /** What it is called in full, where it shows less. */
  name?: string;
  children: ReactNode;
}) {
  const { to, look = "primary", onClick, name, children } = given;
  return (
    <Link
      to={to}
      className={styles.link}
      data-look={look}
      aria-label={name}
      {...(onClick === undefined ? {} : { onClick })}
    >
      {children}
    </Link>
  );
}
