import "./settings.css";
import { useId, type ClipboardEvent } from "react";

/** A field for a number, typed as text in the marks of the language, with its unit and what is wrong with it. */
export function SettingField(given: {
  label: string;
  unit?: string;
  value: string;
  fault?: string | undefined;
  onChange: (text: string) => void;
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void;
}) {
  const { label, unit, value, fault, onChange, onPaste } = given;
  const id = useId();
  return (
    <div className={fault === undefined ? "setting" : "setting invalid"}>
      <label htmlFor={id}>{label}</label>
      <span className="field">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          maxLength={20}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          onChange={(event) => onChange(event.target.value)}
          onPaste={onPaste}
        />
        {unit !== undefined && <span className="setting-unit">{unit}</span>}
      </span>
      {fault !== undefined && (
        <p id={`${id}-fault`} className="setting-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
