// Credit of business accounts: what they have paid too much, taken for their next fee in the currency. A balance is the sum of its entries, which the database keeps.
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

/** An invoice, as credit refers to it. */
interface Of {
  readonly invoice_id: number;
  readonly business_account_id: number;
  readonly currency: string;
}

/** Adds cents to the account's credit in the invoice's currency; of none, nothing. */
export async function addCredit(
  tx: Tx,
  { invoice_id, business_account_id, currency }: Of,
  { reason, cents }: { reason: "overpaid" | "returned"; cents: number },
): Promise<void> {
  if (cents === 0) return;
  const entry = { business_account_id, currency, cents, reason, invoice_id };
  await tx.insertInto("credit_entry").values(entry).execute();
}

/** Takes what there is of the account's credit for the invoice, `most_cents` at most; returns the cents. */
export async function takeCredit(
  tx: Tx,
  { invoice_id, business_account_id, currency }: Of,
  most_cents: number,
): Promise<number> {
  const balance = await tx
    .selectFrom("credit_balance")
    .select("cents")
    .where("business_account_id", "=", business_account_id)
    .where("currency", "=", currency)
    .forUpdate()
    .executeTakeFirst();
  const cents = Math.min(balance?.cents ?? 0, most_cents);
  if (cents === 0) return 0;
  const entry = { business_account_id, currency, cents: -cents, reason: "applied", invoice_id };
  await tx.insertInto("credit_entry").values(entry).execute();
  return cents;
}

/** Gives credit back that invoices of the redemption took, once. */
export async function returnCredit(tx: Tx, redemption_id: number): Promise<void> {
  await sql`
    insert into credit_entry (business_account_id, currency, cents, reason, invoice_id)
    select business_account_id, currency, credit_cents, 'returned', invoice_id from invoice
    where redemption_id = ${redemption_id} and credit_cents > 0 order by invoice_id
    on conflict (invoice_id, reason) do nothing`.execute(tx);
}

/** What the account has of credit, by currency; those of nothing are left out. */
export async function creditsOf(
  db: Db,
  business_account_id: number,
): Promise<{ currency: string; cents: number }[]> {
  return db
    .selectFrom("credit_balance")
    .select(["currency", "cents"])
    .where("business_account_id", "=", business_account_id)
    .where("cents", ">", 0)
    .orderBy("currency")
    .execute();
}

/** Entries that an answer shows at most. */
const ENTRIES_SHOWN = 100;

/** What became of the account's credit, the newest first. */
export async function creditEntries(db: Db, business_account_id: number) {
  const rows = await db
    .selectFrom("credit_entry as e")
    .innerJoin("invoice as i", "i.invoice_id", "e.invoice_id")
    .select(["e.at", "e.currency", "e.cents", "e.reason", "i.number as invoice"])
    .where("e.business_account_id", "=", business_account_id)
    .orderBy("e.credit_entry_id", "desc")
    .limit(ENTRIES_SHOWN)
    .execute();
  return rows.map(({ at, reason, ...entry }) => ({
    ...entry,
    // oxlint-disable-next-line no-unsafe-type-assertion -- a check constraint holds it
    reason: reason as "overpaid" | "applied" | "returned",
    at: at.toISOString(),
  }));
}
