import { Combobox as Base } from "@base-ui/react/combobox";
import { X } from "lucide-react";
import { useState } from "react";
import { useKitWords } from "../kit-words.ts";
import { LOCALES } from "../tokens/tokens.ts";
import { classNames } from "./class-names.ts";
import { ComboboxArrow, ComboboxPopup, useFollow, useFound, type OptionSource } from "./combobox-list.tsx";
import styles from "./Combobox.module.css";
import { Field, type FieldProps } from "./Field.tsx";
import field from "./Field.module.css";
import type { Option } from "./windows/opened/props.ts";

interface ComboboxProps extends FieldProps, OptionSource {
  readonly placeholder?: string;
  readonly onBlur?: (() => void) | undefined;
}

const same = (one: Option, other: Option) => one.value === other.value;

/** One of many, found by typing a part of its name; thousands are fine. */
export function Combobox(
  given: ComboboxProps & { value: Option | null; onChange: (value: Option | null) => void },
) {
  const { label, hideLabel, hint, fault, disabled = false, className, ...own } = given;
  const { value, onChange, placeholder, onBlur } = own;
  const { lang, word } = useKitWords();
  const [text, setText] = useState("");
  const [wasOpened, setWasOpened] = useState(false);
  const { state, more, root } = useFound(own, text, wasOpened);
  const { rows, follow } = useFollow();
  return (
    <Field {...{ label, hideLabel, hint, fault, className }}>
      {({ id, ...wire }) => (
        <Base.Root
          id={id}
          {...root}
          // Else Enter chooses nothing.
          autoHighlight
          locale={LOCALES[lang]}
          value={value}
          onValueChange={(next: Option | null) => onChange(next)}
          // What a choice writes into the input is not a search.
          onInputValueChange={(next, { reason }) => setText(reason === "input-change" ? next : "")}
          onOpenChange={(open) => open && setWasOpened(true)}
          isItemEqualToValue={same}
          onItemHighlighted={follow}
          disabled={disabled}
        >
          <Base.InputGroup className={field["box"]}>
            <Base.Input
              {...wire}
              aria-labelledby={`${id}-label`}
              className={field["input"]}
              placeholder={placeholder}
              onBlur={onBlur}
            />
            <Base.Clear className={field["inner"]} aria-label={word("clear")}>
              <X size={14} aria-hidden />
            </Base.Clear>
            <ComboboxArrow />
          </Base.InputGroup>
          <ComboboxPopup state={state} many={root.virtualized} handle={rows} more={more} />
        </Base.Root>
      )}
    </Field>
  );
}

/** Several of many: chosen ones stand as chips before the text, which Backspace and the left arrow reach. */
export function MultiCombobox(
  given: ComboboxProps & { value: readonly Option[]; onChange: (value: readonly Option[]) => void },
) {
  const { label, hideLabel, hint, fault, disabled = false, className, ...own } = given;
  const { value, onChange, placeholder, onBlur } = own;
  const { lang } = useKitWords();
  const [text, setText] = useState("");
  const [wasOpened, setWasOpened] = useState(false);
  const { state, more, root } = useFound(own, text, wasOpened);
  const { rows, follow } = useFollow();
  return (
    <Field {...{ label, hideLabel, hint, fault, className }}>
      {({ id, ...wire }) => (
        <Base.Root
          id={id}
          {...root}
          multiple
          autoHighlight
          locale={LOCALES[lang]}
          value={[...value]}
          onValueChange={(next: Option[]) => onChange(next)}
          onInputValueChange={(next, { reason }) => setText(reason === "input-change" ? next : "")}
          // Several in a row may be chosen: a choice does not close the list.
          onOpenChange={(open, details) => {
            if (open) setWasOpened(true);
            else if (details.reason === "item-press") details.cancel();
          }}
          isItemEqualToValue={same}
          onItemHighlighted={follow}
          disabled={disabled}
        >
          <Base.InputGroup className={classNames(field["box"], styles["multi"])}>
            <Chips {...{ value, placeholder, onBlur }} wire={{ ...wire, "aria-labelledby": `${id}-label` }} />
            <ComboboxArrow />
          </Base.InputGroup>
          <ComboboxPopup state={state} many={root.virtualized} handle={rows} more={more} />
        </Base.Root>
      )}
    </Field>
  );
}

function Chips(given: {
  value: readonly Option[];
  placeholder: string | undefined;
  onBlur: (() => void) | undefined;
  wire: object;
}) {
  const { value, placeholder, onBlur, wire } = given;
  const { word } = useKitWords();
  return (
    <Base.Chips className={styles["chips"]}>
      {value.map((option) => (
        <Base.Chip
          key={option.value}
          className={styles["chip"]}
          aria-label={option.label}
          aria-description={word("chipHint")}
        >
          {option.label}
          <Base.ChipRemove className={field["inner"]} aria-label={word("remove", { name: option.label })}>
            <X size={12} aria-hidden />
          </Base.ChipRemove>
        </Base.Chip>
      ))}
      <Base.Input
        {...wire}
        className={field["input"]}
        placeholder={value.length === 0 ? placeholder : undefined}
        onBlur={onBlur}
        {...(value.length === 0 ? {} : { "aria-description": word("chosen", { n: value.length }) })}
      />
    </Base.Chips>
  );
}
