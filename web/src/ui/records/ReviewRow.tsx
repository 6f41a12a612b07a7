import { Flag } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { Button } from "../controls/Button.tsx";
import { TextField } from "../controls/TextField.tsx";
import styles from "./ReviewRow.module.css";

/** How an item is marked: by its button, or by the key m. */
interface MarkControl {
  /** "Mark: Province" */
  readonly label: string;
  /** "Mark", or "Marked". */
  readonly text: string;
  /** "What is wrong with: Province" */
  readonly reasonLabel: string;
  readonly reasonMax: number;
  /** undefined: it is not marked. */
  readonly reason: string | undefined;
  readonly toggle: () => void;
  readonly explain: (reason: string) => void;
}

/** Items of a record one below the other. */
export function ReviewList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.review} aria-label={label}>
      {children}
    </ul>
  );
}

/** An item that a record says: its name and its value, and its mark where the person decides (`mark` not null). */
export function ReviewRow(given: {
  item: string;
  name: string;
  mark: MarkControl | null;
  children: ReactNode;
}) {
  const { item, name, mark, children } = given;
  const marked = mark?.reason !== undefined;
  const press = (event: KeyboardEvent<HTMLLIElement>) => {
    if (event.key !== "m" || event.target !== event.currentTarget) return;
    event.preventDefault();
    mark?.toggle();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its button does the same; the key is a short way
    <li
      data-item={item}
      data-marked={marked || undefined}
      tabIndex={mark === null ? undefined : 0}
      onKeyDown={mark === null ? undefined : press}
    >
      <span className={styles.term}>{name}</span>
      <span className={styles.value}>{children}</span>
      {mark !== null && (
        <Button
          size="small"
          className={styles.mark}
          icon={<Flag size={14} aria-hidden />}
          aria-pressed={marked}
          aria-label={mark.label}
          onClick={mark.toggle}
        >
          <span className={styles.markText}>{mark.text}</span>
        </Button>
      )}
      {mark?.reason !== undefined && (
        <TextField
          className={styles.reason}
          label={mark.reasonLabel}
          hideLabel
          placeholder={mark.reasonLabel}
          maxLength={mark.reasonMax}
          value={mark.reason}
          onChange={mark.explain}
        />
      )}
    </li>
  );
}
