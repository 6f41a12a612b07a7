import type { ReactNode } from "react";
import { Skeleton } from "../feedback/states.tsx";
import { classNames } from "../controls/class-names.ts";
import styles from "./StatStrip.module.css";

/** One figure, formatted; `exact` is shown when pointed at, where the number is abbreviated. */
export interface Stat {
  readonly label: string;
  readonly number: string;
  readonly suffix?: string;
  readonly unit?: string;
  /** False: the value is missing and shown paler. */
  readonly known?: boolean;
  readonly exact?: string;
  readonly foot?: ReactNode;
  /** A button beside the label. */
  readonly action?: ReactNode;
}

/** A row of figures in one card; below 1280 px it breaks into rows of three, or of four with `perRow` 4. */
export function StatStrip({ stats, perRow }: { stats: readonly Stat[]; perRow?: 4 }) {
  return (
    <dl
      className={classNames(styles.strip, perRow === 4 && styles.four)}
      style={{ ["--cols" as string]: stats.length }}
    >
      {stats.map((stat) => (
        <div key={stat.label} className={styles.stat} data-stat="">
          <dt>
            <span className={styles.label}>{stat.label}</span>
            {stat.action}
          </dt>
          <dd title={stat.exact}>
            <span
              className={classNames(styles.metric, stat.known === false && styles.missing)}
              data-metric={stat.known === false ? "missing" : ""}
            >
              {stat.number}
              {stat.suffix !== undefined && <span className={styles.suffix}>{stat.suffix}</span>}
            </span>
            {stat.unit !== undefined && <span className={styles.unit}>{stat.unit}</span>}
          </dd>
          {stat.foot !== undefined && <dd className={styles.foot}>{stat.foot}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** The strip before its figures, as high as with them: with the words that are known already, or so many blank ones. */
export function StatStripSkeleton({ stats }: { stats: number | readonly Pick<Stat, "label" | "foot">[] }) {
  const count = typeof stats === "number" ? stats : stats.length;
  return (
    <div
      className={classNames(styles.strip, count === 4 && styles.four)}
      style={{ ["--cols" as string]: count }}
      aria-hidden
    >
      {typeof stats === "number"
        ? Array.from({ length: count }, (_, index) => (
            <div className={`${styles.stat} ${styles.waiting}`} key={index}>
              <Skeleton width={96} height={14} />
              <Skeleton width={120} height={26} />
            </div>
          ))
        : stats.map(({ label, foot }) => (
            <dl className={styles.stat} key={label}>
              <dt>
                <span className={styles.label}>{label}</span>
              </dt>
              <dd>
                <Skeleton width="80%" height={26} />
              </dd>
              {foot !== undefined && <dd className={styles.foot}>{foot}</dd>}
            </dl>
          ))}
    </div>
  );
}
