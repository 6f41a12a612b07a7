import type { ReactNode } from "react";
import styles from "./Gallery.module.css";

/** A group of controls under its name. */
export function GalleryPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
