import type { ReactNode } from "react";
import styles from "./RecordFacts.module.css";

/** Something that a record says of itself; null: it says nothing, and is left out. */
export type RecordFact = readonly [label: string, value: ReactNode];

/** What a record says of itself, each with its name. */
export const RecordFacts = ({ facts }: { facts: readonly RecordFact[] }) => (
  <dl className={styles.facts}>
    {facts.map(([label, value], index) =>
      value === null ? null : (
        <div key={`${index} ${label}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
);
