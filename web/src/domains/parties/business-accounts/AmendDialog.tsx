import {
  getBusinessAccount,
  getSeats,
  moveBusinessAccount,
} from "@heliograph/contract/parties/business-accounts";
import type { CompanyAnswer } from "@heliograph/contract/parties/company-review";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { FormDialog } from "../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useText } from "../../../platform/i18n.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { MarkedItems } from "../company-review/CompanyChanges.tsx";
import { useFormRefusal } from "../refusal-lines.ts";
import { commandBody, useTask } from "../use-task.tsx";
import { contentOf, type Company } from "./account-queries.ts";
import styles from "./Profile.module.css";

/** Name and registration number of an active account: changed, they have it reviewed again (design 2.17). */
export function AmendDialog(given: { account: string; company: Company; close: () => void }) {
  const { account, company, close } = given;
  const t = useText();
  const act = useCall(moveBusinessAccount, [getBusinessAccount, getSeats]);
  const { confirmed, dialog } = useTask();
  const [answers, setAnswers] = useState<readonly CompanyAnswer[]>([]);
  const last = company.versions.at(-1);
  const returned = last !== undefined && last.marks.length > 0 ? last : null;
  // What was returned is what is asked for again.
  const { company_name, registration_number } = returned?.content ?? company;
  const form = useContractForm(moveBusinessAccount, {
    defaults: { company_name, registration_number },
    toBody: (values) => ({
      ...commandBody(company, "amend"),
      ...values,
      ...(returned === null ? {} : { answers }),
    }),
    send: (body) => confirmed(() => act.mutateAsync({ query: { account }, body })),
    onSaved: () => {
      say.success(t("parties.amended"));
      close();
    },
    onRefused: useFormRefusal(),
  });
  return (
    <FormDialog
      title={t("parties.amend")}
      save={t("parties.amendSend")}
      {...{ form, close }}
      className={styles.stack}
    >
      <p className={styles.none}>{t("parties.amendHint")}</p>
      {returned !== null && (
        <MarkedItems
          last={returned}
          now={{ ...contentOf(company), ...form.values }}
          answers={answers}
          change={setAnswers}
        />
      )}
      <TextField {...form.field("company_name")} label={t("parties.companyName")} maxLength={200} />
      <TextField
        {...form.field("registration_number")}
        label={t("parties.registrationNumber")}
        maxLength={60}
      />
      {dialog}
    </FormDialog>
  );
}
