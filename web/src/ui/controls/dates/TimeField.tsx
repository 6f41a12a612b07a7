import { useKitWords } from "../../kit-words.ts";
import { useTyped } from "./DateField.tsx";
import { timeAfter, typedTime } from "./days.ts";
import { TextField } from "../TextField.tsx";
import type { FieldProps } from "../Field.tsx";

/**
 * A time of the day, "HH:MM", in 24 hours in every language: the browser's own field follows the computer and shows AM and
 * PM. Takes 9, 930, 9:30 and 09h30, by Enter and when it is left; arrows go by `step` minutes.
 */
export function TimeField(
  given: FieldProps & {
    name?: string;
    value: string | null;
    onChange: (time: string) => void;
    /** Where there may be no time: the field was emptied. */
    onClear?: (() => void) | undefined;
    onBlur?: (() => void) | undefined;
    step?: number;
  },
) {
  const { value, onChange, onClear, onBlur, step = 15, fault, ...field } = given;
  const { word } = useKitWords();
  const typed = useTyped({ shown: value ?? "", read: typedTime, take: onChange, clear: onClear });
  return (
    <TextField
      {...field}
      fault={typed.wrong ? word("badTime") : fault}
      value={typed.text}
      placeholder="--:--"
      inputMode="numeric"
      onChange={typed.type}
      onKeyDown={(event) => {
        if (typed.onKeyDown(event) || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
        event.preventDefault();
        typed.forget();
        onChange(timeAfter(typedTime(typed.text) ?? value, event.key === "ArrowUp" ? step : -step));
      }}
      onBlur={() => {
        typed.settle();
        onBlur?.();
      }}
    />
  );
}
