import {
  changeAccountPerson,
  listAccountPeople,
  removeAccountPerson,
} from "@heliograph/contract/parties/roles";
import { getSeats } from "@heliograph/contract/parties/business-accounts";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { AccountList } from "../AccountList.tsx";
import { paths } from "../../../app/paths.ts";
import { ask, useCall } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { GMT8, plainGmt8 } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { actionsColumn } from "../actions-column.tsx";
import styles from "../business-accounts/Profile.module.css";
import { useTask } from "../use-task.tsx";
import { InvitationRows } from "./InvitationRows.tsx";
import { InviteForm, AccountLinkNote, type AccountLink } from "./InviteForm.tsx";

type Person = Answer<typeof listAccountPeople>["people"][number];

/** Who acts for the account, and in what role; its managers invite others, lower roles and end them. */
export function People({ account, writes }: { account: string; writes: boolean }) {
  const t = useText();
  const people = useQuery(ask(listAccountPeople, { query: { account } }));
  const columns = usePeopleColumns(account, writes);
  const [inviting, setInviting] = useState(false);
  const [link, setLink] = useState<AccountLink | null>(null);
  return (
    <>
      <AccountList
        name="account-people"
        title={t("parties.people")}
        add={
          writes
            ? {
                label: t("parties.invite"),
                icon: <UserPlus size={16} aria-hidden />,
                run: () => setInviting(true),
              }
            : null
        }
        query={people}
        rowsOf={(data) => data.people}
        columns={columns}
        idOf={({ account_uid }) => account_uid}
        none={t("parties.noPeople")}
        renderBelow={({ invitations }) =>
          invitations.length > 0 && (
            <>
              <h3>{t("parties.openInvitations")}</h3>
              <InvitationRows account={account} invitations={invitations} />
            </>
          )
        }
      >
        {link !== null && <AccountLinkNote link={link} />}
      </AccountList>
      {inviting && <InviteForm account={account} made={setLink} close={() => setInviting(false)} />}
    </>
  );
}

function usePeopleColumns(account: string, writes: boolean): readonly Column<Person>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        id: "name",
        label: t("parties.name"),
        rowHead: true,
        value: ({ name, is_you }) => (is_you ? t("parties.you", { name }) : name),
      },
      { id: "email", label: t("parties.inviteAddress"), value: ({ email }) => email },
      { id: "role", label: t("parties.role"), value: ({ role }) => t(`parties.role_${role}`) },
      { id: "since", label: t("parties.sinceWhen"), unit: GMT8, value: ({ since }) => plainGmt8(since) },
      actionsColumn<Person>(t, (person) =>
        writes || person.is_you ? <PersonActions {...{ account, person, writes }} /> : null,
      ),
    ],
    [t, account, writes],
  );
}

const LOWER_ROLES = ["trader", "viewer"] as const;

function PersonActions({ account, person, writes }: { account: string; person: Person; writes: boolean }) {
  const { name, account_uid, is_you } = person;
  const t = useText();
  const navigate = useNavigate();
  const { run, busy, dialog } = useTask();
  const [leaving, setLeaving] = useState(false);
  const change = useCall(changeAccountPerson, [listAccountPeople, getSeats]);
  const remove = useCall(removeAccountPerson, is_you ? [] : [listAccountPeople]);
  const setRole = (next: LowerRole) =>
    void run(() => change.mutateAsync({ query: { account }, body: { account_uid, role: next } }), {
      done: t("parties.roleChanged"),
      proof: true,
    });
  const end = async () => {
    const done = t(is_you ? "parties.youLeft" : "parties.personRemoved", { name });
    const gone = await run(() => remove.mutateAsync({ query: { account, account_uid } }), {
      done,
      proof: true,
    });
    if (gone && is_you) await navigate(paths.projects());
  };
  return (
    <span className={styles.cellActions}>
      {writes && <RoleChoice person={person} busy={busy} choose={setRole} />}
      <Button
        size="small"
        loading={busy}
        {...(is_you ? {} : { "aria-label": t("parties.removeOf", { name }) })}
        onClick={() => setLeaving(true)}
      >
        {t(is_you ? "parties.leave" : "parties.remove")}
      </Button>
      {leaving && (
        <Confirm
          title={is_you ? t("parties.leaveTitle") : t("parties.removeTitle", { name })}
          hint={t(is_you ? "parties.leaveHint" : "parties.removePersonHint")}
          yes={t(is_you ? "parties.leave" : "parties.remove")}
          no={t("Cancel")}
          danger
          run={() => void end()}
          close={() => setLeaving(false)}
        />
      )}
      {dialog}
    </span>
  );
}

type LowerRole = (typeof LOWER_ROLES)[number];

/** The role, to be lowered or changed; account managers are made by invitation alone. */
function RoleChoice(given: { person: Person; busy: boolean; choose: (role: LowerRole) => void }) {
  const { person, busy, choose } = given;
  const { name, role } = person;
  const t = useText();
  const roles = [...(role === "account_manager" ? [role] : []), ...LOWER_ROLES];
  return (
    <Select
      label={t("parties.roleOf", { name })}
      hideLabel
      disabled={busy}
      value={role}
      options={roles.map((value) => ({ value, label: t(`parties.role_${value}`) }))}
      onChange={(next) => {
        if (next !== role && next !== "account_manager") choose(next);
      }}
    />
  );
}
