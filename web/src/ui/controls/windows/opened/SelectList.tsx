import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import { useLayoutEffect, useRef, useState, type Ref } from "react";
import type { FieldWire } from "../../Field.tsx";
import styles from "../../Field.module.css";
import overlay from "../Overlay.module.css";
import { afterKeys, type WaitingKey } from "../../waiting-keys.ts";
import type { SelectOwnProps } from "./props.ts";

/** The box of a select and the list that opens below it; `keys` were pressed before its code was here, and are acted on first. */
export function SelectList<Value extends string>(
  given: SelectOwnProps<Value> & { wire: FieldWire; boxClass: string; keys: readonly WaitingKey[] },
) {
  const { options, value, onChange, onBlur, placeholder, disabled = false, keys, boxClass } = given;
  const { id, ...wire } = given.wire;
  const box = useRef<HTMLButtonElement>(null);
  const highlighted = useRef<HTMLElement>(null);
  const [start] = useState(() => afterKeys(options, value, keys));
  const change = (next: Value | null) => {
    if (next !== null) onChange(next);
  };
  useLayoutEffect(() => {
    // It takes the place of a button that had the focus.
    if (document.activeElement === document.body) box.current?.focus();
    if (start.value !== value) change(options.find((one) => one.value === start.value)?.value ?? null);
    // Once: later keys are the list's own.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  // The list gives the focus to its value when it opens, and highlights what has it.
  const goOn = () => {
    const option = highlighted.current;
    highlighted.current = null;
    option?.focus();
  };
  return (
    // items: else the field shows the raw value until the list was open once.
    <Base.Root
      id={id}
      items={options}
      value={value}
      onValueChange={change}
      disabled={disabled}
      modal={false}
      defaultOpen={start.open}
    >
      <Base.Trigger {...wire} ref={box} className={boxClass} onBlur={onBlur}>
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
          <Base.Popup className={overlay["popup"]} onFocus={goOn}>
            <Base.List className={overlay["list"]}>
              <Options options={options} highlighted={start.highlighted} mark={highlighted} />
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** The options; `mark` is given the one that is highlighted at first. */
function Options<Value extends string>(given: {
  options: SelectOwnProps<Value>["options"];
  highlighted: string | null;
  mark: Ref<HTMLElement>;
}) {
  const { options, highlighted, mark } = given;
  return options.map((option) => (
    <Base.Item
      key={option.value}
      ref={option.value === highlighted ? mark : undefined}
      value={option.value}
      disabled={option.disabled ?? false}
      className={overlay["item"]}
    >
      <Base.ItemText render={<span />}>{option.label}</Base.ItemText>
      <Base.ItemIndicator render={<Check size={14} aria-hidden />} />
    </Base.Item>
  ));
}
