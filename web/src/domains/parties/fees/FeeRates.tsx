import { getFeeSchedule, RATE_SCALE } from "@heliograph/contract/parties/fees";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { AnswerPart } from "../business-accounts/AnswerPart.tsx";
import styles from "../business-accounts/Profile.module.css";
import { registryName } from "@heliograph/contract/registry/ledger";

/** Decimals of a rate. */
const DIGITS = 4;

/** A rate as the specification writes it: "USD 0.4000". */
export const rateText = (currency: string, rate: number): string =>
  `${currency} ${(rate / RATE_SCALE).toFixed(DIGITS)}`;

/** What is charged, by type of fee. */
export const RATE_NAMES = { REDEEM_EXCHANGE: "parties.feeExchange", SELF_REDEEM: "parties.feeSelf" } as const;

const isNamed = (fee_type: string): fee_type is keyof typeof RATE_NAMES => fee_type in RATE_NAMES;

/** Rates that hold today, as C121 to C123 write them, and those that were published for later; `all`: those that nobody has set too. */
export function FeeRates({ all = false }: { all?: boolean }) {
  const t = useText();
  const schedule = useQuery(ask(getFeeSchedule, {}));
  return (
    <AnswerPart query={schedule}>
      {({ items }) => (
        <div
          className={styles.scroll}
          role="region"
          aria-label={t("parties.rates")}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          <table className={styles.rates}>
            <thead>
              <tr>
                <th scope="col">{t("parties.rate")}</th>
                <th scope="col">{t("parties.rateRegistry")}</th>
                <th scope="col">{t("parties.fuel")}</th>
                <th scope="col">{t("parties.perMwh")}</th>
                <th scope="col">{t("parties.inForceFrom")}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((one) => {
                const { code, fee_type, registry, fuel_group, is_configured, currency, rate, next } = one;
                if (!isNamed(fee_type) || !(is_configured || all)) return null;
                return (
                  <tr key={code}>
                    <th scope="row">{t(RATE_NAMES[fee_type])}</th>
                    <td>{registryName(registry)}</td>
                    <td>{t(fuel_group === "hydro" ? "parties.hydro" : "parties.otherFuels")}</td>
                    <td>
                      {is_configured ? rateText(currency, rate) : t("parties.notConfigured")}
                      {next !== null && (
                        <small>
                          {t("parties.rateLater", {
                            rate: rateText(currency, next.rate),
                            day: next.effective_from,
                          })}
                        </small>
                      )}
                    </td>
                    <td>{one.effective_from}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </AnswerPart>
  );
}
