import type { ReactNode } from "react";
import { useWords } from "../../../platform/words.ts";
import styles from "./AlarmDesk.module.css";

const KEYS = [
  ["J", null],
  ["K", "move"],
  ["Enter", "open"],
  ["T", "take"],
  ["A", "assign"],
  ["S", "snooze"],
  ["R", "resolve"],
  ["X", "select"],
  ["/", "find"],
] as const;

/** What the keys of the desk do, and `children` at the end of the line. */
export function DeskKeysLine({ children }: { children: ReactNode }) {
  const { text } = useWords();
  return (
    <footer className={styles.foot}>
      <p className={styles.keys} aria-label={text("desk.keys")}>
        {KEYS.map(([key, does]) => (
          <span key={key}>
            <kbd>{key}</kbd> {does === null ? "" : text(`desk.key.${does}`)}
          </span>
        ))}
      </p>
      <p>{children}</p>
    </footer>
  );
}
