import { businessRole } from "@heliograph/contract/parties/business-accounts";
import { inviteAccountPerson, listAccountPeople } from "@heliograph/contract/parties/roles";
import { Mail } from "lucide-react";
import { paths } from "../../../app/paths.ts";
import { useCall } from "../../../platform/api.ts";
import { FormDialog } from "../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useText } from "../../../platform/i18n.tsx";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { Select } from "../../../ui/controls/Select.tsx";
import { ShownOnce, ShownOnceNote } from "../../../ui/controls/ShownOnce.tsx";
import { EmailField } from "../../../ui/controls/TextField.tsx";
import styles from "../business-accounts/Profile.module.css";
import { useFormRefusal } from "../refusal-lines.ts";
import { useTask } from "../use-task.tsx";

/** The link of an invitation that was made just now. */
export interface AccountLink {
  readonly email: string;
  readonly address: string;
  /** UTC, ISO 8601. */
  readonly expires_at: string;
  readonly needs_second_person: boolean;
}

const ROLES = businessRole.options;
const NOBODY: { email: string; role: (typeof ROLES)[number] } = { email: "", role: "trader" };

/** An address and a role make a link, which is shown once. */
export function InviteForm(given: { account: string; made: (link: AccountLink) => void; close: () => void }) {
  const { account, made, close } = given;
  const t = useText();
  const { confirmed, dialog } = useTask();
  const invite = useCall(inviteAccountPerson, [listAccountPeople]);
  const form = useContractForm(inviteAccountPerson, {
    defaults: NOBODY,
    toBody: (values) => values,
    send: async (body) => {
      const answer = await confirmed(() => invite.mutateAsync({ query: { account }, body }));
      const { token, expires_at, needs_second_person } = answer;
      const address = `${location.origin}${paths.recInvitation(token)}`;
      return { email: body.email, address, expires_at, needs_second_person };
    },
    onSaved: (link) => {
      made(link);
      close();
    },
    onRefused: useFormRefusal(),
  });
  const role = form.field("role");
  return (
    <FormDialog
      title={t("parties.invite")}
      save={t("parties.makeLink")}
      {...{ form, close }}
      className={styles.stack}
    >
      <EmailField {...form.field("email")} label={t("parties.inviteAddress")} />
      <Select
        {...role}
        label={t("parties.inviteRole")}
        options={ROLES.map((value) => ({ value, label: t(`parties.role_${value}`) }))}
      />
      <p className={styles.none}>{t(`parties.may_${role.value}`)}</p>
      {dialog}
    </FormDialog>
  );
}

/** The link, once, with a letter that can be sent from one's own mail program. */
export function AccountLinkNote({ link }: { link: AccountLink }) {
  const t = useText();
  const { email, address, expires_at, needs_second_person } = link;
  const subject = encodeURIComponent(t("parties.mailSubject"));
  const body = encodeURIComponent(t("parties.mailText", { address }));
  return (
    <ShownOnce
      label={t("parties.linkFor", { email })}
      text={address}
      copy={t("parties.copyLink")}
      what={email}
    >
      <ShownOnceNote>
        {t("parties.linkNote", { email, time: gmt8(expires_at) })}
        {needs_second_person && ` ${t("parties.waitsForSecond")}`}
      </ShownOnceNote>
      <a className={styles.mail} href={`mailto:${encodeURIComponent(email)}?subject=${subject}&body=${body}`}>
        <Mail size={16} aria-hidden />
        {t("parties.writeMail")}
      </a>
    </ShownOnce>
  );
}
