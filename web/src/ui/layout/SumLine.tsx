import type { ReactNode } from "react";
import styles from "./SumLine.module.css";

/** A part of a sum, as it is written. */
interface SumPart {
  readonly key: string;
  readonly label: string;
  /** With its unit where the line has none. */
  readonly figure: string;
  /** Beside the label: a swatch. */
  readonly mark?: ReactNode;
}

/** Parts and what they add up to, as an equation that can be read: each with its label, then the sum and what it equals. */
export function SumLine({ parts, sum }: { parts: readonly SumPart[]; sum: ReactNode }) {
  return (
    <div className={styles.line} data-sum-line="">
      <dl className={styles.parts}>
        {parts.map(({ key, label, figure, mark }) => (
          <div key={key}>
            <dt>
              {mark}
              {label}
            </dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.sum}>{sum}</p>
    </div>
  );
}
