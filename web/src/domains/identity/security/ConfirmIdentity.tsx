import { confirmIdentity, getSecurity } from "@heliograph/contract/identity/security";
import { useCall } from "../../../platform/api.ts";
import { FormDialog } from "../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { PasswordField, TextField } from "../../../ui/controls/TextField.tsx";
import { useSignOut } from "../account.ts";
import { useRefusalSaid } from "../../../platform/form/use-outcome.ts";
import styles from "./SecurityScreen.module.css";

interface Props {
  readonly hasPassword: boolean;
  /** True: a code of the second factor is asked for as well. */
  readonly hasCode: boolean;
  readonly proven: () => void;
  readonly close: () => void;
}

/** Asks who it is before something of the sign-in is changed. Who has no password signs in again. */
export function ConfirmIdentity({ hasPassword, ...given }: Props) {
  return hasPassword ? <ByPassword {...given} /> : <SignInAgain close={given.close} />;
}

function ByPassword({ hasCode, proven, close }: Omit<Props, "hasPassword">) {
  const t = useText();
  const confirm = useCall(confirmIdentity, [getSecurity]);
  const form = useContractForm(confirmIdentity, {
    defaults: { password: "", code: "" },
    toBody: ({ password, code }) => (hasCode ? { password, code } : { password }),
    send: (body) => confirm.mutateAsync({ body }),
    guarded: false,
    onSaved: proven,
    onRefused: useRefusalSaid(),
  });
  return (
    <FormDialog
      title={t("security.confirm")}
      save={t("security.continue")}
      {...{ form, close }}
      className={styles.fields}
    >
      <p className={styles.lead}>{t(hasCode ? "security.confirmBoth" : "security.confirmHint")}</p>
      <PasswordField
        {...form.field("password")}
        label={t("login.password")}
        size="large"
        autoComplete="current-password"
      />
      {hasCode && (
        <TextField
          {...form.field("code")}
          label={t("security.code")}
          size="large"
          autoComplete="one-time-code"
          maxLength={40}
        />
      )}
    </FormDialog>
  );
}

function SignInAgain({ close }: { close: () => void }) {
  const t = useText();
  const signOut = useSignOut();
  return (
    <Dialog
      onClose={close}
      title={t("security.confirm")}
      width={420}
      footer={
        <>
          <Button onClick={close}>{t("Cancel")}</Button>
          <Button type="primary" onClick={() => void signOut()}>
            {t("security.signInAgain")}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>{t("security.againHint")}</p>
    </Dialog>
  );
}
