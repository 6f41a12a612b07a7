import type { ReactNode } from "react";
import { VisuallyHidden } from "../layout/VisuallyHidden.tsx";
import styles from "./DiffLine.module.css";

/** Items of a record as they were and as they are, one below the other. */
export function DiffList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.diff} aria-label={label}>
      {children}
    </ul>
  );
}

/** An item as it was and as it is (`is` null: unchanged), in words for those who do not see colours. `children`: what stands to it. */
export function DiffLine(given: {
  name: string;
  hint: string;
  was: string;
  is: string | null;
  words: { readonly was: string; readonly is: string; readonly unchanged: string };
  children?: ReactNode;
}) {
  const { name, hint, was, is, words, children } = given;
  return (
    <li>
      <div>
        <b>{name}</b>
        <small>{hint}</small>
      </div>
      <div>
        {is === null ? (
          was
        ) : (
          <del>
            <VisuallyHidden>{words.was}</VisuallyHidden>
            {was}
          </del>
        )}
      </div>
      <div>
        {is === null ? (
          <small>{words.unchanged}</small>
        ) : (
          <ins>
            <VisuallyHidden>{words.is}</VisuallyHidden>
            {is}
          </ins>
        )}
      </div>
      {children}
    </li>
  );
}
