import type { UserInfo } from "@heliograph/contract/identity/user-info";
import { useText } from "../../platform/i18n.tsx";
import { Drawer } from "../../ui/controls/Drawer.tsx";
import { PanelNote, Skeleton } from "../../ui/feedback/states.tsx";
import { useAccount } from "./account.ts";
import { Avatar } from "./Avatar.tsx";
import styles from "./AccountDrawer.module.css";

/** M68: who is signed in. Empty fields say Updating. */
export function AccountDrawer({ open, close }: { open: boolean; close: () => void }) {
  const t = useText();
  const account = useAccount();
  return (
    <Drawer open={open} onClose={close} width={400} title={t("Account information")}>
      {account.data !== undefined && <Profile account={account.data} />}
      {account.isPending && <Skeleton width="100%" height={220} />}
      {account.isError && (
        <PanelNote
          text={t("Something went wrong")}
          retry={{ label: t("Try again"), run: () => void account.refetch() }}
        />
      )}
    </Drawer>
  );
}

function Profile({ account }: { account: UserInfo }) {
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
    </div>
  );
}
