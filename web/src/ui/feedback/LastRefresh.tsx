import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import spinner from "./Spinning.module.css";
import styles from "./LastRefresh.module.css";
import { classNames } from "../controls/class-names.ts";
import plain from "../controls/PlainButton.module.css";

/**
 * A ticking clock and the zone that it shows, how long ago the data came, and the button that asks again. The clock is no
 * live region.
 */
export function LastRefresh(given: {
  clock: string;
  /** The zone as people write it, and its IANA name; null while it is not known. */
  zone: { short: string; name: string } | null;
  ago: string;
  busy: boolean;
  refresh: { label: string; run: () => void };
  /** Before the clock: the state of the live connection. */
  children?: ReactNode;
}) {
  const { clock, zone, ago, busy, refresh, children } = given;
  return (
    <div className={styles.refresh}>
      {children}
      <span className={styles.clock}>
        <time>{clock}</time>
      </span>
      {zone !== null && (
        <span className={styles.zone} title={zone.name} data-zone={zone.name}>
          {zone.short}
        </span>
      )}
      {ago !== "" && (
        <>
          <span className={styles.sep} />
          <span className={styles.ago}>{ago}</span>
        </>
      )}
      <button
        type="button"
        className={classNames(plain.icon, styles.again)}
        aria-label={refresh.label}
        title={refresh.label}
        onClick={refresh.run}
      >
        <RefreshCw size={16} className={busy ? spinner.spinning : undefined} aria-hidden />
      </button>
    </div>
  );
}
