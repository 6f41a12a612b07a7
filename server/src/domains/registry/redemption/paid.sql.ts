// What settlement asks of redemptions: whether they still wait for payment, that their clock stops, and that they are complete.
import { redemptionLife } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { followRecord, limitEnd } from "../../parties/index.ts";
import { partsToRetire, prepareCalls } from "../calls/prepare-calls.sql.ts";
import { redemptionKind } from "./redemption-kind.sql.ts";

interface Locked {
  readonly redemption_id: number;
  readonly record_uid: string;
  readonly business_account_id: number;
  readonly status: string;
  /** Until when it must be paid; null: nothing is due. */
  readonly due_at: Date | null;
  /** It ended because nobody paid in time. */
  readonly is_expired: boolean;
}

/** The redemption by its number in the database, locked until the transaction ends. */
export const lockedRedemption = (tx: Tx, redemption_id: number): Promise<Locked> =>
  locked(tx, sql`r.redemption_id = ${redemption_id}`);

/** The redemption by its uid, locked until the transaction ends. */
export const lockedRedemptionBy = (tx: Tx, record_uid: string): Promise<Locked> =>
  locked(tx, sql`r.record_uid = ${record_uid}`);

async function locked(tx: Tx, which: ReturnType<typeof sql>): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select r.redemption_id, r.record_uid, r.business_account_id, r.status,
      (select d.due_at from record_deadline d where d.entity = ${redemptionLife.entity} and d.record_uid = r.record_uid) as due_at,
      coalesce((select e.action = 'expire' from status_event e where e.entity = ${redemptionLife.entity} and e.record_uid = r.record_uid
        order by e.status_event_id desc limit 1), false) as is_expired
    from redemption r where ${which} for update of r`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new RangeError("There is no such redemption");
  return row;
}

/** Stops the clock of the redemption: a payment was reported, and nothing happens by itself until it is answered. */
export async function holdRedemptionTimer(tx: Tx, redemption_id: number): Promise<void> {
  await sql`update record_deadline set action = null where entity = ${redemptionLife.entity}
    and record_uid = (select record_uid from redemption where redemption_id = ${redemption_id})`.execute(tx);
}

/** Lets the clock go on, which leaves one business day at least. */
export async function resumeRedemptionTimer(tx: Tx, redemption_id: number): Promise<void> {
  const { rows } = await sql<{ at: Date }>`select now() as at`.execute(tx);
  const least = await limitEnd(tx, rows[0]?.at ?? new Date(), { count: 1, unit: "business_days" });
  await sql`update record_deadline set action = ${"expire"}, due_at = greatest(due_at, ${least}::timestamptz)
    where entity = ${redemptionLife.entity}
      and record_uid = (select record_uid from redemption where redemption_id = ${redemption_id})`.execute(
    tx,
  );
}

/**
 * Completes the redemption, in the transaction of the last payment, once all its fees are paid or nothing; what lives at another registry is retired there first, and
 * completes it when that is acknowledged (rule R21). False: it is not complete.
 */
export async function redemptionIsPaid(tx: Tx, redemption_id: number): Promise<boolean> {
  const { record_uid, status } = await lockedRedemption(tx, redemption_id);
  const open = await tx
    .selectFrom("fee")
    .select("fee_id")
    .where("redemption_id", "=", redemption_id)
    .where("status", "<>", "paid")
    .executeTakeFirst();
  if ((status !== "approved" && status !== "retiring") || open !== undefined) return false;
  const row = await tx
    .selectFrom("redemption")
    .selectAll()
    .where("redemption_id", "=", redemption_id)
    .executeTakeFirstOrThrow();
  if ((await partsToRetire(tx, row)).length > 0) {
    if (status === "retiring") await prepareCalls(tx, row);
    else await followRecord(tx, redemptionKind, { record_uid, action: "retire_elsewhere" }, {});
    return false;
  }
  await followRecord(tx, redemptionKind, { record_uid, action: "complete" }, {});
  return true;
}
