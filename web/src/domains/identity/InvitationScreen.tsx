import type { readInvitation } from "@heliograph/contract/fleet/invitations";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useServerText, usePublicText } from "../../platform/i18n.tsx";
import { accessToken, accountName } from "../../platform/session.ts";
import { paths } from "../../app/paths.ts";
import styles from "./InvitationScreen.module.css";
import { PublicField } from "./PublicField.tsx";
import { type PublicForm, usePublicForm } from "./public-form.tsx";
import { PublicFrame, PublicNotice } from "./PublicFrame.tsx";
import form from "./PublicForm.module.css";
import { SubmitButton } from "./SubmitButton.tsx";

type Invitation = Answer<typeof readInvitation>;

/** What the page asks: loaded with it, as the schemas are as large as the login page. */
const calls = () => import("./invitation-calls.ts");
const CodeStep = lazy(async () => ({ default: (await import("./second-factor/CodeStep.tsx")).CodeStep }));

const loadLogin = async () => ({ default: (await import("./LoginSender.tsx")).LoginSender });
const loadRegister = async () => ({ default: (await calls()).InvitedSender });

/** What was found behind the link; `said`: why nothing was, `again` where asking once more may help. */
type Found =
  | { readonly invitation: Invitation }
  | { readonly said: string; readonly again: boolean }
  | { readonly waiting: true };
const WAITING: Found = { waiting: true };

/** `/invitation#…`: for who has the link, whether signed in, with an account, or without one. */
export default function InvitationScreen() {
  const t = usePublicText();
  const serverText = useServerText();
  const [token] = useState(() => location.hash.slice(1));
  const { found, ask } = useInvitation(token);
  const [signedIn, setSignedIn] = useState(() => accessToken() !== null);
  const { accept, busy, refusal, dismiss } = useAccept(token);
  useEffect(() => {
    // Another link is another page.
    const other = () => location.reload();
    addEventListener("hashchange", other);
    return () => removeEventListener("hashchange", other);
  }, []);
  const enter = () => {
    setSignedIn(true);
    void accept();
  };
  return (
    <PublicFrame title={t("invitation.title")}>
      {"waiting" in found && <p aria-busy className={styles.waiting} />}
      {"said" in found && <NotThere said={serverText(found.said)} again={found.again ? ask : undefined} />}
      {"invitation" in found && (
        <>
          <What invitation={found.invitation} />
          {signedIn ? (
            <Accept
              busy={busy}
              accept={() => void accept()}
              leave={() =>
                void calls().then(({ leaveSession }) => leaveSession().then(() => setSignedIn(false)))
              }
            />
          ) : found.invitation.has_account ? (
            <SignIn email={found.invitation.email} signedIn={enter} />
          ) : (
            <Register email={found.invitation.email} token={token} signedIn={enter} />
          )}
        </>
      )}
      {refusal !== null && (
        <PublicNotice title={t("Notification")} text={serverText(refusal)} close={dismiss} />
      )}
    </PublicFrame>
  );
}

const find = (token: string): Promise<Found> =>
  calls()
    .then(({ findInvitation }) => findInvitation(token))
    .catch(() => ({ said: "The server cannot be reached", again: true }));

/** What the link leads to, asked for once and again when `ask` is called. */
function useInvitation(token: string): { found: Found; ask: () => void } {
  const [asked, setAsked] = useState(() => find(token));
  const [found, setFound] = useState(WAITING);
  useEffect(() => {
    let here = true;
    void asked.then((answer) => here && setFound(answer));
    return () => {
      here = false;
    };
  }, [asked]);
  const ask = () => {
    setFound(WAITING);
    setAsked(find(token));
  };
  return { found, ask };
}

/** Takes part and goes to the project, or says why that was refused. */
function useAccept(token: string) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const accept = async () => {
    setBusy(true);
    setRefusal(null);
    const refused = await calls()
      .then(({ acceptAndOpen }) => acceptAndOpen(token))
      .catch(() => "The server cannot be reached");
    if (refused === null) return;
    setBusy(false);
    setRefusal(refused);
  };
  return { accept, busy, refusal, dismiss: useCallback(() => setRefusal(null), []) };
}

/** Who invites to what, and what one may do there. */
function What({ invitation }: { invitation: Invitation }) {
  const t = usePublicText();
  const { invited_by: by, project_name, role } = invitation;
  return (
    <div className={styles.what}>
      <p>{by === null ? t("invitation.byNobody") : t("invitation.by", { by })}</p>
      <strong>{project_name}</strong>
      <p>{t(`invitation.${role}`)}</p>
    </div>
  );
}

function NotThere({ said, again }: { said: string; again: (() => void) | undefined }) {
  const t = usePublicText();
  return (
    <div className={styles.what} role="alert">
      <p>{said}</p>
      {again === undefined ? (
        <p>{t("invitation.ask")}</p>
      ) : (
        <button type="button" className={form.link} onClick={again}>
          {t("Try again")}
        </button>
      )}
      <p className={form.aside}>
        <a href={paths.login()}>{t("login.title")}</a>
      </p>
    </div>
  );
}

function Accept(given: { busy: boolean; accept: () => void; leave: () => void }) {
  const { busy, accept, leave } = given;
  const t = usePublicText();
  return (
    <form
      className={form.fields}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) accept();
      }}
      aria-busy={busy}
    >
      <p>{t("invitation.as", { name: accountName() ?? "" })}</p>
      <SubmitButton busy={busy} label={t("invitation.accept")} />
      <button type="button" className={form.link} onClick={leave}>
        {t("invitation.switch")}
      </button>
    </form>
  );
}

/** The address has an account: its password is asked for. */
function SignIn({ email, signedIn }: { email: string; signedIn: () => void }) {
  const t = usePublicText();
  const [ticket, setTicket] = useState<string | null>(null);
  const sent = usePublicForm(loadLogin, signedIn, setTicket);
  if (ticket !== null) {
    return (
      <Suspense>
        <CodeStep ticket={ticket} signedIn={signedIn} back={() => setTicket(null)} />
      </Suspense>
    );
  }
  return (
    <Sending form={sent} label={t("invitation.signIn")}>
      <PublicField
        name="username"
        type="email"
        label={t("login.account")}
        value={email}
        autoComplete="username"
        fault={sent.fault("username")}
        readOnly
      />
      <Secret form={sent} name="password" label={t("login.password")} current />
    </Sending>
  );
}

/** The address has none: it is made, for this address alone. */
function Register({ email, token, signedIn }: { email: string; token: string; signedIn: () => void }) {
  const t = usePublicText();
  const sent = usePublicForm(loadRegister, signedIn);
  return (
    <Sending form={sent} label={t("invitation.make")}>
      <input type="hidden" name="token" value={token} />
      <PublicField
        name="email"
        type="email"
        label={t("register.email")}
        value={email}
        autoComplete="username"
        fault={undefined}
        readOnly
      />
      <PublicField
        name="fullname"
        label={t("register.fullname")}
        autoComplete="name"
        fault={sent.fault("fullname")}
        readOnly={sent.busy}
      />
      <Secret form={sent} name="password" label={t("login.password")} />
      <Secret form={sent} name="retypePassword" label={t("register.retype")} />
    </Sending>
  );
}

function Secret(given: { form: PublicForm; name: string; label: string; current?: boolean }) {
  const { form: sent, name, label, current = false } = given;
  return (
    <PublicField
      name={name}
      type="password"
      label={label}
      autoComplete={current ? "current-password" : "new-password"}
      fault={sent.fault(name)}
      readOnly={sent.busy}
    />
  );
}

function Sending(given: { form: PublicForm; label: string; children: React.ReactNode }) {
  const { form: sent, label, children } = given;
  const t = usePublicText();
  return (
    <>
      <form
        className={form.fields}
        onSubmit={sent.onSubmit}
        onInput={sent.onInput}
        noValidate
        aria-busy={sent.busy}
      >
        {children}
        <SubmitButton busy={sent.busy} label={label} />
      </form>
      {sent.sender}
      {sent.refusal !== null && (
        <PublicNotice title={t("Notification")} text={sent.refusal} close={sent.dismiss} />
      )}
    </>
  );
}
