import { listBankAccounts, moveBankAccount } from "@heliograph/contract/parties/bank-accounts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ask, useCall } from "../../../../platform/api.ts";
import { useText } from "../../../../platform/i18n.tsx";
import { Button } from "../../../../ui/controls/Button.tsx";
import { Blank } from "../../../../ui/feedback/states.tsx";
import type { BankAccount } from "../../bank-accounts/BankAccountForm.tsx";
import { BankLife } from "../../bank-accounts/BankLife.tsx";
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
                <span>{bank.number}</span>
                <Verdict bank={bank} />
                <BankLife bank={bank} name={`${bank.company_name}, ${bank.number}`} />
              </li>
            ))}
          </ul>
        )
      }
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
    <span className={styles.rowActions}>
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
