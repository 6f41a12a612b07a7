import { changePreferences, getUserInfo } from "@heliograph/contract/identity/user-info";
import type { UserInfo } from "@heliograph/contract/identity/user-info";
import { useState } from "react";
import { useCall } from "../../platform/api.ts";
import { FormDrawer } from "../../platform/form/FormDrawer.tsx";
import { useContractForm } from "../../platform/form/use-contract-form.ts";
import { refusalText } from "../../platform/http.ts";
import { useServerText, useText } from "../../platform/i18n.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { TextField } from "../../ui/controls/TextField.tsx";
import { PanelNote, Skeleton } from "../../ui/feedback/states.tsx";
import { say } from "../../ui/feedback/say.ts";
import { useAccount } from "./account.ts";
import { Avatar } from "./Avatar.tsx";
import styles from "./AccountDrawer.module.css";

/** M68: who is signed in, and what is told of the person, to be changed. Empty fields say Updating. */
export function AccountDrawer({ open, close }: { open: boolean; close: () => void }) {
  const t = useText();
  const account = useAccount();
  const [editing, setEditing] = useState(false);
  return (
    <FormDrawer open={open} onClose={close} width={400} title={t("Account information")}>
      {account.data !== undefined &&
        (editing ? (
          <ProfileForm account={account.data} done={() => setEditing(false)} />
        ) : (
          <Profile account={account.data} edit={() => setEditing(true)} />
        ))}
      {account.isPending && <Skeleton width="100%" height={220} />}
      {account.isError && (
        <PanelNote
          text={t("Something went wrong")}
          retry={{ label: t("Try again"), run: () => void account.refetch() }}
        />
      )}
    </FormDrawer>
  );
}

function Profile({ account, edit }: { account: UserInfo; edit: () => void }) {
  const t = useText();
  const rows: readonly [string, string | null][] = [
    [t("account.email"), account.email],
    [t("City"), account.state_id.name],
    [t("Address"), account.street],
    [t("Phone"), account.phone],
    [t("Country"), account.country_id.name],
  ];
  return (
    <div className={styles.profile}>
      <Avatar name={account.display_name} size="large" />
      <strong>{account.display_name}</strong>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={value === null || value === "" ? styles.unset : undefined}>
              {value === null || value === "" ? t("Updating") : value}
            </dd>
          </div>
        ))}
      </dl>
      <Button onClick={edit}>{t("account.edit")}</Button>
    </div>
  );
}

const fieldsOf = (account: UserInfo) => ({
  display_name: account.display_name,
  city: account.state_id.name ?? "",
  street: account.street ?? "",
  phone: account.phone ?? "",
  country: account.country_id.name ?? "",
});
type Fields = ReturnType<typeof fieldsOf>;

/** What was changed and nothing else; an empty field is one that is not told. */
function changeOf(fields: Fields, account: UserInfo) {
  const before = fieldsOf(account);
  // The keys of the fields are its keys.
  const changed = (Object.keys(before) as (keyof Fields)[]).filter((name) => fields[name] !== before[name]);
  return Object.fromEntries(
    changed.map((name) => [name, fields[name] === "" && name !== "display_name" ? null : fields[name]]),
  );
}

function ProfileForm({ account, done }: { account: UserInfo; done: () => void }) {
  const t = useText();
  const serverText = useServerText();
  const change = useCall(changePreferences, [getUserInfo]);
  const form = useContractForm(changePreferences, {
    defaults: fieldsOf(account),
    toBody: (fields) => changeOf(fields, account),
    send: (body) => change.mutateAsync({ body }),
    onSaved: done,
    onRefused: (error) => say.error(serverText(refusalText(error))),
  });
  return (
    <form className={styles.fields} onSubmit={form.submit} noValidate aria-busy={form.busy}>
      <TextField {...form.field("display_name")} label={t("account.name")} autoComplete="name" size="large" />
      <TextField {...form.field("street")} label={t("Address")} autoComplete="street-address" size="large" />
      <TextField {...form.field("city")} label={t("City")} autoComplete="address-level2" size="large" />
      <TextField {...form.field("country")} label={t("Country")} autoComplete="country-name" size="large" />
      <TextField {...form.field("phone")} label={t("Phone")} type="tel" autoComplete="tel" size="large" />
      <footer className={styles.foot}>
        <Button disabled={form.busy} onClick={done}>
          {t("Cancel")}
        </Button>
        <Button type="primary" submits loading={form.busy} disabled={!form.dirty}>
          {t("account.save")}
        </Button>
      </footer>
    </form>
  );
}
