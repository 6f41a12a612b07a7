import { listMembers, removeMember, setMember } from "@heliograph/contract/fleet/members";
import { projectRole, type ProjectRole } from "@heliograph/contract/fleet/project-types";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { projectInfoOnly } from "@heliograph/contract/monitoring/portfolio";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useCall } from "../../../platform/api.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useAccount } from "../../identity/index.ts";
import { useRefusal } from "./InvitePanel.tsx";
import { membersQuery } from "./people-queries.ts";
import styles from "./PeopleStep.module.css";

const Confirm = lazy(async () => ({
  default: (await import("../../../ui/controls/windows/Confirm.tsx")).Confirm,
}));

type Member = Answer<typeof listMembers>["items"][number];

/** Who takes part, with a role that is changed where it stands. */
export function MembersPanel({ uid }: { uid: string }) {
  const t = useText();
  const serverText = useServerText();
  const members = useQuery(membersQuery(uid));
  const own = useAccount().data?.email;
  const [leaving, setLeaving] = useState<Member | null>(null);
  const { change, changing } = useRoles(uid);
  const columns = useColumns({ own, change, changing, leave: setLeaving });
  return (
    <Panel title={t("people.title")} flush>
      <DataTable
        label={t("people.title")}
        columns={columns}
        rows={members.data?.items}
        idOf={({ email }) => email}
        failed={
          members.isError
            ? {
                title: t("Something went wrong"),
                hint: serverText(members.error.message),
                retry: () => void members.refetch(),
                retryLabel: t("Try again"),
              }
            : null
        }
        empty={null}
      />
      {leaving !== null && (
        <Removal uid={uid} member={leaving} own={leaving.email === own} close={() => setLeaving(null)} />
      )}
    </Panel>
  );
}

function useColumns(given: {
  own: string | undefined;
  changing: string | null;
  change: (email: string, role: ProjectRole) => Promise<void>;
  leave: (member: Member) => void;
}): readonly Column<Member>[] {
  const { own, changing, change, leave } = given;
  const t = useText();
  return useMemo<readonly Column<Member>[]>(
    () => [
      {
        id: "name",
        label: t("people.name"),
        rowHead: true,
        value: ({ display_name: name, email }) => (email === own ? t("people.you", { name }) : name),
      },
      { id: "email", label: t("people.email"), value: ({ email }) => email },
      {
        id: "role",
        label: t("people.role"),
        value: ({ role }) => t(`people.${role}`),
        cell: (member) => <Role member={member} busy={changing === member.email} change={change} />,
      },
      {
        id: "actions",
        label: t("people.actions"),
        hideLabel: true,
        value: () => null,
        cell: (member) => <Remove member={member} press={leave} />,
      },
    ],
    [t, own, changing, change, leave],
  );
}

function Remove({ member, press }: { member: Member; press: (member: Member) => void }) {
  const t = useText();
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        aria-label={t("people.removeWhom", { name: member.display_name })}
        onClick={() => press(member)}
      >
        {t("people.remove")}
      </Button>
    </div>
  );
}

function useRoles(project_uid: string) {
  const serverText = useServerText();
  const refused = useRefusal();
  const [changing, setChanging] = useState<string | null>(null);
  // One's own role decides what the page is.
  const { mutateAsync } = useCall(setMember, [listMembers, projectInfoOnly]);
  const change = useMemo(
    () => async (email: string, role: ProjectRole) => {
      setChanging(email);
      await mutateAsync({ body: { project_uid, email, role } }).then(
        ({ message }) => say.success(serverText(message)),
        refused,
      );
      setChanging(null);
    },
    // What says refusals is made anew with each render and says the same.
    // oxlint-disable-next-line react/exhaustive-deps
    [project_uid, mutateAsync, serverText],
  );
  return { change, changing };
}

function Role(given: {
  member: Member;
  busy: boolean;
  change: (email: string, role: ProjectRole) => Promise<void>;
}) {
  const { member, busy, change } = given;
  const t = useText();
  const { display_name: name, email, role } = member;
  return (
    <Select
      label={t("people.roleOf", { name })}
      hideLabel
      value={role}
      disabled={busy}
      onChange={(next) => next !== role && void change(email, next)}
      options={projectRole.options.map((value) => ({ value, label: t(`people.${value}`) }))}
    />
  );
}

function Removal(given: { uid: string; member: Member; own: boolean; close: () => void }) {
  const { uid: project_uid, member, own, close } = given;
  const t = useText();
  const serverText = useServerText();
  const refused = useRefusal();
  const go = useNavigate();
  const remove = useCall(removeMember, own ? [] : [listMembers]);
  const { display_name: name, email } = member;
  const run = async () => {
    try {
      const { message } = await remove.mutateAsync({ query: { project_uid, email } });
      say.success(serverText(message));
      if (own) await go(paths.projects());
    } catch (error) {
      refused(error);
    }
  };
  return (
    <Suspense>
      <Confirm
        title={t("people.removeTitle", { name })}
        hint={own ? t("people.leaveHint") : t("people.removeHint", { email })}
        yes={t("people.remove")}
        no={t("Cancel")}
        danger
        run={run}
        close={close}
      />
    </Suspense>
  );
}
