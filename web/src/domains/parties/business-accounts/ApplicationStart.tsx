import { createBusinessAccount, getSeats } from "@heliograph/contract/parties/business-accounts";
import { useState } from "react";
import { useNavigate } from "react-router";
import { patterns } from "../../../app/paths.ts";
import { useCall } from "../../../platform/api.ts";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useText } from "../../../platform/i18n.tsx";
import { addressFor } from "../../../platform/rec/acting.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { useFormRefusal } from "../refusal-lines.ts";
import styles from "./Profile.module.css";

/** Begins a business account: a draft, which whoever begins it fills in and submits. */
export function ApplicationStart() {
  const t = useText();
  const navigate = useNavigate();
  // One account for this form, however often it is sent.
  const [key] = useState(() => crypto.randomUUID());
  const create = useCall(createBusinessAccount, [getSeats]);
  const form = useContractForm(createBusinessAccount, {
    defaults: { company_name: "" },
    toBody: (values) => ({ ...values, key }),
    send: (body) => create.mutateAsync({ body }),
    onSaved: ({ account }) => void navigate(addressFor(account, patterns.recProfile)),
    onRefused: useFormRefusal(),
  });
  return (
    <div className={styles.panel}>
      <h2>{t("parties.applyTitle")}</h2>
      <p className={styles.none}>{t("parties.applyHint")}</p>
      <form className={styles.start} onSubmit={form.submit} noValidate aria-busy={form.busy}>
        <TextField {...form.field("company_name")} label={t("parties.companyName")} maxLength={200} />
        <div className={styles.actions}>
          <Button submits type="primary" loading={form.busy}>
            {t("parties.applyBegin")}
          </Button>
        </div>
      </form>
    </div>
  );
}
