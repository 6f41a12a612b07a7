import { useState } from "react";
import { useLang } from "../../../platform/i18n.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { fieldText, numberIn } from "./settings-number.ts";

/**
 * A number in the marks of the language, typed or pasted as contracts and spreadsheets write it: Vietnamese reads 2.204,07 as
 * English reads 2,204.07, where a NumberField takes both marks for the decimal one. `onChange` is given NaN for what is no
 * number and null for nothing.
 */
export function DecimalField(given: {
  label: string;
  unit?: string;
  value: number | null;
  fault?: string | undefined;
  onChange: (value: number | null) => void;
}) {
  const { label, unit, value, fault, onChange } = given;
  const lang = useLang();
  const [typed, setTyped] = useState<string | null>(null);
  // What was typed stands as it was typed for as long as it means the value.
  const text = typed !== null && Object.is(numberIn(typed, lang), value) ? typed : fieldText(value, lang);
  return (
    <TextField
      label={label}
      value={text}
      fault={fault}
      inputMode="decimal"
      maxLength={20}
      {...(unit === undefined ? {} : { unit })}
      onChange={(next) => {
        setTyped(next);
        onChange(numberIn(next, lang));
      }}
    />
  );
}
