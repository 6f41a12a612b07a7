import { readRedemption } from "@heliograph/contract/registry/redemption/redemptions";
import { outstandingOf, paymentFaults } from "@heliograph/contract/settlement/payments/payment-rules";
import {
  listRedemptionInvoices,
  moveInvoice,
  uploadPaymentProof,
  type InvoiceItem,
} from "@heliograph/contract/settlement/payments/payments";
import { useState, type SyntheticEvent } from "react";
import { FileDrop } from "../../../ui/records/FileDrop.tsx";
import { useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useRefusalSaid } from "../../../platform/form/use-outcome.ts";
import { Refused, refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { plainGmt8Day } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { Refusals } from "./Refusals.tsx";
import { useRedemptionWords } from "./redemption-words.ts";
import shared from "../../../platform/rec/record/Record.module.css";

interface Typed {
  readonly amount: number | null;
  readonly bank_reference: string;
  readonly paid_on: string;
  readonly proof_uid: string | null;
}

const centsOf = (amount: number | null): number => (amount === null ? 0 : Math.round(amount * 100));

/** For traders: what was transferred, with its proof. The outstanding amount is filled in. */
export function ReportPayment({ invoice }: { invoice: InvoiceItem }) {
  const { text, money } = useRedemptionWords();
  const { form, refused, submit } = useReport(invoice);
  const today = plainGmt8Day(useNow());
  const over = centsOf(form.values.amount) - outstandingOf(invoice);
  return (
    <form className={shared.stack} onSubmit={submit} noValidate>
      <NumberField
        {...form.field("amount")}
        label={text("red.transferred")}
        unit={invoice.currency}
        min={0}
        fault={form.faultOf("payment.amount_cents")}
        hint={over > 0 ? text("red.overpays", { over: money(over, invoice.currency) }) : undefined}
      />
      <TextField {...form.field("bank_reference")} label={text("red.bankReference")} maxLength={100} />
      <DateField
        {...form.field("paid_on")}
        label={text("red.paidOn")}
        value={form.values.paid_on || null}
        today={today}
        max={today}
        fault={form.faultOf("payment.paid_on")}
      />
      <Proof invoice={invoice} onTaken={(proof_uid) => form.change("proof_uid", proof_uid)} />
      <Refusals refused={refused} />
      <Button type="primary" submits loading={form.busy}>
        {text("red.report", { amount: money(Math.max(0, centsOf(form.values.amount)), invoice.currency) })}
      </Button>
      <p className={shared.hint}>{text("red.reportHint")}</p>
    </form>
  );
}

function useReport(invoice: InvoiceItem) {
  const { record_uid, version, currency } = invoice;
  const account = useActing();
  const today = plainGmt8Day(useNow());
  const said = useRefusalSaid();
  const [key] = useState(() => crypto.randomUUID());
  const [refused, setRefused] = useState<Refused["errors"]>([]);
  const [tried, setTried] = useState(false);
  const move = useCall(moveInvoice, [listRedemptionInvoices, readRedemption]);
  const paymentOf = (values: { amount: number | null; proof_uid: string | null }) => ({
    amount_cents: centsOf(values.amount),
    currency,
    proof_uid: values.proof_uid,
  });
  const defaults: Typed = {
    amount: outstandingOf(invoice) / 100,
    bank_reference: "",
    paid_on: today,
    proof_uid: null,
  };
  const form = useContractForm(moveInvoice, {
    defaults,
    toBody: (values) => ({
      record_uid,
      action: "report",
      expected_version: version,
      key,
      payment: {
        ...paymentOf(values),
        bank_reference: values.bank_reference,
        paid_on: values.paid_on,
      },
    }),
    send: (body) => {
      setRefused([]);
      return move.mutateAsync({ query: actingAs(account), body });
    },
    onRefused: (error) => {
      if (error instanceof Refused && error.errors.length > 0) setRefused(error.errors);
      else said(error);
    },
  });
  const own = paymentFaults(paymentOf(form.values), invoice);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    setTried(true);
    if (own.length === 0) form.submit(event);
    else event.preventDefault();
  };
  // Nothing is called wrong before it is sent. What the server finds wrong is said once, even where this form finds it right.
  const more = refused.filter(({ code }) => !own.some((fault) => fault.code === code));
  return { form, submit, refused: [...(tried ? own : []), ...more] };
}

/** The place for the proof of a payment: it is taken in at once. */
function Proof({ invoice, onTaken }: { invoice: InvoiceItem; onTaken: (proof_uid: string) => void }) {
  const { text } = useRedemptionWords();
  const serverText = useServerText();
  const account = useActing();
  const [name, setName] = useState<string | null>(null);
  const upload = useCall(uploadPaymentProof);
  const take = ([file]: readonly File[]) => {
    if (file === undefined || account === undefined) return;
    upload.mutate(
      { query: { account, record_uid: invoice.record_uid, name: file.name }, body: file },
      {
        onSuccess: ({ proof_uid }) => {
          setName(file.name);
          onTaken(proof_uid);
        },
      },
    );
  };
  return (
    <div>
      <FileDrop
        label={text("red.proof")}
        hint={name ?? text("red.proof")}
        accept=".pdf,.png,.jpg,.jpeg"
        busy={upload.isPending}
        fault={upload.isError ? serverText(refusalText(upload.error)) : null}
        take={take}
      />
      <p className={shared.hint}>{text("red.proofHint")}</p>
    </div>
  );
}
