import { listBankAccounts, moveBankAccount } from "@heliograph/contract/parties/bank-accounts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ask, useCall } from "../../../../platform/api.ts";
import { useText } from "../../../../platform/i18n.tsx";
import { gmt8Day } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../../ui/controls/Button.tsx";
import { Blank } from "../../../../ui/feedback/states.tsx";
import type { BankAccount } from "../../bank-accounts/BankAccountForm.tsx";
import { AnswerPart } from "../AnswerPart.tsx";
import styles from "../Profile.module.css";
import { commandBody, useTask } from "../../use-task.tsx";
import { ProposalPart } from "../../proposals/ProposalPart.tsx";
import { AccountReason } from "./AccountReason.tsx";

/** Bank accounts that wait for two platform operators (design 2.16). */
export function BankVerification() {
  const t = useText();
  const banks = useQuery(ask(listBankAccounts, { query: {} }));
  return (
    <AnswerPart query={banks}>
      {({ items }) =>
        items.length === 0 ? (
          <Blank small title={t("parties.noBanksWait")} />
        ) : (
          <ul className={styles.rows} aria-label={t("parties.tab_banks")}>
            {items.map((bank) => (
              <li key={bank.record_uid}>
                <span>
                  <b>{bank.company_name}</b>
                  <span>{bank.account_name}</span>
                </span>
                <span>
                  {`${bank.currency} · ${bank.bank_name}`}
                  <span>{bank.swift_code}</span>
                  <span>{bank.account_number}</span>
                </span>
                <span>
                  {bank.number}
                  {bank.next?.until !== null && bank.next?.until !== undefined && (
                    <span>{t("parties.answerBy", { day: gmt8Day(bank.next.until) })}</span>
                  )}
                </span>
                <Verdict bank={bank} />
                {bank.second_person !== null && (
                  <ProposalPart
                    record={{ ...bank, second_person: bank.second_person }}
                    what={t("parties.verifyOf", { name: `${bank.company_name}, ${bank.number}` })}
                    facts={[[t("parties.accountNumber"), bank.account_number]]}
                    stale={[listBankAccounts]}
                    done={t("parties.bankVerified")}
                  />
                )}
              </li>
            ))}
          </ul>
        )
      }
    </AnswerPart>
  );
}

function Verdict({ bank }: { bank: BankAccount }) {
  const t = useText();
  const move = useCall(moveBankAccount, [listBankAccounts]);
  const { run, busy, dialog } = useTask();
  const [rejecting, setRejecting] = useState(false);
  const name = `${bank.company_name}, ${bank.number}`;
  const act = (action: "verify" | "reject", done: string, more: object = {}) =>
    void run(() => move.mutateAsync({ query: {}, body: { ...commandBody(bank, action), ...more } }), {
      done,
      proof: action === "verify",
    });
  return (
    <span className={styles.rowActions}>
      <Button size="small" aria-label={t("parties.rejectOf", { name })} onClick={() => setRejecting(true)}>
        {t("parties.rejectBank")}
      </Button>
      {bank.second_person === null && (
        <Button
          size="small"
          loading={busy}
          aria-label={t("parties.verifyOf", { name })}
          onClick={() => act("verify", t("parties.secondMust"))}
        >
          {t("parties.verifyFirst")}
        </Button>
      )}
      {rejecting && (
        <AccountReason
          title={t("parties.rejectBank")}
          busy={busy}
          close={() => setRejecting(false)}
          send={(reason) => {
            setRejecting(false);
            act("reject", t("parties.bankWasRejected"), { reason });
          }}
        />
      )}
      {dialog}
    </span>
  );
}
