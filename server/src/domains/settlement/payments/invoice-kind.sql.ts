// What becomes of invoices: payments are reported, found or not, and the last one completes the redemption in the same transaction.
import {
  invoiceLife,
  isDue,
  outstandingOf,
  paymentFaults,
  receiptFaults,
  type GuardError,
  type InvoiceStatus,
  type PaymentReport,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import type { Effect, RecordKind } from "../../parties/index.ts";
import {
  lockedRedemption,
  redemptionAwaits,
  redemptionIsLookedFor,
  redemptionIsPaid,
} from "../../registry/index.ts";
import { addCredit } from "./credit.sql.ts";
import type { InvoiceRecord } from "./invoice-rows.ts";

/** What commands on invoices carry. */
interface InvoiceChange {
  readonly payment?:
    | (PaymentReport & { readonly bank_reference: string; readonly paid_on: string })
    | undefined;
  readonly received_cents?: number | undefined;
}

type Does = Effect<InvoiceRecord, InvoiceChange>;

function mustHold(faults: readonly GuardError[]): void {
  const [first, ...more] = faults;
  if (first !== undefined) throw new GuardRefusal(422, [first, ...more]);
}

/** The redemption, which may not have ended meanwhile: payments of one that did are nobody's to look for (rule R19). */
async function mustWaitForPayment(tx: Tx, row: InvoiceRecord): Promise<void> {
  const redemption = await lockedRedemption(tx, row.redemption_id);
  if (isDue(redemption.status)) return;
  const message = `Invoice ${row.number} is not payable any more: its redemption has ended.`;
  mustHold([{ code: "INV-009", message, params: { number: row.number } }]);
}

const report: Does = async (tx, row, { actor, payload: { payment } }) => {
  if (payment === undefined) {
    return mustHold([
      { code: "INV-004", message: "Enter the amount you transferred.", field: "body.payment" },
    ]);
  }
  const faults = paymentFaults(payment, row);
  const { proof_uid, amount_cents, bank_reference, paid_on } = payment;
  if (proof_uid !== null && !(await isProofOf(tx, row, proof_uid))) {
    faults.push({
      code: "INV-006",
      message: "There is no such proof of payment.",
      field: "body.payment.proof_uid",
    });
  }
  mustHold(faults);
  await mustWaitForPayment(tx, row);
  await tx
    .insertInto("payment_claim")
    .values({
      invoice_id: row.invoice_id,
      amount_cents,
      bank_reference,
      paid_on,
      proof_uid: proof_uid ?? "",
      state: "waiting",
      reported_by: actor.account_id,
    })
    .execute();
  await feesBecome(tx, row, "waiting_for_confirmation");
  await redemptionIsLookedFor(tx, row.redemption_id);
};

const isProofOf = async (tx: Tx, row: InvoiceRecord, proof_uid: string): Promise<boolean> =>
  (await tx
    .selectFrom("payment_proof")
    .select("proof_uid")
    .where("proof_uid", "=", proof_uid)
    .where("invoice_id", "=", row.invoice_id)
    .executeTakeFirst()) !== undefined;

const confirm: Does = async (tx, row, { payload: { received_cents } }) => {
  const received = received_cents ?? (await reportedCents(tx, row));
  mustHold(receiptFaults("confirm", received, row));
  await mustWaitForPayment(tx, row);
  const outstanding = outstandingOf(row);
  await answered(tx, row, { state: "confirmed", confirmed_cents: received });
  await paid(tx, row, outstanding);
  await addCredit(tx, row, { reason: "overpaid", cents: (received ?? outstanding) - outstanding });
  if (!(await redemptionIsPaid(tx, row.redemption_id))) await goOn(tx, row);
};

/** The invoice is paid, with so many cents more that came by transfer. */
async function paid(tx: Tx, row: InvoiceRecord, more_cents: number): Promise<void> {
  const confirmed_cents = row.confirmed_cents + more_cents;
  await tx
    .updateTable("invoice")
    .set({ confirmed_cents, status: "paid", paid_at: sql<Date>`now()` })
    .where("invoice_id", "=", row.invoice_id)
    .execute();
  await feesBecome(tx, row, "paid");
}

const confirmPart: Does = async (tx, row, { payload: { received_cents = null } }) => {
  mustHold(receiptFaults("confirm_part", received_cents, row));
  await mustWaitForPayment(tx, row);
  await answered(tx, row, { state: "confirmed", confirmed_cents: received_cents });
  await tx
    .updateTable("invoice")
    .set({ confirmed_cents: row.confirmed_cents + (received_cents ?? 0), status: "partial_paid" })
    .where("invoice_id", "=", row.invoice_id)
    .execute();
  await feesBecome(tx, row, "unpaid");
  await goOn(tx, row);
};

/** Cents of the payment that is looked for; null: none is. */
async function reportedCents(tx: Tx, { invoice_id }: InvoiceRecord): Promise<number | null> {
  const claim = await tx
    .selectFrom("payment_claim")
    .select("amount_cents")
    .where("invoice_id", "=", invoice_id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return claim?.amount_cents ?? null;
}

const decline =
  (isRest: boolean): Does =>
  async (tx, row) => {
    if (row.confirmed_cents > 0 !== isRest) {
      const action = isRest ? "decline" : "decline_rest";
      const message = `Invoice ${row.number}: use ${action}.`;
      mustHold([{ code: "INV-008", message, params: { number: row.number, action } }]);
    }
    await mustWaitForPayment(tx, row);
    await answered(tx, row, { state: "declined", confirmed_cents: null });
    await feesBecome(tx, row, "unpaid");
    await goOn(tx, row);
  };

/** Once no payment of the redemption is looked for any more, what is not paid is awaited again. */
async function goOn(tx: Tx, { redemption_id }: InvoiceRecord): Promise<void> {
  const { rows } = await sql<{ waits: boolean; came: boolean }>`
    select bool_or(confirmed_cents > 0) as came,
      bool_or(exists (select from payment_claim c where c.invoice_id = i.invoice_id and c.state = 'waiting')) as waits
    from invoice i where redemption_id = ${redemption_id}`.execute(tx);
  const [{ waits, came } = { waits: false, came: false }] = rows;
  if (!waits) await redemptionAwaits(tx, redemption_id, came);
}

async function answered(
  tx: Tx,
  { invoice_id }: InvoiceRecord,
  as: { state: "confirmed" | "declined"; confirmed_cents: number | null },
): Promise<void> {
  await tx
    .updateTable("payment_claim")
    .set(as)
    .where("invoice_id", "=", invoice_id)
    .where("state", "=", "waiting")
    .execute();
}

/** Fees are in the state of their invoice. */
async function feesBecome(
  tx: Tx,
  { invoice_id }: Pick<InvoiceRecord, "invoice_id">,
  status: "unpaid" | "waiting_for_confirmation" | "paid" | "expired",
): Promise<void> {
  await tx
    .updateTable("fee")
    .set({ status, updated_at: sql<Date>`now()` })
    .where("invoice_id", "=", invoice_id)
    .execute();
}

/** Invoices as the kernel of records moves them. */
export const invoiceKind: RecordKind<
  InvoiceStatus,
  keyof typeof invoiceLife.actions,
  InvoiceRecord,
  InvoiceChange
> = {
  life: invoiceLife,
  table: "invoice",
  prefix: "INV-P",
  hidden: [],
  // Money is the account's and the operators' business.
  hasIssuer: false,
  effects: {
    report,
    confirm,
    confirm_part: confirmPart,
    decline: decline(false),
    decline_rest: decline(true),
    settle: (tx, row) => paid(tx, row, 0),
    expire: (tx, row) => feesBecome(tx, row, "expired"),
    cancel: (tx, row) => answered(tx, row, { state: "declined", confirmed_cents: null }),
  },
};
