// The credit that sellers of green certificates use (design 2.19): an account in USD cents to which uses and their ends are added, never a counter.
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

/** Uses the seller's credit for the record. `amount_cents` > 0. */
export async function takeGecCredit(
  tx: Tx,
  use: { business_account_id: number; record_uid: string; amount_cents: number },
): Promise<void> {
  await tx.insertInto("gec_credit").values(use).execute();
}

/** Ends what is used for the record; once it is ended, nothing. */
export async function releaseGecCredit(tx: Tx, record_uid: string): Promise<void> {
  await sql`
    insert into gec_credit (business_account_id, record_uid, amount_cents)
    select business_account_id, record_uid, -sum(amount_cents) from gec_credit where record_uid = ${record_uid}
    group by business_account_id, record_uid having sum(amount_cents) <> 0`.execute(tx);
}

/** USD cents of credit that the account uses. */
export async function gecCreditUsed(db: Db, business_account_id: number): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(amount_cents), 0)::int8 as used from gec_credit where business_account_id = ${business_account_id}`.execute(
    db,
  );
  return rows[0]?.used ?? 0;
}
