import { isDue } from "@heliograph/contract/registry/redemption/redemption-life";
import { outstandingOf } from "@heliograph/contract/settlement/payments/payment-rules";
import {
  downloadPaymentProof,
  type InvoiceItem,
  type listRedemptionInvoices,
} from "@heliograph/contract/settlement/payments/payments";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQuery } from "@tanstack/react-query";
import { useSaveDownload } from "../../../platform/rec/use-save-download.ts";
import type { TextKey } from "../../../app/texts/keys.ts";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { StateTag } from "../StateTag.tsx";
import { AnswerPayment } from "./AnswerPayment.tsx";
import { TransferTo } from "./TransferTo.tsx";
import { invoicesQuery, type Redemption } from "./redemption-queries.ts";
import { useRedemptionWords } from "./redemption-words.ts";
import { ReportPayment } from "./ReportPayment.tsx";
import shared from "../../../platform/rec/record/Record.module.css";
import styles from "./Redemption.module.css";

/** A card for each invoice: what is to be paid under which reference, what was reported, and what is said of it. Issuers see none. */
export function Payments({ given }: { given: Redemption }) {
  const { text } = useRedemptionWords();
  const account = useActing();
  const { record_uid, status, fees } = given;
  const invoices = useQuery(invoicesQuery(account, record_uid, isDue(status)));
  if (invoices.isError && invoices.data === undefined) {
    const retry = { label: text("Try again"), run: () => void invoices.refetch() };
    return <PanelNote text={text("Data is not available")} retry={retry} />;
  }
  return (
    <>
      {(invoices.data?.invoices ?? []).map((invoice) => (
        <PayCard
          key={`${invoice.record_uid} ${invoice.version}`}
          invoice={invoice}
          fees={fees.filter(({ currency }) => currency === invoice.currency)}
        />
      ))}
      <Credits credits={invoices.data?.credits ?? []} />
    </>
  );
}

/** What the account has paid too much before; nothing where that is nothing. */
function Credits({ credits }: Pick<Answer<typeof listRedemptionInvoices>, "credits">) {
  const { text, money } = useRedemptionWords();
  if (credits.length === 0) return null;
  const sums = credits.map(({ cents, currency }) => money(cents, currency)).join(" + ");
  return <p className={shared.hint}>{text("red.creditLeft", { credits: sums })}</p>;
}

const LOOKS: Readonly<Record<string, string>> = {
  unpaid: "waiting_for_payment",
  partial_paid: "waiting_for_payment",
  waiting_for_confirmation: "in_progress",
  paid: "approved",
};

function PayCard({ invoice, fees }: { invoice: InvoiceItem; fees: Redemption["fees"] }) {
  const { text, format } = useRedemptionWords();
  const { number, status, currency, total_cents, actions } = invoice;
  return (
    <Panel
      title={text(actions.includes("report") ? "red.payFee" : "red.feeIn", { currency })}
      extra={<StateTag state={LOOKS[status] ?? status} label={text(`red.invoice.${status}` as TextKey)} />}
    >
      <div className={shared.stack} data-invoice={number}>
        <p className={styles.total}>
          <b>{format.number(total_cents / 100, 2)}</b> {currency}
        </p>
        <Sums invoice={invoice} fees={fees} />
        {isOwed(invoice) && <TransferTo invoice={invoice} />}
        <Reported invoice={invoice} />
        {actions.includes("report") && <ReportPayment invoice={invoice} />}
        {actions.includes("confirm") && <AnswerPayment invoice={invoice} />}
      </div>
    </Panel>
  );
}

/** True where something of the invoice is still to be paid. */
const isOwed = ({ status }: InvoiceItem): boolean =>
  ["unpaid", "partial_paid", "waiting_for_confirmation"].includes(status);

/** What the total is made of, and what of it was paid, by which way, or went back. */
function Sums({ invoice, fees }: { invoice: InvoiceItem; fees: Redemption["fees"] }) {
  const { text, format, money, rate } = useRedemptionWords();
  const { number, currency, confirmed_cents, credit_cents, refunded_cents } = invoice;
  const lines: readonly (readonly [string, string])[] = [
    ...fees.map(
      (fee) =>
        [
          `${format.number(fee.quantity, 0)} MWh × ${rate(fee.rate, currency)}`,
          money(fee.total_cents, currency),
        ] as const,
    ),
    ...(credit_cents > 0 ? [[text("red.fromCredit"), money(credit_cents, currency)] as const] : []),
    ...(isOwed(invoice) && confirmed_cents + credit_cents > 0
      ? [[text("red.outstanding"), money(outstandingOf(invoice), currency)] as const]
      : []),
    ...(refunded_cents > 0 ? [[text("red.refunded"), money(refunded_cents, currency)] as const] : []),
    [text("red.invoiceNumber"), number],
  ];
  return (
    <dl className={styles.sum}>
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Reported({ invoice: { payments, currency } }: { invoice: InvoiceItem }) {
  const { text, money } = useRedemptionWords();
  const save = useSaveDownload();
  const account = useActing();
  if (payments.length === 0) return null;
  const open = ({ proof_uid, name }: InvoiceItem["payments"][number]["proof"]) =>
    save(downloadPaymentProof, { query: { ...actingAs(account), proof_uid } }, name);
  return (
    <ul className={styles.payments} aria-label={text("red.reported")}>
      {payments.map((payment) => (
        <li key={payment.reported_at}>
          <p>
            <b>{money(payment.amount_cents, currency)}</b> · {text(`red.payment.${payment.state}`)}
          </p>
          {payment.confirmed_cents !== null && payment.confirmed_cents !== payment.amount_cents && (
            <small>{text("red.came", { came: money(payment.confirmed_cents, currency) })}</small>
          )}
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
