import type { ReactNode } from "react";

interface ChoiceOption<Key extends string> {
  readonly key: Key;
  readonly label: ReactNode;
  /** Said instead of the label where that is a picture. */
  readonly name?: string;
}

/** One of a few, side by side: a group of buttons of which one is pressed. */
export function Choice<Key extends string>(given: {
  options: readonly ChoiceOption<Key>[];
  value: Key;
  onChange: (key: Key) => void;
  label: string;
}) {
  const { options, value, onChange, label } = given;
  return (
    <div className="choice" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.key}
          type="button"
          aria-pressed={option.key === value}
          // A text is its own name: another one over it would not be what is seen.
          aria-label={typeof option.label === "string" ? undefined : option.name}
          title={option.name}
          onClick={() => onChange(option.key)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
