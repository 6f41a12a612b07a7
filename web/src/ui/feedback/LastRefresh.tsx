import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";

/** A ticking clock, how long ago the data came, and the button that asks again. The clock is no live region. */
export function LastRefresh(given: {
  clock: string;
  ago: string;
  busy: boolean;
  refresh: { label: string; run: () => void };
  /** Before the clock: the state of the live connection. */
  children?: ReactNode;
}) {
  const { clock, ago, busy, refresh, children } = given;
  return (
    <div className="refresh">
      {children}
      <span className="clock">
        <time>{clock}</time>
      </span>
      {ago !== "" && (
        <>
          <span className="sep" />
          <span className="el">{ago}</span>
        </>
      )}
      <button
        type="button"
        className={`iconbtn ${busy ? "spinning" : ""}`}
        aria-label={refresh.label}
        title={refresh.label}
        onClick={refresh.run}
      >
        <RefreshCw size={16} aria-hidden />
      </button>
    </div>
  );
}
