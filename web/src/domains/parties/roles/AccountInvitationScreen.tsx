import { acceptAccountInvitation, readAccountInvitation } from "@heliograph/contract/parties/roles";
import { getSeats } from "@heliograph/contract/parties/business-accounts";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import { paths, patterns } from "../../../app/paths.ts";
import { ask, useCall } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { addressFor } from "../../../platform/rec/acting.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { accountName } from "../../../platform/session.ts";
import { useTitle } from "../../../platform/title.ts";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { ReasonedButton } from "../../../ui/controls/ReasonedButton.tsx";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import styles from "../business-accounts/Profile.module.css";
import { useRefusalLines } from "../refusal-lines.ts";
import { useTask } from "../use-task.tsx";

type Invitation = Answer<typeof readAccountInvitation>;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** /rehash/invitation#…: what the link invites to, to be accepted by whoever is signed in with its address (rule R27). */
export default function AccountInvitationScreen() {
  const t = useText();
  const token = useLocation().hash.slice(1);
  const isToken = TOKEN.test(token);
  const invitation = useQuery({
    ...ask(readAccountInvitation, { body: { token } }),
    enabled: isToken,
    retry: false,
  });
  const lines = useRefusalLines();
  useTitle(t("parties.invitation"));
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1>{t("parties.invitation")}</h1>
      </header>
      <Panel>
        {invitation.data !== undefined ? (
          <Invited token={token} invitation={invitation.data} />
        ) : isToken && invitation.isPending ? (
          <div aria-busy="true">
            <Skeleton width="100%" height={160} />
          </div>
        ) : (
          <Blank
            small
            title={
              isToken
                ? lines(invitation.error).join(" · ")
                : t("This invitation is not valid, or not any more.")
            }
            hint={t("parties.askAgain")}
            action={<LinkButton to={paths.projects()}>{t("Home")}</LinkButton>}
          />
        )}
      </Panel>
    </div>
  );
}

/** Company and role, and the button that takes part. */
function Invited({ token, invitation }: { token: string; invitation: Invitation }) {
  const { company_name, role, email, expires_at, needs_second_person } = invitation;
  const t = useText();
  const navigate = useNavigate();
  const accept = useCall(acceptAccountInvitation, [getSeats]);
  const { run, busy } = useTask();
  const take = () =>
    run(
      async () => {
        const { account } = await accept.mutateAsync({ body: { token } });
        await navigate(addressFor(account, patterns.recDashboard));
      },
      { done: t("parties.welcome", { name: company_name }) },
    );
  return (
    <div className={styles.stack}>
      <p className={styles.none}>{t("parties.invitedAs", { email })}</p>
      <p className={styles.company}>{company_name}</p>
      <p>
        <b>{t(`parties.role_${role}`)}</b>
        {" · "}
        {t("parties.validUntil", { time: gmt8(expires_at) })}
      </p>
      <p className={styles.none}>{t(`parties.does_${role}`)}</p>
      <p className={styles.none}>{t("parties.signedInAs", { name: accountName() ?? "" })}</p>
      <div className={styles.actions}>
        <ReasonedButton
          type="primary"
          loading={busy}
          reason={needs_second_person ? t("parties.waitsForSecond") : null}
          onClick={() => void take()}
        >
          {t("parties.accept")}
        </ReasonedButton>
      </div>
    </div>
  );
}
