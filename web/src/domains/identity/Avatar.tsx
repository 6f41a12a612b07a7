import { initials } from "./initials.ts";
import styles from "./Avatar.module.css";

/** The initials of a name in a circle: an ornament beside the name itself. */
export function Avatar({ name, size = "small" }: { name: string; size?: "small" | "large" }) {
  return (
    <span className={styles.avatar} data-size={size} aria-hidden>
      {initials(name)}
    </span>
  );
}
