import type { ReactNode } from "react";
import { classNames } from "../controls/class-names.ts";
import styles from "./Panel.module.css";

/** A card with a heading. `flush`: the content reaches the edges; `renewing`: what it shows is being replaced. */
export function Panel(given: {
  title?: ReactNode;
  /** Beside the heading, at the right. */
  extra?: ReactNode;
  flush?: boolean;
  renewing?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { title, extra, flush = false, renewing = false, className = "", children } = given;
  return (
    <section
      className={classNames(styles.panel, flush && styles.flush, className)}
      data-panel=""
      data-renewing={renewing ? "" : undefined}
    >
      {(title !== undefined || extra !== undefined) && (
        <header className={styles.head}>
          <h2>{title}</h2>
          {extra !== undefined && <div className={styles.extra}>{extra}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
