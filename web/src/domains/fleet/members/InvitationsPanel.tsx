import { inviteMember, listInvitations, revokeInvitation } from "@heliograph/contract/fleet/invitations";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { useFormat } from "../../../platform/format.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { linkOf, useRefusal, type MadeLink } from "./InvitePanel.tsx";
import { invitationsQuery } from "./people-queries.ts";
import styles from "./PeopleStep.module.css";

type Invitation = Answer<typeof listInvitations>["items"][number];
/** What is under way: for whom, and what. */
type Busy = { readonly of: string; readonly what: "again" | "revoke" } | null;

/** Invitations that nobody has used: a lost link is made anew, one that shall not be used is revoked. */
export function InvitationsPanel({ uid, made }: { uid: string; made: (link: MadeLink | null) => void }) {
  const t = useText();
  const serverText = useServerText();
  const invitations = useQuery(invitationsQuery(uid));
  const { again, revoke, busy } = useActions(uid, made);
  const columns = useColumns({ again, revoke, busy });
  return (
    <Panel title={t("people.open")} flush>
      <DataTable
        label={t("people.open")}
        columns={columns}
        rows={invitations.data?.items}
        idOf={({ invitation_uid }) => invitation_uid}
        failed={
          invitations.isError
            ? {
                title: t("Something went wrong"),
                hint: serverText(invitations.error.message),
                retry: () => void invitations.refetch(),
                retryLabel: t("Try again"),
              }
            : null
        }
        empty={<PanelNote text={t("people.noneOpen")} />}
      />
    </Panel>
  );
}

function useActions(project_uid: string, made: (link: MadeLink | null) => void) {
  const serverText = useServerText();
  const refused = useRefusal();
  const [busy, setBusy] = useState<Busy>(null);
  const { mutateAsync: inviteAgain } = useCall(inviteMember, [listInvitations]);
  const { mutateAsync: end } = useCall(revokeInvitation, [listInvitations]);
  return useMemo(() => {
    const during = async (of: Busy, work: () => Promise<unknown>) => {
      setBusy(of);
      await work().catch(refused);
      setBusy(null);
    };
    return {
      busy,
      again: ({ invitation_uid, email, role }: Invitation) =>
        during({ of: invitation_uid, what: "again" }, async () => {
          const body = { project_uid, email, role, valid_days: 7 };
          made(linkOf(email, await inviteAgain({ body })));
        }),
      revoke: ({ invitation_uid }: Invitation) =>
        during({ of: invitation_uid, what: "revoke" }, async () => {
          const { message } = await end({ query: { project_uid, invitation_uid } });
          // The link that stands on the page may be the one that has ended.
          made(null);
          say.success(serverText(message));
        }),
    };
    // What says refusals is made anew with each render and says the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [project_uid, made, inviteAgain, end, busy, serverText]);
}

/** What is done with an invitation, and what is under way. */
interface RowActions {
  readonly busy: Busy;
  readonly again: (row: Invitation) => Promise<void>;
  readonly revoke: (row: Invitation) => Promise<void>;
}

function useColumns({ busy, again, revoke }: RowActions): readonly Column<Invitation>[] {
  const t = useText();
  return useMemo(
    () => [
      { id: "email", label: t("people.email"), rowHead: true, value: ({ email }) => email },
      { id: "role", label: t("people.role"), value: ({ role }) => t(`people.${role}`) },
      { id: "by", label: t("people.invitedBy"), value: ({ invited_by }) => invited_by },
      {
        id: "until",
        label: t("people.until"),
        value: ({ expires_at }) => expires_at,
        cell: ({ expires_at }) => <Until atMs={Date.parse(expires_at)} />,
      },
      {
        id: "actions",
        label: t("people.actions"),
        hideLabel: true,
        value: () => null,
        cell: (row) => <Actions row={row} busy={busy} again={again} revoke={revoke} />,
      },
    ],
    [t, busy, again, revoke],
  );
}

function Until({ atMs }: { atMs: number }) {
  const t = useText();
  const format = useFormat();
  const over = useNow() >= atMs;
  const time = format.dateTime(atMs, browserZone());
  return <span className={over ? styles.over : undefined}>{over ? t("people.over", { time }) : time}</span>;
}

function Actions(given: RowActions & { row: Invitation }) {
  const { row, busy, again, revoke } = given;
  const t = useText();
  const { email } = row;
  const isBusy = (what: "again" | "revoke") => busy?.of === row.invitation_uid && busy.what === what;
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        loading={isBusy("again")}
        aria-label={t("people.againFor", { email })}
        onClick={() => void again(row)}
      >
        {t("people.again")}
      </Button>
      <Button
        size="small"
        loading={isBusy("revoke")}
        aria-label={t("people.revokeFor", { email })}
        onClick={() => void revoke(row)}
      >
        {t("people.revoke")}
      </Button>
    </div>
  );
}
