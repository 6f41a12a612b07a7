import {
  addRecipient,
  archiveRecipient,
  changeRecipient,
  listRecipients,
} from "@heliograph/contract/parties/recipients";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { AccountList } from "../AccountList.tsx";
import { ask, useCall } from "../../../platform/api.ts";
import { FormDialog } from "../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { say } from "../../../ui/feedback/say.ts";
import { companyQuery } from "../business-accounts/account-queries.ts";
import styles from "../business-accounts/Profile.module.css";
import { actionsColumn } from "../actions-column.tsx";
import { useCountries } from "../countries.ts";
import { useFormRefusal } from "../refusal-lines.ts";
import { useTask } from "../use-task.tsx";

type Recipient = Answer<typeof listRecipients>["items"][number];

const TYPES = ["invoice", "redemption_beneficiary", "delivery"] as const;

/** The address book of the account (C100): whom invoices go to and for whom certificates are redeemed. */
export function Recipients({ account, writes }: { account: string; writes: boolean }) {
  const t = useText();
  const recipients = useQuery(ask(listRecipients, { query: { account } }));
  const [edited, setEdited] = useState<Recipient | "new" | null>(null);
  const columns = useRecipientColumns(account, writes ? setEdited : null);
  return (
    <>
      <AccountList
        name="recipients"
        title={t("parties.recipients")}
        add={
          writes
            ? {
                label: t("parties.addRecipient"),
                icon: <Plus size={16} aria-hidden />,
                run: () => setEdited("new"),
              }
            : null
        }
        query={recipients}
        rowsOf={({ items }) => items}
        columns={columns}
        idOf={({ recipient_uid }) => recipient_uid}
        none={t("parties.noRecipients")}
      />
      {edited !== null && (
        <RecipientForm
          account={account}
          recipient={edited === "new" ? null : edited}
          close={() => setEdited(null)}
        />
      )}
    </>
  );
}

/** The columns of recipients. `edit` null: whoever looks changes none. */
function useRecipientColumns(
  account: string,
  edit: ((recipient: Recipient) => void) | null,
): readonly Column<Recipient>[] {
  const t = useText();
  const { nameOf } = useCountries();
  return useMemo(
    () => [
      { id: "name", label: t("parties.recipientName"), rowHead: true, value: ({ name }) => name },
      {
        id: "type",
        label: t("parties.recipientType"),
        value: ({ type }) => t(`parties.recipient_${type}`),
      },
      {
        id: "registration_number",
        label: t("parties.registrationNumber"),
        value: ({ registration_number }) => registration_number || null,
      },
      { id: "address", label: t("parties.recipientAddress"), value: ({ address }) => address },
      { id: "city", label: t("parties.city"), value: ({ city }) => city },
      { id: "country", label: t("parties.recipientCountry"), value: ({ country }) => nameOf(country) },
      { id: "postal_code", label: t("parties.postalCode"), value: ({ postal_code }) => postal_code || null },
      ...(edit === null
        ? []
        : [
            actionsColumn<Recipient>(t, (recipient) => (
              <RecipientActions account={account} recipient={recipient} edit={() => edit(recipient)} />
            )),
          ]),
    ],
    [t, nameOf, account, edit],
  );
}

function RecipientActions(given: { account: string; recipient: Recipient; edit: () => void }) {
  const { account, recipient, edit } = given;
  const { name, recipient_uid } = recipient;
  const t = useText();
  const { run } = useTask();
  const [removing, setRemoving] = useState(false);
  const archive = useCall(archiveRecipient, [listRecipients]);
  return (
    <span className={styles.cellActions}>
      <Button size="small" aria-label={t("parties.changeOf", { name })} onClick={edit}>
        {t("parties.change")}
      </Button>
      <Button size="small" aria-label={t("parties.removeOf", { name })} onClick={() => setRemoving(true)}>
        {t("parties.remove")}
      </Button>
      {removing && (
        <Confirm
          title={t("parties.removeTitle", { name })}
          hint={t("parties.removeRecipientHint")}
          yes={t("parties.remove")}
          no={t("Cancel")}
          danger
          run={() =>
            run(() => archive.mutateAsync({ query: { account, recipient_uid } }), {
              done: t("parties.recipientRemoved"),
            })
          }
          close={() => setRemoving(false)}
        />
      )}
    </span>
  );
}

const valuesOf = (recipient: Recipient | null, home: string) => ({
  type: recipient?.type ?? "redemption_beneficiary",
  name: recipient?.name ?? "",
  registration_number: recipient?.registration_number ?? "",
  is_natural_person: recipient?.is_natural_person ?? false,
  country: recipient?.country ?? home,
  city: recipient?.city ?? "",
  address: recipient?.address ?? "",
  postal_code: recipient?.postal_code ?? "",
});

/** Adds a recipient, or writes the next version of one. */
function RecipientForm(given: { account: string; recipient: Recipient | null; close: () => void }) {
  const { account, recipient, close } = given;
  const t = useText();
  const add = useCall(addRecipient, [listRecipients]);
  const change = useCall(changeRecipient, [listRecipients]);
  const query = { account };
  const { options } = useCountries();
  const company = useQuery(companyQuery(account));
  const form = useContractForm(addRecipient, {
    // Most recipients are where the company is.
    defaults: valuesOf(recipient, company.data?.country ?? ""),
    toBody: (values) => values,
    send: async (body) =>
      recipient === null
        ? add.mutateAsync({ query, body })
        : change.mutateAsync({
            query,
            body: {
              recipient_uid: recipient.recipient_uid,
              expected_version: recipient.version,
              ...body,
            },
          }),
    onSaved: () => {
      say.success(t("parties.recipientSaved"));
      close();
    },
    onRefused: useFormRefusal(),
  });
  const isPerson = form.field("is_natural_person");
  return (
    <FormDialog
      title={t(recipient === null ? "parties.addRecipient" : "parties.editRecipient")}
      save={t(recipient === null ? "parties.addRecipient" : "parties.save")}
      {...{ form, close }}
      className={styles.stack}
    >
      <Select
        {...form.field("type")}
        label={t("parties.recipientType")}
        options={TYPES.map((value) => ({ value, label: t(`parties.recipient_${value}`) }))}
      />
      <TextField {...form.field("name")} label={t("parties.recipientName")} maxLength={200} />
      <Checkbox
        label={t("parties.naturalPerson")}
        checked={isPerson.value}
        onChange={(checked) => isPerson.onChange(checked)}
      />
      <TextField
        {...form.field("registration_number")}
        label={t("parties.registrationNumber")}
        maxLength={60}
      />
      <Select {...form.field("country")} label={t("parties.recipientCountry")} options={options} />
      <TextField {...form.field("city")} label={t("parties.city")} maxLength={100} />
      <TextField {...form.field("address")} label={t("parties.recipientAddress")} maxLength={300} />
      <TextField {...form.field("postal_code")} label={t("parties.postalCode")} maxLength={20} />
    </FormDialog>
  );
}
