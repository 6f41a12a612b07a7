import { changePassword, PASSWORD_TEXTS } from "@heliograph/contract/identity/account";
import { useCall } from "../../platform/api.ts";
import { useAppConfig } from "../../platform/app-config.ts";
import { FormDialog } from "../../platform/form/FormDialog.tsx";
import { useContractForm, type FormField } from "../../platform/form/use-contract-form.ts";
import { refusalText } from "../../platform/http.ts";
import { useServerText, useText } from "../../platform/i18n.tsx";
import { PasswordField } from "../../ui/controls/TextField.tsx";
import { say } from "../../ui/feedback/say.ts";
import { useAccount } from "./account.ts";
import styles from "./ChangePassword.module.css";

const EMPTY = { old_password: "", new_password: "", confirm_new_password: "" };

/** M69, M165 to M168: a wrong old password is a notification (M243), success is what the server says (M244). */
export function ChangePassword({ close }: { close: () => void }) {
  const t = useText();
  const form = usePasswordForm(close);
  return (
    <FormDialog
      title={t("Change password")}
      save={t("password.save")}
      {...{ form, close }}
      className={styles.fields}
    >
      <Password field={form.field("old_password")} label={t("password.old")} current />
      <Password
        field={form.field("new_password")}
        label={t("password.new")}
        hint={t("password.rule", { n: form.least })}
      />
      <Password field={form.field("confirm_new_password")} label={t("password.confirm")} />
    </FormDialog>
  );
}

function Password(given: {
  field: FormField<string>;
  label: string;
  hint?: string;
  /** True: the password that is in force. */
  current?: boolean;
}) {
  const { field, label, hint, current = false } = given;
  return (
    <PasswordField
      {...field}
      label={label}
      size="large"
      autoComplete={current ? "current-password" : "new-password"}
      {...(hint === undefined ? {} : { hint })}
    />
  );
}

function usePasswordForm(close: () => void) {
  const t = useText();
  const serverText = useServerText();
  const least = useAppConfig().password_min;
  const account = useAccount();
  const change = useCall(changePassword);
  const form = useContractForm(changePassword, {
    defaults: EMPTY,
    toBody: (fields) => ({ ...fields, username: account.data?.username_login ?? "" }),
    alsoJudge: ({ new_password }) =>
      new_password.length < least ? { new_password: PASSWORD_TEXTS.tooShort(least) } : {},
    send: (body) => change.mutateAsync({ body }),
    onSaved: (answer) => {
      say.success(serverText(answer.message));
      close();
    },
    onRefused: (error) =>
      say.error({
        heading: t("Notification"),
        content: serverText(refusalText(error)),
      }),
  });
  return { ...form, least };
}
