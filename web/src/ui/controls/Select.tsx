import { ChevronDown } from "lucide-react";
import { lazy } from "react";
import { classNames } from "./class-names.ts";
import { Field, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";
import { OpenedLater } from "./windows/OpenedLater.tsx";
import type { SelectOwnProps } from "./windows/opened/props.ts";

type SelectProps<Value extends string> = FieldProps &
  SelectOwnProps<Value> & { readonly size?: "medium" | "large" };

const load = () => import("./windows/opened/SelectList.tsx");
// A component that is loaded later has lost its type parameter: its values are the texts of its options.
const SelectList = lazy(async () => ({ default: (await load()).SelectList<string> }));

/** One of several in a list that opens. Arrows and letters choose, also while it is closed. */
export function Select<Value extends string>(given: SelectProps<Value>) {
  const { label, hideLabel, hint, fault, className, size = "medium", ...own } = given;
  const { options, value, onChange, onBlur, placeholder, disabled = false } = own;
  const boxClass = classNames(styles["box"], size === "large" && styles["large"]);
  const chosen = options.find((option) => option.value === value)?.label;
  const change = (next: string) => {
    const option = options.find((one) => one.value === next);
    if (option !== undefined) onChange(option.value);
  };
  return (
    <Field {...{ label, hideLabel, hint, fault, className }}>
      {(wire) => (
        <OpenedLater
          kind="listbox"
          load={load}
          trigger={
            <button
              type="button"
              role="combobox"
              aria-expanded={false}
              aria-controls={undefined}
              {...wire}
              className={boxClass}
              disabled={disabled}
              onBlur={onBlur}
              data-placeholder={chosen === undefined ? "" : undefined}
            >
              <span className={styles["chosen"]} data-placeholder={chosen === undefined ? "" : undefined}>
                {chosen ?? placeholder}
              </span>
              <ChevronDown size={14} aria-hidden />
            </button>
          }
        >
          {(keys) => <SelectList {...own} onChange={change} {...{ wire, boxClass, keys }} />}
        </OpenedLater>
      )}
    </Field>
  );
}
