import { Eye, EyeOff } from "lucide-react";
import {
  useState,
  type HTMLAttributes,
  type HTMLInputAutoCompleteAttribute,
  type ReactNode,
  type Ref,
} from "react";
import { useKitWords } from "../kit-words.ts";
import { classNames } from "./class-names.ts";
import { Field, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";

interface TextFieldProps extends FieldProps {
  readonly name?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly onKeyDown?: HTMLAttributes<HTMLInputElement>["onKeyDown"];
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly readOnly?: boolean;
  readonly type?: "text" | "email" | "tel" | "url" | "password";
  readonly inputMode?: "numeric" | "decimal" | "email" | "tel" | "url";
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly unit?: string;
  /** At the right end of the box: a button, an icon. */
  readonly end?: ReactNode;
  readonly size?: "medium" | "large";
  readonly ref?: Ref<HTMLInputElement>;
}

/** A line of text with its label. */
export function TextField(given: TextFieldProps) {
  const { label, hideLabel, hint, fault, disabled = false, className, ...own } = given;
  const { onChange, unit, end, size = "medium", type = "text", autoComplete = "off", ...input } = own;
  return (
    <Field {...{ label, hideLabel, hint, fault, className }}>
      {(wire) => (
        <div className={classNames(styles["box"], size === "large" && styles["large"])}>
          <input
            {...input}
            {...wire}
            type={type}
            autoComplete={autoComplete}
            disabled={disabled}
            className={styles["input"]}
            onChange={(event) => onChange(event.target.value)}
          />
          {unit !== undefined && <span className={styles["unit"]}>{unit}</span>}
          {end}
        </div>
      )}
    </Field>
  );
}

/** An e-mail address with its label. */
export const EmailField = (given: Omit<TextFieldProps, "type" | "inputMode" | "maxLength">) => (
  <TextField {...given} type="email" inputMode="email" maxLength={254} />
);

/** A text of several lines; it grows with what is written. */
export function TextArea(
  given: FieldProps & {
    name?: string;
    value: string;
    onChange: (text: string) => void;
    onBlur?: (() => void) | undefined;
    maxLength?: number;
    placeholder?: string;
    /** The language of what stands in it, where it is not that of the page. */
    lang?: string;
    rows?: number;
    ref?: Ref<HTMLTextAreaElement>;
  },
) {
  const { label, hideLabel, hint, fault, disabled = false, className, ...own } = given;
  const { onChange, rows = 4, ...input } = own;
  return (
    <Field {...{ label, hideLabel, hint, fault, className }}>
      {(wire) => (
        <div className={styles["box"]}>
          <textarea
            {...input}
            {...wire}
            rows={rows}
            disabled={disabled}
            className={styles["input"]}
            style={{ minHeight: rows * 22 + 12 }}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  );
}

/** A password, which can be shown while it is typed. */
export function PasswordField(given: Omit<TextFieldProps, "type" | "end" | "unit">) {
  const { word } = useKitWords();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...given}
      type={shown ? "text" : "password"}
      end={
        <button
          type="button"
          className={styles["inner"]}
          aria-pressed={shown}
          aria-label={word(shown ? "hidePassword" : "showPassword")}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} aria-hidden />
        </button>
      }
    />
  );
}
