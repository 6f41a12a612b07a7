// Fees, invoices and payments as they are shown, and proofs of payments as they are kept.
import type { InvoiceItem } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { PayToAccounts } from "../../../platform/config.ts";
import { frameOf, type Actor } from "../../parties/index.ts";
import { invoiceKind } from "./invoice-kind.sql.ts";
import type { InvoiceRecord } from "./invoice-rows.ts";

/** The invoices of a redemption that the person may see, with where they are paid to and what was reported on them. */
export async function invoicesOf(
  db: Db,
  redemption_id: number,
  { actor, payTo }: { actor: Actor; payTo: PayToAccounts },
): Promise<InvoiceItem[]> {
  const { rows } = await sql<
    InvoiceRecord & { fee_codes: string[]; reference: string; payments: InvoiceItem["payments"] }
  >`
    select i.*, (select array_agg(r.code order by r.code) from fee f join fee_rule r using (fee_rule_id)
        where f.invoice_id = i.invoice_id) as fee_codes,
      replace((select number from redemption d where d.redemption_id = i.redemption_id), '-', '') as reference,
      (select coalesce(json_agg(json_build_object('amount_cents', c.amount_cents, 'bank_reference', c.bank_reference,
          'paid_on', c.paid_on, 'reported_at', to_char(c.reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'state', c.state, 'confirmed_cents', c.confirmed_cents,
          'proof', json_build_object('proof_uid', p.proof_uid, 'name', p.name)) order by c.payment_claim_id desc), '[]')
        from payment_claim c join payment_proof p using (proof_uid) where c.invoice_id = i.invoice_id) as payments
    from invoice i where i.redemption_id = ${redemption_id} order by i.currency`.execute(db);
  return Promise.all(
    rows.map(async (row) => {
      const { timeline: _events, ...frame } = await frameOf(db, invoiceKind, row, actor);
      return {
        ...frame,
        quantity: row.quantity,
        currency: row.currency,
        total_cents: row.total_cents,
        confirmed_cents: row.confirmed_cents,
        credit_cents: row.credit_cents,
        refunded_cents: row.refunded_cents,
        fee_codes: row.fee_codes,
        issued_at: row.created_at.toISOString(),
        due_at: row.due_at.toISOString(),
        paid_at: row.paid_at?.toISOString() ?? null,
        reference: row.reference,
        pay_to: payTo[row.currency] ?? null,
        payments: row.payments,
      };
    }),
  );
}

/** The fees of a redemption, by code. */
export async function feesOf(db: Db, redemption_id: number) {
  const rows = await db
    .selectFrom("fee as f")
    .innerJoin("fee_rule as r", "r.fee_rule_id", "f.fee_rule_id")
    .select(["f.number", "r.fee_type", "r.code", "r.currency", "f.quantity", "f.total_cents", "f.status"])
    .select(["f.closed_at", "f.created_at", "f.updated_at"])
    .where("f.redemption_id", "=", redemption_id)
    .orderBy("r.code")
    .execute();
  return rows.map(({ number, closed_at, created_at, updated_at, status, ...fee }) => ({
    ...fee,
    fee_id: number,
    // oxlint-disable-next-line no-unsafe-type-assertion -- a check constraint holds it
    status: status as "open" | "unpaid" | "waiting_for_confirmation" | "paid" | "expired",
    is_closed: closed_at !== null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }));
}

interface Proof {
  readonly proof_uid: string;
  readonly name: string;
  readonly mime: string;
  readonly size_bytes: number;
}

/** Notes a proof whose bytes are kept. */
export async function insertPaymentProof(
  tx: Tx,
  proof: Proof & { invoice_id: number; uploaded_by: number | null },
): Promise<void> {
  await tx.insertInto("payment_proof").values(proof).execute();
}

/** How many proofs an invoice has. */
export async function proofCount(tx: Tx, invoice_id: number): Promise<number> {
  const { count } = await tx
    .selectFrom("payment_proof")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("invoice_id", "=", invoice_id)
    .executeTakeFirstOrThrow();
  return count;
}

/** A proof and the record of its invoice; undefined: there is none. */
export async function paymentProofBy(
  db: Db,
  proof_uid: string,
): Promise<(Proof & { record_uid: string }) | undefined> {
  return db
    .selectFrom("payment_proof as p")
    .innerJoin("invoice as i", "i.invoice_id", "p.invoice_id")
    .select(["p.proof_uid", "p.name", "p.mime", "p.size_bytes", "i.record_uid"])
    .where("p.proof_uid", "=", proof_uid)
    .executeTakeFirst();
}
