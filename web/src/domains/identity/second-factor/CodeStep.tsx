import { useState } from "react";
import { usePublicText } from "../../../platform/i18n.tsx";
import { PublicField } from "../PublicField.tsx";
import { usePublicForm } from "../public-form.tsx";
import { PublicNotice } from "../PublicFrame.tsx";
import { SubmitButton } from "../SubmitButton.tsx";
import styles from "../PublicForm.module.css";

const loadSender = async () => ({ default: (await import("./CodeSender.tsx")).CodeSender });

/** The second step of signing in: a code of the app, or a recovery code where the phone is lost. */
export function CodeStep(given: { ticket: string; signedIn: () => void; back: () => void }) {
  const { ticket, signedIn, back } = given;
  const t = usePublicText();
  const form = usePublicForm(loadSender, signedIn);
  const [lost, setLost] = useState(false);
  return (
    <>
      <p className={styles.lead}>{t(lost ? "code.recoveryLead" : "code.lead")}</p>
      <form
        className={styles.fields}
        onSubmit={form.onSubmit}
        onInput={form.onInput}
        noValidate
        aria-busy={form.busy}
      >
        <input type="hidden" name="ticket" value={ticket} />
        <PublicField
          // Another field for the other kind of code: what was typed into the one is none of the other.
          key={lost ? "recovery" : "app"}
          name="code"
          label={t(lost ? "code.recovery" : "code.app")}
          hint={lost ? "ABCDE-FGH23" : "123 456"}
          autoComplete={lost ? "off" : "one-time-code"}
          {...(lost ? {} : { inputMode: "numeric" })}
          fault={form.fault("code")}
          readOnly={form.busy}
          hasFocus
        />
        <button type="button" className={styles.link} onClick={() => setLost(!lost)}>
          {t(lost ? "code.useApp" : "code.useRecovery")}
        </button>
        <SubmitButton busy={form.busy} label={t("login.submit")} />
      </form>
      {form.sender}
      <p className={styles.aside}>
        <button type="button" className={styles.again} onClick={back}>
          {t("code.back")}
        </button>
      </p>
      {form.refusal !== null && (
        <PublicNotice title={t("login.failed")} text={form.refusal} close={form.dismiss} />
      )}
    </>
  );
}
