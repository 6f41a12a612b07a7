import type { ReactNode } from "react";
import { CopyButton } from "./CopyButton.tsx";
import styles from "./ShownOnce.module.css";
import { TextField } from "./TextField.tsx";

interface CopiedLine {
  readonly label: string;
  readonly text: string;
  /** What the button that copies it says. */
  readonly copy: string;
  /** What it is of, for those who hear the button only. */
  readonly what: string;
}

/** A secret that is shown now and never again, with a button that copies it, and below it, as `children`, what is to be known of it. */
export function ShownOnce({ children, ...line }: CopiedLine & { children: ReactNode }) {
  return (
    <div className={styles.once} role="status">
      <CopiedText {...line} isMain />
      {children}
    </div>
  );
}

/** What is said of what is shown. */
export const ShownOnceNote = ({ children }: { children: ReactNode }) => (
  <p className={styles.note}>{children}</p>
);

/** A text that can be read and copied, but not changed. */
export function CopiedText({ label, text, copy, what, isMain = false }: CopiedLine & { isMain?: boolean }) {
  return (
    <div className={styles.line}>
      <TextField label={label} value={text} onChange={() => {}} readOnly />
      <CopyButton type={isMain ? "primary" : "default"} size="medium" text={text} label={copy} what={what} />
    </div>
  );
}
