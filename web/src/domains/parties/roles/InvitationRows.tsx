import {
  confirmAccountInvitation,
  listAccountPeople,
  revokeAccountInvitation,
} from "@heliograph/contract/parties/roles";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useMemo } from "react";
import { actingAs } from "../../../platform/rec/acting.ts";
import { useCall } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { GMT8, plainGmt8 } from "@heliograph/contract/kernel/gmt8";
import { WholeList } from "../../../platform/rec/lists/WholeList.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { actionsColumn } from "../actions-column.tsx";
import styles from "../business-accounts/Profile.module.css";
import { useTask } from "../use-task.tsx";

type Invitation = Answer<typeof listAccountPeople>["invitations"][number];

/** Invitations that nobody has accepted: to be revoked by the account, and confirmed where a second person must. `account` undefined: by a platform operator. */
export function InvitationRows(given: { account: string | undefined; invitations: readonly Invitation[] }) {
  const { account, invitations } = given;
  const t = useText();
  const columns = useMemo(
    (): readonly Column<Invitation>[] => [
      { id: "email", label: t("parties.inviteAddress"), rowHead: true, value: ({ email }) => email },
      { id: "role", label: t("parties.role"), value: ({ role }) => t(`parties.role_${role}`) },
      { id: "by", label: t("parties.inviter"), value: ({ invited_by }) => invited_by },
      {
        id: "second",
        label: t("parties.secondPerson"),
        value: ({ needs_second_person }) => (needs_second_person ? t("parties.waitsForSecond") : null),
      },
      {
        id: "until",
        label: t("parties.validUntilWhen"),
        unit: GMT8,
        value: ({ expires_at }) => plainGmt8(expires_at),
      },
      actionsColumn<Invitation>(t, (invitation) => (
        <InvitationActions account={account} invitation={invitation} />
      )),
    ],
    [t, account],
  );
  return (
    <WholeList
      name="account-invitations"
      label={t("parties.openInvitations")}
      columns={columns}
      rows={invitations}
      idOf={({ invitation_uid }) => invitation_uid}
      none={t("parties.noInvitations")}
    />
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
    <span className={styles.cellActions}>
      {needs_second_person && (
        <Button
          size="small"
          loading={busy}
          aria-label={t("parties.confirmOf", { email })}
          onClick={() =>
            void run(
              () =>
                confirm.mutateAsync({
                  query: actingAs(account),
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
