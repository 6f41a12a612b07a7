// Fees and invoices follow their redemption: made when it is submitted, due when it is approved, closed when it ends without payment.
import { isDue } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { does, type Work } from "../../../platform/jobs/jobs.ts";
import { followRecord, nextNumber, recordBegan, systemActor } from "../../parties/index.ts";
import { lockedRedemptionBy, redemptionFeesTask, redemptionIsPaid } from "../../registry/index.ts";
import { returnCredit, takeCredit } from "./credit.sql.ts";
import { invoiceKind } from "./invoice-kind.sql.ts";

type Redemption = Awaited<ReturnType<typeof lockedRedemptionBy>>;

/** The work on fees of redemptions. */
export const settlementWork: readonly Work[] = [
  does(redemptionFeesTask, ({ record_uid }, { db }) => bringFeesInLine(db, record_uid)),
];

/** Makes the fees and invoices of the redemption what its state asks for. Repeated, it does nothing more. */
export function bringFeesInLine(db: Db, record_uid: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    // Invoices before their redemption, as commands on them take them.
    await sql`select from invoice where redemption_id = (select redemption_id from redemption where record_uid = ${record_uid})
      order by invoice_id for update`.execute(tx);
    const redemption = await lockedRedemptionBy(tx, record_uid);
    await accrue(tx, redemption);
    const { status } = redemption;
    if (status === "in_progress") await setClosed(tx, redemption, false);
    if (isDue(status)) await fallDue(tx, redemption);
    if (status === "retiring") await redemptionIsPaid(tx, redemption.redemption_id);
    if (status === "returned" || status === "rejected" || status === "cancelled") await close(tx, redemption);
  });
}

/** A row for each rate of the redemption, open. */
async function accrue(tx: Tx, { redemption_id }: Redemption): Promise<void> {
  const missing = await tx
    .selectFrom("redemption_fee as r")
    .leftJoin("fee as f", (on) =>
      on.onRef("f.redemption_id", "=", "r.redemption_id").onRef("f.fee_rule_id", "=", "r.fee_rule_id"),
    )
    .select(["r.fee_rule_id", "r.quantity", "r.total_cents"])
    .where("r.redemption_id", "=", redemption_id)
    .where("f.fee_id", "is", null)
    .orderBy("r.fee_rule_id")
    .execute();
  const { at } = await systemActor(tx);
  for (const fee of missing) {
    await tx
      .insertInto("fee")
      .values({
        ...fee,
        redemption_id,
        number: await nextNumber(tx, "FEE", at),
        // Nothing to pay is paid at once, and kept.
        status: fee.total_cents === 0 ? "paid" : "open",
      })
      .execute();
  }
}

async function setClosed(tx: Tx, { redemption_id }: Redemption, isClosed: boolean): Promise<void> {
  await sql`update fee set closed_at = ${isClosed ? sql`now()` : null}, updated_at = now()
    where redemption_id = ${redemption_id} and (closed_at is not null) <> ${isClosed}`.execute(tx);
}

/** An invoice for each currency in which something is due, for which credit is taken; where nothing is due any more, the redemption is complete. */
async function fallDue(tx: Tx, redemption: Redemption): Promise<void> {
  const { redemption_id, business_account_id, pay_until } = redemption;
  await setClosed(tx, redemption, false);
  const { rows } = await sql<{ currency: string; quantity: number; total_cents: number }>`
    select r.currency, sum(f.quantity)::int8 as quantity, sum(f.total_cents)::int8 as total_cents
    from fee f join fee_rule r using (fee_rule_id)
    where f.redemption_id = ${redemption_id} and f.total_cents > 0 and f.invoice_id is null
    group by r.currency order by r.currency`.execute(tx);
  const actor = await systemActor(tx);
  const due_at = pay_until ?? actor.at;
  for (const fees of rows) {
    const made = await tx
      .insertInto("invoice")
      .values({
        ...fees,
        redemption_id,
        business_account_id,
        number: await nextNumber(tx, invoiceKind.prefix, actor.at),
        status: "unpaid",
        due_at,
      })
      .returning(["invoice_id", "record_uid", "status", "business_account_id"])
      .executeTakeFirstOrThrow();
    const { invoice_id, ...row } = made;
    await recordBegan(tx, invoiceKind, { ...row, status: "unpaid" }, { actor, action: "issue" });
    await sql`update fee f set invoice_id = ${invoice_id}, status = 'unpaid', updated_at = now() from fee_rule r
      where r.fee_rule_id = f.fee_rule_id and f.redemption_id = ${redemption_id} and r.currency = ${fees.currency}
        and f.total_cents > 0`.execute(tx);
    await payByCredit(tx, { ...made, ...fees });
  }
  await tx.updateTable("invoice").set({ due_at }).where("redemption_id", "=", redemption_id).execute();
  await redemptionIsPaid(tx, redemption_id);
}

/** What the account has paid too much before is taken for the invoice first. */
async function payByCredit(
  tx: Tx,
  invoice: {
    invoice_id: number;
    record_uid: string;
    business_account_id: number;
    currency: string;
    total_cents: number;
  },
): Promise<void> {
  const { invoice_id, record_uid, total_cents } = invoice;
  const credit_cents = await takeCredit(tx, invoice, total_cents);
  if (credit_cents === 0) return;
  await tx.updateTable("invoice").set({ credit_cents }).where("invoice_id", "=", invoice_id).execute();
  if (credit_cents === total_cents) await followRecord(tx, invoiceKind, { record_uid, action: "settle" }, {});
}

/**
 * Fees of a redemption that ended, or went back, are closed; what was invoiced and not paid is cancelled. Credit that was taken for it is credit again, and
 * what two operators refunded is written down.
 */
async function close(tx: Tx, redemption: Redemption): Promise<void> {
  const { redemption_id, last_action } = redemption;
  const open = await tx
    .selectFrom("invoice")
    .select(["record_uid", "status"])
    .where("redemption_id", "=", redemption_id)
    .where("status", "in", ["unpaid", "partial_paid", "waiting_for_confirmation"])
    .orderBy("invoice_id")
    .execute();
  for (const { record_uid, status } of open) {
    const action = status === "unpaid" && last_action === "expire" ? "expire" : "cancel";
    await followRecord(tx, invoiceKind, { record_uid, action }, {});
  }
  await returnCredit(tx, redemption_id);
  if (last_action === "refund") {
    await sql`update invoice set refunded_cents = confirmed_cents where redemption_id = ${redemption_id}`.execute(
      tx,
    );
  }
  await setClosed(tx, redemption, true);
}
