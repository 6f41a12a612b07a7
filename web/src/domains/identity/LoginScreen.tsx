import { lazy, Suspense, useEffect, useState } from "react";
import { usePublicText } from "../../platform/i18n.tsx";
import { paths } from "../../app/paths.ts";
import { PublicField } from "./PublicField.tsx";
import { type PublicForm, usePublicForm } from "./public-form.tsx";
import { publicConfigOrNull, type PublicConfig } from "./public-config.ts";
import { PublicFrame, PublicNotice } from "./PublicFrame.tsx";
import { SubmitButton } from "./SubmitButton.tsx";
import styles from "./PublicForm.module.css";

const ForgotPassword = lazy(async () => ({ default: (await import("./ForgotPassword.tsx")).ForgotPassword }));

const loadSender = async () => ({ default: (await import("./LoginSender.tsx")).LoginSender });

interface Props {
  readonly signedIn: () => void;
  /** The last session ended by itself, which a quiet line says. */
  readonly ended: boolean;
  /** A single sign-on was refused just now (M27, M242). */
  readonly signOnFailed?: boolean;
}

/** `/`: signing in with e-mail and password. */
export default function LoginScreen({ signedIn, ended, signOnFailed = false }: Props) {
  const t = usePublicText();
  const [noticeOpen, setNoticeOpen] = useState(signOnFailed);
  const config = usePublicConfig();
  const [forgot, setForgot] = useState(false);
  const form = usePublicForm(loadSender, signedIn);
  return (
    <PublicFrame title={t("login.title")}>
      {ended && <p className={styles.sessionEnded}>{t("session.ended")}</p>}
      <Credentials form={form} forgot={() => setForgot(true)} />
      {form.sender}
      <p className={styles.aside}>
        {config?.registration_open === true && (
          <>
            {t("login.noAccount")} <a href={paths.register()}>{t("login.register")}</a>
          </>
        )}
      </p>
      {forgot && (
        <Suspense>
          <ForgotPassword hotline={config?.hotline ?? null} close={() => setForgot(false)} />
        </Suspense>
      )}
      {noticeOpen && (
        <PublicNotice
          title={t("Login faild")}
          text={t("login.signOnHint")}
          close={() => setNoticeOpen(false)}
        />
      )}
      {form.refusal !== null && (
        <PublicNotice title={t("login.failed")} text={form.refusal} close={form.dismiss} />
      )}
    </PublicFrame>
  );
}

/** E-mail and password, and the way out for who has forgotten it. */
function Credentials({ form, forgot }: { form: PublicForm; forgot: () => void }) {
  const t = usePublicText();
  return (
    <form
      className={styles.fields}
      onSubmit={form.onSubmit}
      onInput={form.onInput}
      noValidate
      aria-busy={form.busy}
    >
      <PublicField
        name="username"
        type="email"
        label={t("login.account")}
        hint={t("login.accountHint")}
        autoComplete="username"
        fault={form.fault("username")}
        readOnly={form.busy}
      />
      <PublicField
        name="password"
        type="password"
        label={t("login.password")}
        autoComplete="current-password"
        fault={form.fault("password")}
        readOnly={form.busy}
      />
      <button type="button" className={styles.link} onClick={forgot}>
        {t("login.forgot")}
      </button>
      <SubmitButton busy={form.busy} label={t("login.submit")} />
    </form>
  );
}

/** What the installation has set; null until the server has answered, and when it cannot be asked. */
function usePublicConfig(): PublicConfig | null {
  const [config, setConfig] = useState<PublicConfig | null>(null);
  useEffect(() => {
    let here = true;
    void publicConfigOrNull().then((answer) => here && setConfig(answer));
    return () => {
      here = false;
    };
  }, []);
  return config;
}
