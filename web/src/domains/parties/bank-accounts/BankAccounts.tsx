import {
  bankAccountLife,
  listBankAccounts,
  maskedNumber,
  moveBankAccount,
} from "@heliograph/contract/parties/bank-accounts";
import type { RecordAction } from "@heliograph/contract/kernel/life-cycle";
import { useQuery } from "@tanstack/react-query";
import { Eye, EyeOff, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { AccountList } from "../AccountList.tsx";
import { ask, useCall } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { gmt8, plainGmt8Minute, GMT8 } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { useNow } from "../../../platform/clock.ts";
import type { Column } from "../../../ui/data-table/columns.ts";
import { actionsColumn } from "../actions-column.tsx";
import { companyQuery } from "../business-accounts/account-queries.ts";
import styles from "../business-accounts/Profile.module.css";
import { commandBody, useTask } from "../use-task.tsx";
import { BankAccountForm, type BankAccount } from "./BankAccountForm.tsx";
import { BankLife } from "./BankLife.tsx";
import { bankStateName, BankStateTag } from "./BankStateTag.tsx";

/** Bank accounts of the business account (C99), their numbers masked until a manager asks for them. */
export function BankAccounts(given: { account: string; manages: boolean; writes: boolean }) {
  const { account, manages, writes } = given;
  const t = useText();
  const banks = useQuery(ask(listBankAccounts, { query: { account } }));
  const company = useQuery(companyQuery(account));
  const [edited, setEdited] = useState<BankAccount | "new" | null>(null);
  const columns = useBankColumns(account, manages ? setEdited : null);
  return (
    <>
      <AccountList
        name="bank-accounts"
        title={t("parties.banks")}
        add={
          writes
            ? {
                label: t("parties.addBank"),
                icon: <Plus size={16} aria-hidden />,
                run: () => setEdited("new"),
              }
            : null
        }
        query={banks}
        rowsOf={({ items }) => items}
        columns={columns}
        idOf={({ record_uid }) => record_uid}
        none={t("parties.noBanks")}
      />
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

/** The columns of bank accounts (C99). `edit` null: whoever looks changes none, and sees numbers masked alone. */
function useBankColumns(
  account: string,
  edit: ((bank: BankAccount) => void) | null,
): readonly Column<BankAccount>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        id: "currency",
        label: t("parties.currency"),
        rowHead: true,
        value: ({ currency, is_default }) =>
          is_default ? `${currency} · ${t("parties.isDefault", { currency })}` : currency,
        cell: (bank) => <Currency bank={bank} />,
      },
      { id: "bank", label: t("parties.bankName"), value: ({ bank_name }) => bank_name },
      { id: "holder", label: t("parties.accountName"), value: ({ account_name }) => account_name },
      { id: "swift", label: t("parties.swift"), value: ({ swift_code }) => swift_code },
      {
        id: "number",
        label: t("parties.accountNumber"),
        value: ({ account_number }) => maskedNumber(account_number),
        cell: (bank) => <AccountNumber text={bank.account_number} whole={edit !== null} of={nameOf(bank)} />,
      },
      { id: "comment", label: t("parties.comment"), value: ({ comment }) => comment || null },
      {
        id: "status",
        label: t("parties.state"),
        value: ({ status }) => bankStateName(status, t),
        cell: (bank) => <BankState bank={bank} />,
      },
      {
        id: "life",
        label: t("parties.timeline"),
        unit: GMT8,
        value: ({ next }) => (next === null || next.until === null ? null : plainGmt8Minute(next.until)),
        cell: (bank) => <BankLife bank={bank} name={nameOf(bank)} />,
      },
      ...(edit === null
        ? []
        : [
            actionsColumn<BankAccount>(t, (bank) => (
              <BankActions {...{ account, bank }} name={nameOf(bank)} edit={() => edit(bank)} />
            )),
          ]),
    ],
    [t, account, edit],
  );
}

const nameOf = ({ currency, bank_name }: BankAccount): string => `${currency} · ${bank_name}`;

function Currency({ bank: { currency, is_default } }: { bank: BankAccount }) {
  const t = useText();
  return (
    <span className={styles.lines}>
      <b>{currency}</b>
      {is_default && <small>{t("parties.isDefault", { currency })}</small>}
    </span>
  );
}

/** The state, and from when on payouts go there. */
function BankState({ bank: { status, payouts_from } }: { bank: BankAccount }) {
  const t = useText();
  const now = useNow();
  return (
    <span className={styles.lines}>
      <BankStateTag status={status} />
      {status === "verified" && Date.parse(payouts_from) > now && (
        <small>{t("parties.payoutsFrom", { time: gmt8(payouts_from) })}</small>
      )}
    </span>
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
    <span className={styles.cellActions}>
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
