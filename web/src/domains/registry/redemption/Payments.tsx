import { downloadPaymentProof, type InvoiceItem } from "@heliograph/contract/settlement/payments";
import { useQuery } from "@tanstack/react-query";
import type { TextKey } from "../../../app/texts/keys.ts";
import { download } from "../../../platform/download.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useActing } from "../../../platform/rec/acting.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { saveFile } from "../../../platform/save-file.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { CopyButton } from "../../../ui/controls/CopyButton.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { StateTag } from "../StateTag.tsx";
import { AnswerPayment } from "./AnswerPayment.tsx";
import { invoicesQuery, redeemerOf, type Redemption } from "./redemption-queries.ts";
import { useRedemptionWords } from "./redemption-words.ts";
import { ReportPayment } from "./ReportPayment.tsx";
import styles from "./Redemption.module.css";

/** A card for each invoice: what is to be paid under which reference, what was reported, and what is said of it. Issuers see none. */
export function Payments({ given }: { given: Redemption }) {
  const { text } = useRedemptionWords();
  const account = useActing();
  const { record_uid, status, fees } = given;
  const invoices = useQuery(invoicesQuery(account, record_uid, status === "approved"));
  if (invoices.isError && invoices.data === undefined) {
    const retry = { label: text("Try again"), run: () => void invoices.refetch() };
    return <PanelNote text={text("Data is not available")} retry={retry} />;
  }
  return (invoices.data?.invoices ?? []).map((invoice) => (
    <PayCard
      key={`${invoice.record_uid} ${invoice.version}`}
      invoice={invoice}
      fees={fees.filter(({ currency }) => currency === invoice.currency)}
    />
  ));
}

const LOOKS: Readonly<Record<string, string>> = {
  unpaid: "waiting_for_payment",
  partial_paid: "waiting_for_payment",
  waiting_for_confirmation: "in_progress",
  paid: "approved",
};

function PayCard({ invoice, fees }: { invoice: InvoiceItem; fees: Redemption["fees"] }) {
  const { text, format, money, rate } = useRedemptionWords();
  const { number, status, currency, total_cents, confirmed_cents, reference, actions } = invoice;
  const outstanding = total_cents - confirmed_cents;
  return (
    <Panel
      title={text(actions.includes("report") ? "red.payFee" : "red.feeIn", { currency })}
      extra={<StateTag state={LOOKS[status] ?? status} label={text(`red.invoice.${status}` as TextKey)} />}
    >
      <div className={styles.stack} data-invoice={number}>
        <p className={styles.total}>
          <b>{format.number(total_cents / 100, 2)}</b> {currency}
        </p>
        <dl className={styles.sum}>
          {fees.map((fee) => (
            <div key={fee.code}>
              <dt>{`${format.number(fee.quantity, 0)} MWh × ${rate(fee.rate, currency)}`}</dt>
              <dd>{money(fee.total_cents, currency)}</dd>
            </div>
          ))}
          {confirmed_cents > 0 && status !== "paid" && (
            <div>
              <dt>{text("red.outstanding")}</dt>
              <dd>{money(outstanding, currency)}</dd>
            </div>
          )}
          <div>
            <dt>{text("red.invoiceNumber")}</dt>
            <dd>{number}</dd>
          </div>
          <div>
            <dt>{text("red.reference")}</dt>
            <dd>
              <span className={styles.hash}>{reference}</span>{" "}
              <CopyButton text={reference} label={text("red.copy")} what={text("red.reference")} />
            </dd>
          </div>
        </dl>
        <Reported invoice={invoice} />
        {actions.includes("report") && <ReportPayment invoice={invoice} />}
        {actions.includes("confirm") && <AnswerPayment invoice={invoice} />}
      </div>
    </Panel>
  );
}

function Reported({ invoice: { payments, currency } }: { invoice: InvoiceItem }) {
  const { text, money } = useRedemptionWords();
  const serverText = useServerText();
  const account = useActing();
  if (payments.length === 0) return null;
  const open = ({ proof_uid, name }: InvoiceItem["payments"][number]["proof"]) =>
    void download(downloadPaymentProof, { query: { ...redeemerOf(account), proof_uid } }).then(
      (content) => saveFile(name, content),
      (error: unknown) => say.error(serverText(refusalText(error))),
    );
  return (
    <ul className={styles.payments} aria-label={text("red.reported")}>
      {payments.map((payment) => (
        <li key={payment.reported_at}>
          <p>
            <b>{money(payment.amount_cents, currency)}</b> · {text(`red.payment.${payment.state}`)}
          </p>
          <small>
            {payment.bank_reference === "" ? "" : `${payment.bank_reference} · `}
            {payment.paid_on} · {text("red.reportedAt", { at: gmt8(payment.reported_at) })}
          </small>
          <Button size="small" type="text" onClick={() => open(payment.proof)}>
            {payment.proof.name}
          </Button>
        </li>
      ))}
    </ul>
  );
}
