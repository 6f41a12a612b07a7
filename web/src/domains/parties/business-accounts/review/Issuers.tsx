import { endIssuer, grantIssuer, listIssuers } from "@heliograph/contract/parties/roles";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { ask, useCall } from "../../../../platform/api.ts";
import { FormDialog } from "../../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../../platform/form/use-contract-form.ts";
import { useText } from "../../../../platform/i18n.tsx";
import { gmt8Day } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../../ui/controls/Button.tsx";
import { Select } from "../../../../ui/controls/Select.tsx";
import { TextField } from "../../../../ui/controls/TextField.tsx";
import { Confirm } from "../../../../ui/controls/windows/Confirm.tsx";
import { say } from "../../../../ui/feedback/say.ts";
import { AnswerPart } from "../AnswerPart.tsx";
import styles from "../Profile.module.css";
import { CERTIFICATE_REGISTRIES, registryName } from "@heliograph/contract/registry/ledger";
import { useCountries } from "../../countries.ts";
import { useFormRefusal } from "../../refusal-lines.ts";
import { useTask } from "../../use-task.tsx";

type Issuer = Answer<typeof listIssuers>["items"][number];

/** Who decides for which registry and country; platform operators name and end them. */
export function Issuers() {
  const t = useText();
  const { nameOf } = useCountries();
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
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.none}>{t("parties.noIssuers")}</p>
          ) : (
            <ul className={styles.rows} aria-label={t("parties.tab_issuers")}>
              {items.map((one) => (
                <li key={`${one.account_uid} ${one.registry} ${one.country}`}>
                  <span>
                    <b>{one.name}</b>
                    <span>{one.email}</span>
                  </span>
                  <span>{`${registryName(one.registry)} · ${nameOf(one.country)}`}</span>
                  <span>{t("parties.since", { day: gmt8Day(one.since) })}</span>
                  <EndIssuer issuer={one} />
                </li>
              ))}
            </ul>
          )
        }
      </AnswerPart>
      {naming && <IssuerForm close={() => setNaming(false)} />}
    </>
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
    <span className={styles.rowActions}>
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
      <TextField
        {...form.field("email")}
        label={t("parties.inviteAddress")}
        type="email"
        inputMode="email"
        maxLength={254}
      />
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
