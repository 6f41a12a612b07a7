import { endIssuer, grantIssuer, listIssuers } from "@heliograph/contract/parties/roles";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { ask, useCall } from "../../../../platform/api.ts";
import { FormDialog } from "../../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../../platform/form/use-contract-form.ts";
import { useText } from "../../../../platform/i18n.tsx";
import { GMT8, plainGmt8 } from "@heliograph/contract/kernel/gmt8";
import { WholeList } from "../../../../platform/rec/lists/WholeList.tsx";
import { Button } from "../../../../ui/controls/Button.tsx";
import { Select } from "../../../../ui/controls/Select.tsx";
import { EmailField } from "../../../../ui/controls/TextField.tsx";
import { Confirm } from "../../../../ui/controls/windows/Confirm.tsx";
import type { Column } from "../../../../ui/data-table/columns.ts";
import { say } from "../../../../ui/feedback/say.ts";
import { AnswerPart } from "../AnswerPart.tsx";
import styles from "../Profile.module.css";
import { CERTIFICATE_REGISTRIES, registryName } from "@heliograph/contract/registry/ledger";
import { actionsColumn } from "../../actions-column.tsx";
import { useCountries } from "../../countries.ts";
import { useFormRefusal } from "../../refusal-lines.ts";
import { useTask } from "../../use-task.tsx";

type Issuer = Answer<typeof listIssuers>["items"][number];

/** Who decides for which registry and country; platform operators name and end them. */
export function Issuers() {
  const t = useText();
  const columns = useIssuerColumns();
  const issuers = useQuery(ask(listIssuers, {}));
  const [naming, setNaming] = useState(false);
  return (
    <>
      <header className={styles.head}>
        <p className={styles.none}>{t("parties.issuersHint")}</p>
        <Button type="primary" icon={<UserPlus size={16} aria-hidden />} onClick={() => setNaming(true)}>
          {t("parties.nameIssuer")}
        </Button>
      </header>
      <AnswerPart query={issuers}>
        {({ items }) => (
          <WholeList
            name="issuers"
            label={t("parties.tab_issuers")}
            columns={columns}
            rows={items}
            idOf={({ account_uid, registry, country }) => `${account_uid} ${registry} ${country}`}
            none={t("parties.noIssuers")}
          />
        )}
      </AnswerPart>
      {naming && <IssuerForm close={() => setNaming(false)} />}
    </>
  );
}

function useIssuerColumns(): readonly Column<Issuer>[] {
  const t = useText();
  const { nameOf } = useCountries();
  return useMemo(
    () => [
      { id: "name", label: t("parties.name"), rowHead: true, value: ({ name }) => name },
      { id: "email", label: t("parties.inviteAddress"), value: ({ email }) => email },
      { id: "registry", label: t("parties.rateRegistry"), value: ({ registry }) => registryName(registry) },
      { id: "country", label: t("parties.issuerCountry"), value: ({ country }) => nameOf(country) },
      { id: "since", label: t("parties.sinceWhen"), unit: GMT8, value: ({ since }) => plainGmt8(since) },
      actionsColumn<Issuer>(t, (issuer) => <EndIssuer issuer={issuer} />),
    ],
    [t, nameOf],
  );
}

function EndIssuer({ issuer }: { issuer: Issuer }) {
  const t = useText();
  const { nameOf } = useCountries();
  const { run, busy, dialog } = useTask();
  const [ending, setEnding] = useState(false);
  const end = useCall(endIssuer, [listIssuers]);
  const scope = `${registryName(issuer.registry)} · ${nameOf(issuer.country)}`;
  const registry = CERTIFICATE_REGISTRIES.find((one) => one === issuer.registry);
  if (registry === undefined) return null;
  const { email, country, name } = issuer;
  return (
    <span className={styles.cellActions}>
      <Button
        size="small"
        loading={busy}
        aria-label={t("parties.endIssuerOf", { name, scope })}
        onClick={() => setEnding(true)}
      >
        {t("parties.endIssuer")}
      </Button>
      {ending && (
        <Confirm
          title={t("parties.endIssuerTitle", { name, scope })}
          hint={t("parties.endIssuerHint")}
          yes={t("parties.endIssuer")}
          no={t("Cancel")}
          danger
          run={() =>
            void run(() => end.mutateAsync({ query: { email, registry, country } }), {
              done: t("parties.issuerEnded"),
              proof: true,
            })
          }
          close={() => setEnding(false)}
        />
      )}
      {dialog}
    </span>
  );
}

const NOBODY: { email: string; registry: (typeof CERTIFICATE_REGISTRIES)[number]; country: string } = {
  email: "",
  registry: "IREC",
  country: "VN",
};

function IssuerForm({ close }: { close: () => void }) {
  const t = useText();
  const { options } = useCountries();
  const { confirmed, dialog } = useTask();
  const grant = useCall(grantIssuer, [listIssuers]);
  const form = useContractForm(grantIssuer, {
    defaults: NOBODY,
    toBody: (values) => values,
    send: (body) => confirmed(() => grant.mutateAsync({ body })),
    onSaved: () => {
      say.success(t("parties.issuerNamed"));
      close();
    },
    onRefused: useFormRefusal(),
  });
  return (
    <FormDialog
      title={t("parties.nameIssuer")}
      save={t("parties.nameIssuer")}
      {...{ form, close }}
      className={styles.stack}
    >
      <EmailField {...form.field("email")} label={t("parties.inviteAddress")} />
      <Select
        {...form.field("registry")}
        label={t("parties.rateRegistry")}
        options={CERTIFICATE_REGISTRIES.map((value) => ({ value, label: registryName(value) }))}
      />
      <Select {...form.field("country")} label={t("parties.issuerCountry")} options={options} />
      <p className={styles.none}>{t("parties.issuerHint")}</p>
      {dialog}
    </FormDialog>
  );
}
