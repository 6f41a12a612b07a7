import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./NamedIcon.module.css";

/** What a thing is as an icon, its name, and under it a line about it, unless there is none. */
export function NamedIcon(given: { icon: LucideIcon; name: string; about?: ReactNode }) {
  const { icon: Icon, name, about } = given;
  return (
    <span className={styles.entry}>
      <span className={styles.tile} aria-hidden>
        <Icon size={20} strokeWidth={1.7} />
      </span>
      <span className={styles.text}>
        <strong title={name}>{name}</strong>
        {about !== undefined && <span>{about}</span>}
      </span>
    </span>
  );
}
