import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./LinkButton.module.css";

/** A link to another page that looks like a button: the way on from a page that has nothing to show. */
export function LinkButton(given: {
  to: string;
  look?: "primary" | "plain";
  onClick?: () => void;
  children: ReactNode;
}) {
  const { to, look = "primary", onClick, children } = given;
  return (
    <Link to={to} className={styles.link} data-look={look} {...(onClick === undefined ? {} : { onClick })}>
      {children}
    </Link>
  );
}
