import { listBankAccounts, moveBankAccount } from "@heliograph/contract/parties/bank-accounts";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ask, useCall } from "../../../../platform/api.ts";
import { useText } from "../../../../platform/i18n.tsx";
import { plainGmt8Minute, GMT8 } from "@heliograph/contract/kernel/gmt8";
import { WholeList } from "../../../../platform/rec/lists/WholeList.tsx";
import { Button } from "../../../../ui/controls/Button.tsx";
import type { Column } from "../../../../ui/data-table/columns.ts";
import { actionsColumn } from "../../actions-column.tsx";
import type { BankAccount } from "../../bank-accounts/BankAccountForm.tsx";
import { BankLife } from "../../bank-accounts/BankLife.tsx";
import { AnswerPart } from "../AnswerPart.tsx";
import styles from "../Profile.module.css";
import { commandBody, useTask } from "../../use-task.tsx";
import { ProposalPart } from "../../proposals/ProposalPart.tsx";
import { AccountReason } from "./AccountReason.tsx";

const lifeOf = (bank: BankAccount) => <BankLife bank={bank} name={`${bank.company_name}, ${bank.number}`} />;

/** Bank accounts that wait for two platform operators (design 2.16). */
export function BankVerification() {
  const t = useText();
  const banks = useQuery(ask(listBankAccounts, { query: {} }));
  const columns = useMemo(
    (): readonly Column<BankAccount>[] => [
      { id: "company", label: t("parties.companyName"), rowHead: true, value: (bank) => bank.company_name },
      { id: "number", label: t("parties.applicationNumber"), value: ({ number }) => number },
      { id: "holder", label: t("parties.accountName"), value: ({ account_name }) => account_name },
      { id: "currency", label: t("parties.currency"), value: ({ currency }) => currency },
      { id: "bank", label: t("parties.bankName"), value: ({ bank_name }) => bank_name },
      { id: "swift", label: t("parties.swift"), value: ({ swift_code }) => swift_code },
      { id: "account", label: t("parties.accountNumber"), value: ({ account_number }) => account_number },
      {
        id: "life",
        label: t("parties.timeline"),
        unit: GMT8,
        value: ({ next }) => (next === null || next.until === null ? null : plainGmt8Minute(next.until)),
        cell: lifeOf,
      },
      actionsColumn<BankAccount>(t, (bank) => <Verdict bank={bank} />),
    ],
    [t],
  );
  return (
    <AnswerPart query={banks}>
      {({ items }) => (
        <WholeList
          name="bank-verification"
          label={t("parties.tab_banks")}
          columns={columns}
          rows={items}
          idOf={({ record_uid }) => record_uid}
          none={t("parties.noBanksWait")}
          waits={({ next }) => next?.is_you === true}
        />
      )}
    </AnswerPart>
  );
}

const ASKED = {
  verify: { what: "parties.verifyOf", done: "parties.bankVerified" },
  reject: { what: "parties.rejectOf", done: "parties.bankWasRejected" },
} as const;

/** What a first operator proposes, for a second to answer; the buttons that propose, where none has. */
function Verdict({ bank }: { bank: BankAccount }) {
  const t = useText();
  const asked = bank.second_person;
  if (asked === null) return <VerdictButtons bank={bank} />;
  const { what, done } = ASKED[asked.action === "reject" ? "reject" : "verify"];
  return (
    <ProposalPart
      record={{ ...bank, second_person: asked }}
      what={t(what, { name: `${bank.company_name}, ${bank.number}` })}
      facts={[[t("parties.accountNumber"), bank.account_number]]}
      stale={[listBankAccounts]}
      done={t(done)}
    />
  );
}

function VerdictButtons({ bank }: { bank: BankAccount }) {
  const t = useText();
  const move = useCall(moveBankAccount, [listBankAccounts]);
  const { run, busy, dialog } = useTask();
  const [rejecting, setRejecting] = useState(false);
  const name = `${bank.company_name}, ${bank.number}`;
  const act = (action: keyof typeof ASKED, more: object = {}) =>
    void run(() => move.mutateAsync({ query: {}, body: { ...commandBody(bank, action), ...more } }), {
      done: t("parties.secondMust"),
      proof: true,
    });
  return (
    <span className={styles.cellActions}>
      <Button size="small" aria-label={t("parties.rejectOf", { name })} onClick={() => setRejecting(true)}>
        {t("parties.rejectFirst")}
      </Button>
      <Button
        size="small"
        loading={busy}
        aria-label={t("parties.verifyOf", { name })}
        onClick={() => act("verify")}
      >
        {t("parties.verifyFirst")}
      </Button>
      {rejecting && (
        <AccountReason
          title={t("parties.rejectBank")}
          busy={busy}
          close={() => setRejecting(false)}
          send={(reason) => {
            setRejecting(false);
            act("reject", { reason });
          }}
        />
      )}
      {dialog}
    </span>
  );
}
