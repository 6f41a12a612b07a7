// An account that holds very many ranges.
import { sql } from "kysely";
import type { Db } from "../../server/src/platform/db.ts";

/** Every second certificate of so many batches is one account's: a range each. */
const SCATTERED = 200;
/** Certificates of each batch. */
const QUANTITY = 1000;
/** Ranges that the account holds then. */
export const RANGES = (SCATTERED * QUANTITY) / 2;

/**
 * Gives every second certificate of some batches to one account, so that it holds as many ranges: put there, not posted. `prefix`: of the codes
 * of the batches' devices, a letter. There is a lot already.
 */
export async function scatter(
  db: Db,
  { holder, other, prefix }: { holder: number; other: number; prefix: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      with put as (
        insert into certificate_batch (code, registry, country, device, fuel, month, from_day, to_day, source_reference, quantity, demonstration)
        select 'IREC-VN-' || ${prefix}::text || i || '-202510-0001', 'IREC', 'VN', ${prefix}::text || i, 'ES100', '2025-10', '2025-10-01',
          '2025-10-31', 'bench', ${QUANTITY}, false
        from generate_series(1, ${SCATTERED}::int4) i
        returning batch_id
      )
      insert into certificate_holding (batch_id, first, until, quantity, demonstration, business_account_id, sub_account, lot_id)
      select batch_id, n, n + 1, ${QUANTITY}, false, case when n % 2 = 1 then ${holder}::int4 else ${other}::int4 end, 'available', 1
      from put, generate_series(1, ${QUANTITY}::int4) n`.execute(tx);
  });
  await sql`vacuum analyze certificate_holding, certificate_batch`.execute(db);
}
