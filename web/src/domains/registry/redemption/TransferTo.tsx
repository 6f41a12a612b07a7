import type { InvoiceItem } from "@heliograph/contract/settlement/payments/payments";
import { useAppConfig } from "../../../platform/app-config.ts";
import { CopyButton } from "../../../ui/controls/CopyButton.tsx";
import { useRedemptionWords } from "./redemption-words.ts";
import shared from "../../../platform/rec/record/Record.module.css";
import styles from "./Redemption.module.css";

const PARTS = ["account_name", "account_number", "swift_code", "bank_name"] as const;

/** Where the transfer goes and what it states, each to be copied; where the installation states no account, whom to ask for one. */
export function TransferTo({ invoice: { currency, pay_to, reference } }: { invoice: InvoiceItem }) {
  const { text } = useRedemptionWords();
  const { support_email, hotline } = useAppConfig();
  const whom = support_email ?? hotline ?? text("red.theOperator");
  return (
    <section className={styles.payTo} aria-label={text("red.payTo")}>
      <h3>{text("red.payTo")}</h3>
      {pay_to === null && (
        <p className={shared.hint} role="note">
          {text("red.askWhereTo", { currency, whom })}
        </p>
      )}
      <dl>
        {pay_to !== null &&
          PARTS.map((part) => <Copied key={part} name={text(`red.payTo.${part}`)} value={pay_to[part]} />)}
        <Copied name={text("red.reference")} value={reference} />
      </dl>
    </section>
  );
}

function Copied({ name, value }: { name: string; value: string }) {
  const { text } = useRedemptionWords();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span>{value}</span>
        <CopyButton text={value} label={text("red.copy")} what={name} />
      </dd>
    </div>
  );
}
