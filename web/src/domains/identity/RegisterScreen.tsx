import { usePublicText } from "../../platform/i18n.tsx";
import { paths } from "../../app/paths.ts";
import { PublicField } from "./PublicField.tsx";
import { usePublicForm } from "./public-form.tsx";
import { PublicFrame, PublicNotice } from "./PublicFrame.tsx";
import { SubmitButton } from "./SubmitButton.tsx";
import styles from "./PublicForm.module.css";

const loadSender = async () => ({ default: (await import("./RegisterSender.tsx")).RegisterSender });

/** `/register`: makes an account (M169 to M173). The login page links here while registration is open. */
export default function RegisterScreen({ signedIn }: { signedIn: () => void }) {
  const t = usePublicText();
  const form = usePublicForm(loadSender, signedIn);
  const common = (name: string) => ({ name, fault: form.fault(name), readOnly: form.busy });
  return (
    <PublicFrame title={t("register.title")}>
      <form
        className={styles.fields}
        onSubmit={form.onSubmit}
        onInput={form.onInput}
        noValidate
        aria-busy={form.busy}
      >
        <PublicField {...common("fullname")} label={t("register.fullname")} autoComplete="name" />
        <PublicField {...common("email")} type="email" label={t("register.email")} autoComplete="email" />
        <PublicField
          {...common("password")}
          type="password"
          label={t("login.password")}
          autoComplete="new-password"
        />
        <PublicField
          {...common("retypePassword")}
          type="password"
          label={t("register.retype")}
          autoComplete="new-password"
        />
        <SubmitButton busy={form.busy} label={t("register.submit")} />
      </form>
      {form.sender}
      <p className={styles.aside}>
        {t("register.haveAccount")} <a href={paths.login()}>{t("login.title")}</a>
      </p>
      {form.refusal !== null && (
        <PublicNotice title={t("Notification")} text={form.refusal} close={form.dismiss} />
      )}
    </PublicFrame>
  );
}
