import { listCredits } from "@heliograph/contract/settlement/payments/payments";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { useWords } from "../../../platform/words.ts";
import { AnswerPart } from "../business-accounts/AnswerPart.tsx";
import styles from "../business-accounts/Profile.module.css";

/** What the account has paid too much, by currency, and what became of it. */
export function CreditBalance({ account }: { account: string }) {
  const { text, format } = useWords();
  const found = useQuery(ask(listCredits, { query: { account } }));
  const money = (cents: number, currency: string) => `${currency} ${format.number(cents / 100, 2)}`;
  return (
    <section aria-label={text("parties.credit")}>
      <h2>{text("parties.credit")}</h2>
      <AnswerPart query={found}>
        {({ credits, entries }) => (
          <>
            {credits.map(({ currency, cents }) => (
              <p key={currency}>
                <b>{money(cents, currency)}</b>
              </p>
            ))}
            <p className={styles.none}>
              {text(entries.length === 0 ? "parties.noCredit" : "parties.creditHint")}
            </p>
            {entries.length > 0 && (
              <ul className={styles.rows} aria-label={text("parties.creditEntries")}>
                {entries.map(({ at, reason, cents, currency, invoice }) => (
                  <li key={`${invoice} ${reason}`}>
                    <span>{text(`parties.credit_${reason}`, { invoice })}</span>
                    <span>{gmt8(at)}</span>
                    <span>{money(cents, currency)}</span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </AnswerPart>
    </section>
  );
}
