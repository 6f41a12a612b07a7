// What is owed, and the rules of what is reported and received (INV-004 to INV-008), the same on server and screen.
import type { GuardError } from "../../kernel/problem.ts";

/** A payment that is reported. */
export interface PaymentReport {
  readonly amount_cents: number;
  readonly currency: string;
  readonly proof_uid: string | null;
}

/** Money of an invoice in its currency, cents. */
interface InvoiceMoney {
  readonly currency: string;
  readonly total_cents: number;
  /** Of it, what came by transfers. */
  readonly confirmed_cents: number;
  /** Of it, what the credit balance of the account paid. */
  readonly credit_cents: number;
}

/** What of an invoice is not paid, cents. */
export const outstandingOf = ({
  total_cents,
  confirmed_cents,
  credit_cents,
}: Omit<InvoiceMoney, "currency">): number => total_cents - confirmed_cents - credit_cents;

/** "40.00" for 4000 cents. */
const moneyText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

/** Every rule that a report of a payment breaks (INV-004 to INV-007). */
export function paymentFaults(
  { amount_cents, currency, proof_uid }: PaymentReport,
  invoice: InvoiceMoney,
): GuardError[] {
  const faults: GuardError[] = [];
  const outstanding = outstandingOf(invoice);
  if (!(amount_cents > 0)) {
    faults.push({
      code: "INV-004",
      message: "Enter the amount you transferred.",
      field: "body.payment.amount_cents",
    });
  }
  if (currency !== invoice.currency) {
    faults.push({
      code: "INV-005",
      message: `This invoice is in ${invoice.currency}.`,
      params: { currency: invoice.currency },
      field: "body.payment.currency",
    });
  }
  if (proof_uid === null) {
    faults.push({
      code: "INV-006",
      message: "Attach the proof of payment: PDF, JPG or PNG, at most 10 MB.",
      field: "body.payment.proof_uid",
    });
  }
  if (amount_cents * 10 > outstanding * 11) {
    const x = `${invoice.currency} ${moneyText(outstanding)}`;
    faults.push({
      code: "INV-007",
      message: `The amount is more than the outstanding ${x}.`,
      params: { outstanding: x },
      field: "body.payment.amount_cents",
    });
  }
  return faults;
}

/**
 * What speaks against saying that so much of an invoice came (INV-008): all of it needs what is outstanding at least, where more becomes credit; a part less than that.
 * `received_cents`: null where nobody said.
 */
export function receiptFaults(
  action: "confirm" | "confirm_part",
  received_cents: number | null,
  invoice: InvoiceMoney,
): GuardError[] {
  const outstanding = outstandingOf(invoice);
  const isAll = received_cents !== null && received_cents >= outstanding;
  if (received_cents !== null && isAll === (action === "confirm")) return [];
  const field = "body.received_cents";
  if (action === "confirm_part") {
    return [{ code: "INV-008", message: "Enter what was received: less than is outstanding.", field }];
  }
  const x = `${invoice.currency} ${moneyText(outstanding)}`;
  const message = `Enter what was received: ${x} at least, or confirm a part.`;
  return [{ code: "INV-008", message, params: { outstanding: x }, field }];
}
