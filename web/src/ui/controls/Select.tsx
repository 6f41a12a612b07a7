import { ChevronDown } from "lucide-react";

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** One of several in a list that opens: the browser's own, so that phones show theirs. */
export function Select<Value extends string>(given: {
  "aria-label": string;
  value: Value;
  options: readonly Option<Value>[];
  disabled?: boolean;
  size?: "medium" | "large";
  className?: string;
  onChange: (value: Value) => void;
}) {
  const { value, options, disabled = false, size = "medium", className = "", onChange } = given;
  return (
    <span className={`select ${size} ${className}`}>
      <select
        aria-label={given["aria-label"]}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden />
    </span>
  );
}
