import { useId, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./Field.module.css";
import hidden from "../layout/VisuallyHidden.module.css";

/** What every field has. Its label is its name, also where it is hidden because the place says it already. */
export interface FieldProps {
  readonly label: string;
  readonly hideLabel?: boolean | undefined;
  readonly hint?: ReactNode;
  /** The rule that the value breaks, in words; the judge is the schema, a field only shows it. */
  readonly fault?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly className?: string | undefined;
}

/** What ties a control to its label, hint and fault. */
export interface FieldWire {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

/** The ids of what describes a control; undefined when nothing does. */
export function describedBy(id: string, hint: ReactNode, fault: string | undefined): string | undefined {
  const ids = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`];
  return ids.filter((one) => one !== false).join(" ") || undefined;
}

/** What stands below a control: how to fill it, and what is wrong with it. */
export function FieldNotes(given: { id: string; hint?: ReactNode; fault?: string | undefined }) {
  const { id, hint, fault } = given;
  return (
    <>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles["hint"]}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p id={`${id}-fault`} className={styles["fault"]} role="alert">
          {fault}
        </p>
      )}
    </>
  );
}

/** Label, control, hint and fault in one column, tied together for screen readers. */
export function Field(given: FieldProps & { children: (wire: FieldWire) => ReactNode }) {
  const { label, hideLabel = false, hint, fault, className, children } = given;
  const id = useId();
  return (
    <div className={classNames(styles["field"], className)}>
      <label id={`${id}-label`} htmlFor={id} className={hideLabel ? hidden["hidden"] : styles["label"]}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": describedBy(id, hint, fault),
        "aria-invalid": fault === undefined ? undefined : true,
      })}
      <FieldNotes {...{ id, hint, fault }} />
    </div>
  );
}
