import type { Call } from "@heliograph/contract/kernel/endpoint";
import type { RecordAction } from "@heliograph/contract/kernel/life-cycle";
import { readRedemption } from "@heliograph/contract/registry/redemption/redemptions";
import { invoiceLife } from "@heliograph/contract/settlement/payments/invoice-life";
import { outstandingOf } from "@heliograph/contract/settlement/payments/payment-rules";
import {
  listRedemptionInvoices,
  moveInvoice,
  type InvoiceItem,
} from "@heliograph/contract/settlement/payments/payments";
import { useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { Refused, refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { actingAs, useActing } from "../../../platform/rec/acting.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { useConfirmation } from "../../identity/index.ts";
import { ReasonDialog } from "../issuance/ReasonDialog.tsx";
import { Refusals } from "./Refusals.tsx";
import { useRedemptionWords } from "./redemption-words.ts";
import shared from "../../../platform/rec/record/Record.module.css";

type Move = Call<typeof moveInvoice>["body"];

/** What was reported of the invoice and is looked for, cents; null: nothing is. */
const reportedOf = ({ payments }: InvoiceItem): number | null =>
  payments.find(({ state }) => state === "waiting")?.amount_cents ?? null;

/** For platform operators: how much came, which says whether that is all of it, more or a part; or nothing did. */
export function AnswerPayment({ invoice }: { invoice: InvoiceItem }) {
  const { text, money } = useRedemptionWords();
  const { run, refused, busy, confirmation } = useAnswer(invoice);
  const [asking, setAsking] = useState(false);
  const { currency, confirmed_cents } = invoice;
  const outstanding = outstandingOf(invoice);
  const [received, setReceived] = useState<number | null>((reportedOf(invoice) ?? outstanding) / 100);
  const cents = Math.round((received ?? 0) * 100);
  const isAll = cents >= outstanding;
  return (
    <div className={shared.stack}>
      <NumberField
        label={text("red.received")}
        unit={currency}
        min={0}
        value={received}
        onChange={setReceived}
        hint={
          cents > outstanding
            ? text("red.overpays", { over: money(cents - outstanding, currency) })
            : isAll
              ? undefined
              : `${text("red.outstanding")}: ${money(outstanding, currency)}`
        }
      />
      <Refusals refused={refused} />
      <Button
        type="primary"
        loading={busy}
        onClick={() => void run(isAll ? "confirm" : "confirm_part", { received_cents: Math.max(1, cents) })}
      >
        {isAll
          ? text("red.confirmMoney", { outstanding: money(cents, currency) })
          : text("red.confirmPart", { received: money(cents, currency) })}
      </Button>
      <Button onClick={() => setAsking(true)}>{text("red.notFound")}</Button>
      {asking && (
        <ReasonDialog
          title={text("red.notFound")}
          busy={busy}
          close={() => setAsking(false)}
          send={async (reason) => {
            await run(confirmed_cents > 0 ? "decline_rest" : "decline", { reason });
            setAsking(false);
          }}
        />
      )}
      {confirmation}
    </div>
  );
}

/** Sends what is said of a payment, after a proof of who the person is where the action needs one. */
function useAnswer({ record_uid, version }: InvoiceItem) {
  const account = useActing();
  const serverText = useServerText();
  const move = useCall(moveInvoice, [listRedemptionInvoices, readRedemption]);
  const [refused, setRefused] = useState<Refused["errors"]>([]);
  const { confirmed, dialog } = useConfirmation();
  const run = async (action: Move["action"], more: Partial<Move> = {}): Promise<void> => {
    setRefused([]);
    const body = { record_uid, action, expected_version: version, key: crypto.randomUUID(), ...more };
    const send = () => move.mutateAsync({ query: actingAs(account), body });
    const rules: Readonly<Record<string, RecordAction>> = invoiceLife.actions;
    try {
      await (rules[action]?.confirmed === true ? confirmed(send) : send());
    } catch (error) {
      if (error instanceof Refused && error.errors.length > 0) setRefused(error.errors);
      else say.error(serverText(refusalText(error)));
    }
  };
  return { run, refused, busy: move.isPending, confirmation: dialog };
}
