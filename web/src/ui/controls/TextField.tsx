import { useId } from "react";

/** A labelled field for a text, with what is wrong with it below. With `rows` it has so many lines, and grows with the text. */
export function TextField(given: {
  name: string;
  label: string;
  value: string;
  maxLength: number;
  fault: string | undefined;
  disabled: boolean;
  rows?: number;
  onChange: (text: string) => void;
}) {
  const { name, label, value, maxLength, fault, disabled, rows, onChange } = given;
  const id = useId();
  const field = {
    id,
    name,
    value,
    maxLength,
    disabled,
    "aria-invalid": fault !== undefined,
    "aria-describedby": fault === undefined ? undefined : `${id}-fault`,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <div className="textfield">
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? <input {...field} /> : <textarea {...field} rows={rows} />}
      {fault !== undefined && (
        <p id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
