// A user's split of a lot: the second part becomes a lot with a label of its own, so that the two stay apart (rule R25).
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { LotTerms } from "../ledger/post.sql.ts";

interface AvailableHolding {
  readonly batch_id: number;
  readonly first: number;
  readonly until: number;
  readonly lot: Omit<LotTerms, "label">;
}

/** The holding of the account that is available and is exactly this range of the batch; undefined: there is none. */
export async function availableHolding(
  tx: Tx,
  given: { business_account_id: number; code: string; first: number; until: number },
): Promise<AvailableHolding | undefined> {
  const { business_account_id, code, first, until } = given;
  const { rows } = await sql<{
    batch_id: number;
    channel: LotTerms["channel"];
    unit_cost: string | null;
    currency: string | null;
  }>`
    select h.batch_id, l.channel, l.unit_cost, l.currency
    from certificate_holding h join certificate_batch b using (batch_id) join certificate_lot l using (lot_id)
    where b.code = ${code} and h.business_account_id = ${business_account_id} and h.sub_account = 'available'
      and h.first = ${first} and h.until = ${until}`.execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { batch_id, ...lot } = row;
  return { batch_id, first, until, lot };
}
