import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { usePublicText, useServerText } from "../../platform/i18n.tsx";
import { paths, waitsForSignIn } from "../../app/paths.ts";
import { OtherWays } from "./OtherWays.tsx";
import { PublicField } from "./PublicField.tsx";
import { type PublicForm, usePublicForm } from "./public-form.tsx";
import { providerKept, publicConfigOrNull, type PublicConfig } from "./public-config.ts";
import { PublicFrame, PublicNotice } from "./PublicFrame.tsx";
import { SubmitButton } from "./SubmitButton.tsx";
import styles from "./PublicForm.module.css";

const ForgotPassword = lazy(async () => ({ default: (await import("./ForgotPassword.tsx")).ForgotPassword }));

const CodeStep = lazy(async () => ({ default: (await import("./second-factor/CodeStep.tsx")).CodeStep }));

const loadSender = async () => ({ default: (await import("./LoginSender.tsx")).LoginSender });

interface Props {
  readonly signedIn: () => void;
  /** The last session ended by itself, which a quiet line says. */
  readonly ended: boolean;
  /** A single sign-on was refused just now (M27, M242). */
  readonly signOnFailed?: boolean;
  /** What came of the way to the provider: it was refused, as the server says, or a code is asked for. */
  readonly cameBack?: { readonly refused: string } | { readonly ticket: string };
}

/** `/`: signing in with e-mail and password, or in another way; then with a code where the account asks for one. */
export default function LoginScreen(given: Props) {
  const t = usePublicText();
  const { signedIn, cameBack } = given;
  const [ticket, setTicket] = useState(
    cameBack !== undefined && "ticket" in cameBack ? cameBack.ticket : null,
  );
  return (
    <PublicFrame title={t("login.title")}>
      {ticket === null ? (
        <FirstStep {...given} onTicket={setTicket} />
      ) : (
        <Suspense>
          <CodeStep ticket={ticket} signedIn={signedIn} back={() => setTicket(null)} />
        </Suspense>
      )}
    </PublicFrame>
  );
}

function FirstStep(given: Props & { onTicket: (ticket: string) => void }) {
  const { signedIn, ended, onTicket } = given;
  const t = usePublicText();
  const config = usePublicConfig();
  const [forgot, setForgot] = useState(false);
  const form = usePublicForm(loadSender, signedIn, onTicket);
  const isInvited = waitsForSignIn(location.pathname);
  return (
    <>
      {ended && <p className={styles.sessionEnded}>{t("session.ended")}</p>}
      {isInvited && <p className={styles.sessionEnded}>{t("login.invited")}</p>}
      <Credentials form={form} forgot={() => setForgot(true)} />
      {form.sender}
      <OtherWays provider={config === null ? providerKept() : config.sign_in_provider} signedIn={signedIn} />
      <p className={styles.aside}>
        {config?.registration_open === true && (
          <>
            {t("login.noAccount")}{" "}
            <a href={`${paths.register()}${isInvited ? location.hash : ""}`}>{t("login.register")}</a>
          </>
        )}
      </p>
      {forgot && (
        <Suspense>
          <ForgotPassword hotline={config?.hotline ?? null} close={() => setForgot(false)} />
        </Suspense>
      )}
      <Arrival {...given} />
      {form.refusal !== null && (
        <PublicNotice title={t("login.failed")} text={form.refusal} close={form.dismiss} />
      )}
    </>
  );
}

/** What is said of a sign-on that was refused before this page. */
function Arrival({ signOnFailed = false, cameBack }: Props) {
  const t = usePublicText();
  const serverText = useServerText();
  const [open, setOpen] = useState(true);
  const close = useCallback(() => setOpen(false), []);
  if (!open) return null;
  if (signOnFailed) {
    return <PublicNotice title={t("Login faild")} text={t("login.signOnHint")} close={close} />;
  }
  if (cameBack === undefined || !("refused" in cameBack)) return null;
  return <PublicNotice title={t("login.failed")} text={serverText(cameBack.refused)} close={close} />;
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
