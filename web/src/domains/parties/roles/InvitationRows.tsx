import {
  confirmAccountInvitation,
  listAccountPeople,
  revokeAccountInvitation,
} from "@heliograph/contract/parties/roles";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useCall } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import styles from "../business-accounts/Profile.module.css";
import { useTask } from "../use-task.tsx";

type Invitation = Answer<typeof listAccountPeople>["invitations"][number];

/** Invitations that nobody has accepted: to be revoked by the account, and confirmed where a second person must. `account` undefined: by a platform operator. */
export function InvitationRows(given: { account: string | undefined; invitations: readonly Invitation[] }) {
  const { account, invitations } = given;
  const t = useText();
  return (
    <ul className={styles.rows} aria-label={t("parties.openInvitations")}>
      {invitations.map((one) => (
        <li key={one.invitation_uid}>
          <span>
            <b>{one.email}</b>
            {one.invited_by !== null && <span>{t("parties.invitedBy", { name: one.invited_by })}</span>}
          </span>
          <span>
            {t(`parties.role_${one.role}`)}
            {one.needs_second_person && <span>{t("parties.waitsForSecond")}</span>}
          </span>
          <span>{t("parties.validUntil", { time: gmt8(one.expires_at) })}</span>
          <InvitationActions account={account} invitation={one} />
        </li>
      ))}
    </ul>
  );
}

function InvitationActions(given: { account: string | undefined; invitation: Invitation }) {
  const { account, invitation } = given;
  const { invitation_uid, email, needs_second_person } = invitation;
  const t = useText();
  const { run, busy, dialog } = useTask();
  const confirm = useCall(confirmAccountInvitation, [listAccountPeople]);
  const revoke = useCall(revokeAccountInvitation, [listAccountPeople]);
  return (
    <span className={styles.rowActions}>
      {needs_second_person && (
        <Button
          size="small"
          loading={busy}
          aria-label={t("parties.confirmOf", { email })}
          onClick={() =>
            void run(
              () =>
                confirm.mutateAsync({
                  query: account === undefined ? {} : { account },
                  body: { invitation_uid },
                }),
              { done: t("parties.invitationConfirmed"), proof: true },
            )
          }
        >
          {t("parties.confirmInvitation")}
        </Button>
      )}
      {account !== undefined && (
        <Button
          size="small"
          loading={busy}
          aria-label={t("parties.revokeOf", { email })}
          onClick={() =>
            void run(() => revoke.mutateAsync({ query: { account, invitation_uid } }), {
              done: t("parties.invitationRevoked"),
            })
          }
        >
          {t("parties.revoke")}
        </Button>
      )}
      {dialog}
    </span>
  );
}
