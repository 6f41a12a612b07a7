import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import { classNames } from "./class-names.ts";
import { Field, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";
import overlay from "./Overlay.module.css";

/** One of what can be chosen. */
export interface Option<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  /** Beside the label, paler; comboboxes show it. */
  readonly detail?: string;
  readonly disabled?: boolean;
}

interface SelectProps<Value extends string> extends FieldProps {
  readonly options: readonly Option<Value>[];
  /** Null: nothing is chosen. Never undefined, which would make it mind its value by itself. */
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly name?: string;
  readonly placeholder?: string;
  readonly size?: "medium" | "large";
}

/** One of several in a list that opens. Arrows and letters choose, also while it is closed. */
export function Select<Value extends string>(given: SelectProps<Value>) {
  const { label, hideLabel, hint, fault, disabled = false, className, ...own } = given;
  const { options, value, onChange, onBlur, placeholder, size = "medium" } = own;
  const change = (next: Value | null) => {
    if (next !== null) onChange(next);
  };
  return (
    <Field {...{ label, hideLabel, hint, fault, className }}>
      {({ id, ...wire }) => (
        // items: else the field shows the raw value until the list was open once.
        <Base.Root
          id={id}
          items={options}
          value={value}
          onValueChange={change}
          disabled={disabled}
          modal={false}
        >
          <Base.Trigger
            {...wire}
            className={classNames(styles["box"], size === "large" && styles["large"])}
            onBlur={onBlur}
          >
            <Base.Value className={styles["chosen"]} placeholder={placeholder} />
            <Base.Icon render={<ChevronDown size={14} aria-hidden />} />
          </Base.Trigger>
          <Base.Portal>
            {/* alignItemWithTrigger: else a style element is added (CSP), and the list covers its own field. */}
            <Base.Positioner
              className={overlay["layer"]}
              alignItemWithTrigger={false}
              sideOffset={4}
              collisionPadding={8}
            >
              <Base.Popup className={overlay["popup"]}>
                <Base.List className={overlay["list"]}>
                  {options.map((option) => (
                    <Base.Item
                      key={option.value}
                      value={option.value}
                      disabled={option.disabled ?? false}
                      className={overlay["item"]}
                    >
                      <Base.ItemText render={<span />}>{option.label}</Base.ItemText>
                      <Base.ItemIndicator render={<Check size={14} aria-hidden />} />
                    </Base.Item>
                  ))}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}
