import { useText } from "../../../platform/i18n.tsx";
import { BankAccounts } from "../bank-accounts/BankAccounts.tsx";
import { CreditBalance } from "../fees/CreditBalance.tsx";
import { FeeAgreement } from "../fees/FeeAgreement.tsx";
import { FeeRates } from "../fees/FeeRates.tsx";
import { Recipients } from "../recipients/Recipients.tsx";

/**
 * The agreement on fees with its rates, what was paid too much, bank accounts (C99) and recipients (C100). `manages`: whoever looks is account manager, `writes`: and may change them now, `trades`:
 * it may change recipients.
 */
export function FeesAndPayment(given: {
  account: string;
  manages: boolean;
  writes: boolean;
  trades: boolean;
}) {
  const { account, manages, writes, trades } = given;
  const t = useText();
  return (
    <>
      <FeeAgreement account={account} writes={writes} />
      <h2>{t("parties.rates")}</h2>
      <FeeRates />
      <CreditBalance account={account} />
      <BankAccounts account={account} manages={manages} writes={writes} />
      <Recipients account={account} writes={trades} />
    </>
  );
}
