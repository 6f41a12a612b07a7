import { Eye, EyeOff } from "lucide-react";
import { useEffect, useId, useRef, useState, type HTMLInputAutoCompleteAttribute } from "react";
import { usePublicText } from "../../platform/i18n.tsx";
import styles from "./PublicField.module.css";

/** A labelled input of a public form; the rule it breaks stands below it. Passwords can be shown. */
export function PublicField(given: {
  name: string;
  label: string;
  hint?: string;
  /** What stands in it at first; nothing, unless given. */
  value?: string;
  type?: "text" | "email" | "password";
  /** The keys that a phone shows; those of the type, unless given. */
  inputMode?: "numeric";
  autoComplete: HTMLInputAutoCompleteAttribute;
  fault: string | undefined;
  readOnly: boolean;
  /** True: it has the focus when it comes. */
  hasFocus?: boolean;
}) {
  const { name, label, hint, value, type = "text", autoComplete, fault, readOnly } = given;
  const { hasFocus = false, inputMode = type === "email" ? "email" : undefined } = given;
  const t = usePublicText();
  const id = useId();
  const [shown, setShown] = useState(false);
  const input = useFirstFocus(hasFocus);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className={styles.field} data-invalid={fault !== undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <input
          ref={input}
          id={id}
          name={name}
          type={shown ? "text" : type}
          inputMode={inputMode}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          placeholder={hint}
          defaultValue={value}
          readOnly={readOnly}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        />
        {type === "password" && (
          <button
            type="button"
            aria-pressed={shown}
            aria-label={t(shown ? "login.hide" : "login.show")}
            onClick={() => setShown(!shown)}
          >
            <Icon size={18} aria-hidden />
          </button>
        )}
      </div>
      {fault !== undefined && (
        <p className={styles.fault} id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}

/** A reference to the input that has the focus when it comes, where it is to. */
function useFirstFocus(wanted: boolean) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (wanted) input.current?.focus();
  }, [wanted]);
  return input;
}
