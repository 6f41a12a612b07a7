import { listBankAccounts } from "@heliograph/contract/parties/bank-accounts";
import { getFeeAgreement, getFeeSchedule, RATE_SCALE } from "@heliograph/contract/parties/fees";
import { listRecipients } from "@heliograph/contract/parties/recipients";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { gmt8Day } from "../../../platform/rec/gmt8.ts";
import { AnswerPart } from "./AnswerPart.tsx";
import styles from "./Profile.module.css";

/** Decimals of a rate, as the specification writes it: USD 0.4000. */
const DIGITS = 4;

/** The agreement on fees with its rates, bank accounts (C99) and recipients (C100). */
export function FeesAndPayment({ account }: { account: string }) {
  const t = useText();
  const banks = useQuery(ask(listBankAccounts, { query: { account } }));
  const recipients = useQuery(ask(listRecipients, { query: { account } }));
  return (
    <>
      <Agreement account={account} />
      <Rates />
      <h2>{t("parties.banks")}</h2>
      <AnswerPart query={banks}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.none}>{t("parties.noBanks")}</p>
          ) : (
            <ul className={styles.rows} aria-label={t("parties.banks")}>
              {items.map((bank) => (
                <li key={bank.record_uid}>
                  <span>
                    <b>{`${bank.currency} · ${bank.bank_name}`}</b>
                    <span>{bank.account_name}</span>
                  </span>
                  <span>
                    <span>{bank.swift_code}</span>
                    <span>{bank.account_number}</span>
                  </span>
                  <span>{t(`parties.bank_${bankState(bank.status)}`)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </AnswerPart>
      <h2>{t("parties.recipients")}</h2>
      <AnswerPart query={recipients}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.none}>{t("parties.noRecipients")}</p>
          ) : (
            <ul className={styles.rows} aria-label={t("parties.recipients")}>
              {items.map((one) => (
                <li key={one.recipient_uid}>
                  <span>
                    <b>{one.name}</b>
                    <span>{t(`parties.recipient_${one.type}`)}</span>
                  </span>
                  <span>{[one.address, one.city, one.country].join(", ")}</span>
                  <span>{one.postal_code}</span>
                </li>
              ))}
            </ul>
          )
        }
      </AnswerPart>
    </>
  );
}

/** The agreement in force, and whether the account has accepted it. */
function Agreement({ account }: { account: string }) {
  const t = useText();
  const agreement = useQuery(ask(getFeeAgreement, { query: { account } }));
  return (
    <>
      <h2>{t("parties.agreement")}</h2>
      <AnswerPart query={agreement}>
        {(data) => (
          <>
            <p className={styles.accepted}>
              {t("parties.version", { version: data.version, day: data.effective_from })}
              {" · "}
              {data.accepted === null
                ? t("parties.notAccepted")
                : t("parties.accepted", { day: gmt8Day(data.accepted.at) })}
            </p>
            <p className={styles.agreement}>{data.text}</p>
          </>
        )}
      </AnswerPart>
    </>
  );
}

const BANK_STATES = ["pending_verification", "verified", "rejected", "archived"] as const;

const bankState = (status: string): (typeof BANK_STATES)[number] =>
  BANK_STATES.find((one) => one === status) ?? "pending_verification";

/** Rates that hold today, as C121 to C123 write them. */
function Rates() {
  const t = useText();
  const schedule = useQuery(ask(getFeeSchedule, {}));
  return (
    <AnswerPart query={schedule}>
      {({ items }) => (
        <ul className={styles.rows} aria-label={t("parties.rates")}>
          {items
            .filter(({ is_configured, fee_type }) => is_configured && fee_type in RATE_NAMES)
            .map((rate) => (
              <li key={rate.code}>
                <span>
                  <b>{t(RATE_NAMES[rate.fee_type as keyof typeof RATE_NAMES])}</b>
                  <span>{rate.registry === "IREC" ? "I-REC" : rate.registry}</span>
                </span>
                <span>{t(rate.fuel_group === "hydro" ? "parties.hydro" : "parties.otherFuels")}</span>
                <span>{`${rate.currency} ${(rate.rate / RATE_SCALE).toFixed(DIGITS)} / MWh`}</span>
              </li>
            ))}
        </ul>
      )}
    </AnswerPart>
  );
}

const RATE_NAMES = { REDEEM_EXCHANGE: "parties.feeExchange", SELF_REDEEM: "parties.feeSelf" } as const;
