import type { ReactNode } from "react";

/** A card with a heading. `flush`: the content reaches the edges. */
export function Panel(given: {
  title?: ReactNode;
  /** Beside the heading, at the right. */
  extra?: ReactNode;
  flush?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { title, extra, flush = false, className = "", children } = given;
  return (
    <section className={`panel ${flush ? "flush" : ""} ${className}`}>
      {(title !== undefined || extra !== undefined) && (
        <header className="panel-h">
          <h2>{title}</h2>
          {extra !== undefined && <div className="panel-x">{extra}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
