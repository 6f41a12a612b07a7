// What settlement asks of redemptions: whether they still wait for payment, whose turn that is, and that they are complete.
import { isDue, redemptionLife } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { followRecord } from "../../parties/index.ts";
import { partsToRetire, prepareCalls } from "../calls/prepare-calls.sql.ts";
import { redemptionKind } from "./redemption-kind.sql.ts";

interface Locked {
  readonly redemption_id: number;
  readonly record_uid: string;
  readonly business_account_id: number;
  readonly status: string;
  /** Until when it must be paid; null: nothing is due. */
  readonly pay_until: Date | null;
  /** What happened to it last. */
  readonly last_action: string;
}

/** The redemption by its number in the database, locked until the transaction ends. */
export const lockedRedemption = (tx: Tx, redemption_id: number): Promise<Locked> =>
  locked(tx, sql`r.redemption_id = ${redemption_id}`);

/** The redemption by its uid, locked until the transaction ends. */
export const lockedRedemptionBy = (tx: Tx, record_uid: string): Promise<Locked> =>
  locked(tx, sql`r.record_uid = ${record_uid}`);

async function locked(tx: Tx, which: ReturnType<typeof sql>): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select r.redemption_id, r.record_uid, r.business_account_id, r.status, r.pay_until,
      coalesce((select e.action from status_event e where e.entity = ${redemptionLife.entity} and e.record_uid = r.record_uid
        order by e.status_event_id desc limit 1), '') as last_action
    from redemption r where ${which} for update of r`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new RangeError("There is no such redemption");
  return row;
}

/** A payment was reported: the redemption waits until operators have looked for it, and nothing ends it by itself. */
export async function redemptionIsLookedFor(tx: Tx, redemption_id: number): Promise<void> {
  const { record_uid, status } = await lockedRedemption(tx, redemption_id);
  if (status === "waiting_for_confirmation") return;
  await followRecord(tx, redemptionKind, { record_uid, action: "look_for_money" }, {});
}

/** No reported payment is looked for any more: the rest is awaited, or all of it where nothing came (`came`). Until then nothing happens by itself (rule R19). */
export async function redemptionAwaits(tx: Tx, redemption_id: number, came: boolean): Promise<void> {
  const { record_uid, status } = await lockedRedemption(tx, redemption_id);
  if (status !== "waiting_for_confirmation") return;
  await followRecord(tx, redemptionKind, { record_uid, action: came ? "await_rest" : "await_payment" }, {});
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
  if (!(isDue(status) || status === "retiring") || open !== undefined) return false;
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
