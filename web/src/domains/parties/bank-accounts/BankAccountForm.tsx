import {
  addBankAccount,
  BANK_CURRENCIES,
  bankAccountFaults,
  bankAccountFields,
  ibanLettersOf,
  listBankAccounts,
  moveBankAccount,
} from "@heliograph/contract/parties/bank-accounts";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { FormDialog } from "../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import styles from "../business-accounts/Profile.module.css";
import { useFormRefusal, useRuleText } from "../refusal-lines.ts";
import { commandBody, useTask } from "../use-task.tsx";

/** A bank account as lists have it. */
export type BankAccount = Answer<typeof listBankAccounts>["items"][number];

/** The names that a bank account may be in. */
interface HolderNames {
  readonly company_name: string;
  readonly english_name: string;
}

const EMPTY = {
  currency: "USD",
  bank_name: "",
  account_name: "",
  swift_code: "",
  account_number: "",
  comment: "",
};

const valuesOf = (bank: BankAccount | null) =>
  bank === null
    ? EMPTY
    : {
        currency: bank.currency as string,
        bank_name: bank.bank_name,
        account_name: bank.account_name,
        swift_code: bank.swift_code,
        account_number: bank.account_number,
        comment: bank.comment,
      };

/** Returns what is wrong with a bank account as it is typed: the rules of the contract, by field, with code and message. */
function useJudge(company: HolderNames) {
  const rule = useRuleText();
  return (values: typeof EMPTY): Record<string, string> => {
    const read = bankAccountFields.safeParse(values);
    if (!read.success) return {};
    return Object.fromEntries(
      bankAccountFaults(read.data, company).map((fault) => [
        (fault.field ?? "").replace(/^body\./, ""),
        rule(fault),
      ]),
    );
  };
}

interface BankForm {
  readonly account: string;
  readonly company: HolderNames;
  readonly bank: BankAccount | null;
  readonly close: () => void;
}

/** Adds a bank account, or changes `bank`; either has it verified by two platform operators (design 2.16). */
export function BankAccountForm(given: BankForm) {
  const { account, company, bank, close } = given;
  const t = useText();
  const { confirmed, dialog } = useTask();
  const [key] = useState(() => crypto.randomUUID());
  const add = useCall(addBankAccount, [listBankAccounts]);
  const move = useCall(moveBankAccount, [listBankAccounts]);
  const query = { account };
  const form = useContractForm(addBankAccount, {
    defaults: valuesOf(bank),
    toBody: (values) => ({ ...values, key }),
    alsoJudge: useJudge(company),
    send: ({ key: _key, ...values }) =>
      confirmed(() =>
        bank === null
          ? add.mutateAsync({ query, body: { ...values, key } })
          : move.mutateAsync({ query, body: { ...commandBody(bank, "edit"), values } }),
      ),
    onSaved: () => {
      say.success(t("parties.bankSaved"));
      close();
    },
    onRefused: useFormRefusal(),
  });
  const letters = ibanLettersOf(form.values.swift_code.replaceAll(" ", "").toUpperCase());
  return (
    <FormDialog
      title={t(bank === null ? "parties.addBank" : "parties.editBank")}
      save={t(bank === null ? "parties.addBank" : "parties.save")}
      {...{ form, close }}
      className={styles.stack}
    >
      <Select
        {...form.field("currency")}
        label={t("parties.currency")}
        options={BANK_CURRENCIES.map((value) => ({ value: value as string, label: value }))}
      />
      <TextField {...form.field("bank_name")} label={t("parties.bankName")} maxLength={200} />
      <TextField
        {...form.field("account_name")}
        label={t("parties.accountName")}
        hint={t("parties.accountNameHint", { name: company.company_name })}
        maxLength={200}
      />
      <TextField {...form.field("swift_code")} label={t("parties.swift")} maxLength={22} />
      <TextField
        {...form.field("account_number")}
        label={t("parties.accountNumber")}
        maxLength={68}
        {...(letters === undefined ? {} : { hint: t("parties.ibanHint", { letters }) })}
      />
      <TextField {...form.field("comment")} label={t("parties.comment")} maxLength={500} />
      <p className={styles.none}>{t("parties.bankHint")}</p>
      {dialog}
    </FormDialog>
  );
}
