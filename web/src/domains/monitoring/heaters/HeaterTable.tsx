import type { ReactNode } from "react";
import styles from "./HeaterTable.module.css";

/** A table of a heater's parts, in a region that scrolls sideways; of each head its name and whether numbers stand below it. */
export function HeaterTable(given: {
  title: string;
  head: readonly [string, boolean][];
  children: ReactNode;
}) {
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label={given.title} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {given.head.map(([name, isNumber]) => (
              <th key={name} scope="col" className={isNumber ? styles.number : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{given.children}</tbody>
      </table>
    </div>
  );
}
