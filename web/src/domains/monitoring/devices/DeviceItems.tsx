import type { Item } from "./device-reading.ts";
import styles from "./DeviceItems.module.css";

/** Names and values side by side. */
export function DeviceItems({ items }: { items: readonly Item[] }) {
  return (
    <dl className={styles.items}>
      {items.map((item) => (
        <div key={item.label}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
