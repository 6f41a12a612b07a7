import { Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import dashboard from "./Dashboard.module.css";
import styles from "./ListSkeleton.module.css";

/** The dashboard before its answer. */
export function DashboardSkeleton({ gauge }: { gauge: boolean }) {
  const waiting = `${dashboard.panel} ${dashboard.waiting}`;
  return (
    <div className={dashboard.dashboard} data-gauge={gauge} aria-hidden>
      {[...(gauge ? [dashboard.power] : []), dashboard.statuses, ""].map((size) => (
        <Panel className={`${waiting} ${size}`} key={size}>
          <Skeleton width={132} height={132} round />
        </Panel>
      ))}
      {gauge && <Panel className={`${dashboard.panel} ${dashboard.sea}`}>{null}</Panel>}
    </div>
  );
}

const ROWS = 10;

/** The rows of a table, or of cards, before their answer. */
export function RowsSkeleton({ narrow }: { narrow: boolean }) {
  return (
    <div aria-hidden>
      {!narrow && <div className={styles.head} />}
      {Array.from({ length: ROWS }, (_, index) => (
        <div key={index} className={`${styles.row} ${narrow ? styles.card : ""}`}>
          <div className={styles.name}>
            <Skeleton width={180} height={14} />
            <Skeleton width={120} height={11} />
          </div>
          {!narrow && <Skeleton width={104} height={24} />}
          {Array.from({ length: narrow ? 1 : 5 }, (__, cell) => (
            <Skeleton key={cell} width={72} height={14} />
          ))}
        </div>
      ))}
    </div>
  );
}
