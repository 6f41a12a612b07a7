import {
  bankAccountLife,
  listBankAccounts,
  maskedNumber,
  moveBankAccount,
} from "@heliograph/contract/parties/bank-accounts";
import type { RecordAction } from "@heliograph/contract/kernel/life-cycle";
import { useQuery } from "@tanstack/react-query";
import { Eye, EyeOff, Plus } from "lucide-react";
import { useState } from "react";
import { ask, useCall } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { useNow } from "../../../platform/clock.ts";
import { companyQuery } from "../business-accounts/account-queries.ts";
import { AnswerPart } from "../business-accounts/AnswerPart.tsx";
import styles from "../business-accounts/Profile.module.css";
import { commandBody, useTask } from "../use-task.tsx";
import { BankAccountForm, type BankAccount } from "./BankAccountForm.tsx";
import { BankLife } from "./BankLife.tsx";
import { BankStateTag } from "./BankStateTag.tsx";

/** Bank accounts of the business account (C99), their numbers masked until a manager asks for them. */
export function BankAccounts(given: { account: string; manages: boolean; writes: boolean }) {
  const { account, manages, writes } = given;
  const t = useText();
  const banks = useQuery(ask(listBankAccounts, { query: { account } }));
  const company = useQuery(companyQuery(account));
  const [edited, setEdited] = useState<BankAccount | "new" | null>(null);
  return (
    <>
      <header className={styles.head}>
        <h2>{t("parties.banks")}</h2>
        {writes && (
          <Button icon={<Plus size={16} aria-hidden />} onClick={() => setEdited("new")}>
            {t("parties.addBank")}
          </Button>
        )}
      </header>
      <AnswerPart query={banks}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.none}>{t("parties.noBanks")}</p>
          ) : (
            <ul className={styles.rows} aria-label={t("parties.banks")}>
              {items.map((bank) => (
                <BankRow key={bank.record_uid} {...{ account, bank, manages }} edit={() => setEdited(bank)} />
              ))}
            </ul>
          )
        }
      </AnswerPart>
      {edited !== null && company.data !== undefined && (
        <BankAccountForm
          account={account}
          company={company.data}
          bank={edited === "new" ? null : edited}
          close={() => setEdited(null)}
        />
      )}
    </>
  );
}

function BankRow(given: { account: string; bank: BankAccount; manages: boolean; edit: () => void }) {
  const { account, bank, manages, edit } = given;
  const t = useText();
  const now = useNow();
  const name = `${bank.currency} · ${bank.bank_name}`;
  return (
    <li>
      <span>
        <b>{name}</b>
        <span>{bank.account_name}</span>
        {bank.comment !== "" && <span>{bank.comment}</span>}
      </span>
      <span>
        <span>{bank.swift_code}</span>
        <AccountNumber text={bank.account_number} whole={manages} of={name} />
        {bank.status === "verified" && Date.parse(bank.payouts_from) > now && (
          <span>{t("parties.payoutsFrom", { time: gmt8(bank.payouts_from) })}</span>
        )}
      </span>
      <span className={styles.state}>
        <BankStateTag status={bank.status} />
        {bank.is_default && <span>{t("parties.isDefault", { currency: bank.currency })}</span>}
      </span>
      {manages && <BankActions {...{ account, bank, name, edit }} />}
      <BankLife bank={bank} name={name} />
    </li>
  );
}

/** The number, masked; whoever may change it sees it whole at a press. */
function AccountNumber({ text, whole, of }: { text: string; whole: boolean; of: string }) {
  const t = useText();
  const [shown, setShown] = useState(false);
  if (!whole) return <span>{text}</span>;
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className={styles.number}>
      {shown ? text : maskedNumber(text)}
      <Button
        type="bare"
        size="small"
        icon={<Icon size={16} aria-hidden />}
        aria-label={t(shown ? "parties.hideNumber" : "parties.showNumber", { name: of })}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      />
    </span>
  );
}

const needsProof = (action: keyof typeof bankAccountLife.actions): boolean => {
  const rule: RecordAction = bankAccountLife.actions[action];
  return rule.confirmed === true;
};

function BankActions(given: { account: string; bank: BankAccount; name: string; edit: () => void }) {
  const { account, bank, name, edit } = given;
  const t = useText();
  const { run, busy, dialog } = useTask();
  const [removing, setRemoving] = useState(false);
  const move = useCall(moveBankAccount, [listBankAccounts]);
  const act = (action: "make_default" | "archive", done: string) =>
    run(() => move.mutateAsync({ query: { account }, body: commandBody(bank, action) }), {
      done,
      proof: needsProof(action),
    });
  const may = (action: string) => bank.actions.includes(action);
  return (
    <span className={styles.rowActions}>
      {may("make_default") && !bank.is_default && (
        <Button
          size="small"
          loading={busy}
          aria-label={t("parties.makeDefaultOf", { name })}
          onClick={() => void act("make_default", t("parties.madeDefault"))}
        >
          {t("parties.makeDefault")}
        </Button>
      )}
      {may("edit") && (
        <Button size="small" aria-label={t("parties.changeOf", { name })} onClick={edit}>
          {t("parties.change")}
        </Button>
      )}
      {may("archive") && (
        <Button size="small" aria-label={t("parties.removeOf", { name })} onClick={() => setRemoving(true)}>
          {t("parties.remove")}
        </Button>
      )}
      {removing && (
        <Confirm
          title={t("parties.removeTitle", { name })}
          hint={t("parties.removeBankHint")}
          yes={t("parties.remove")}
          no={t("Cancel")}
          danger
          run={() => void act("archive", t("parties.bankRemoved"))}
          close={() => setRemoving(false)}
        />
      )}
      {dialog}
    </span>
  );
}
