import { Eye, EyeOff } from "lucide-react";
import { useId, useState, type HTMLInputAutoCompleteAttribute } from "react";
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
  autoComplete: HTMLInputAutoCompleteAttribute;
  fault: string | undefined;
  readOnly: boolean;
}) {
  const { name, label, hint, value, type = "text", autoComplete, fault, readOnly } = given;
  const t = usePublicText();
  const id = useId();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className={styles.field} data-invalid={fault !== undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <input
          id={id}
          name={name}
          type={shown ? "text" : type}
          inputMode={type === "email" ? "email" : undefined}
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
