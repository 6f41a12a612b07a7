// A claim held to what the account has: the rules it breaks, what it would take and what that costs.
import {
  plainGmt8Day,
  redemptionFaults,
  redemptionFees,
  TRADER_MWH,
  type GuardError,
  type RedemptionClaimBody,
  type RedemptionFee,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { agreementFaults, feeRules, hasRole, type Actor } from "../../parties/index.ts";
import { mwhOf, producedIn, redeemableRanges, takenOf, type Redeemable } from "./redeemable.sql.ts";

interface Judged {
  readonly ranges: readonly Redeemable[];
  readonly available: number;
  /** Empty: nothing can be taken. */
  readonly taken: readonly Redeemable[];
  readonly fees: readonly RedemptionFee[];
  /** All rules that are broken. */
  readonly faults: readonly GuardError[];
  readonly needs_countersign: boolean;
}

/** Judges the claim of the actor's account as it is now. */
export async function judged(db: Db, actor: Actor, claim: RedemptionClaimBody): Promise<Judged> {
  const business_account_id = actor.business_account_id ?? 0;
  const ranges = await redeemableRanges(db, business_account_id, claim);
  const available = mwhOf(ranges);
  const taken = takenOf(ranges, claim) ?? [];
  const facts = {
    available,
    produced: producedIn(taken),
    account_type: await accountType(db, business_account_id, claim.registry),
    today: plainGmt8Day(actor.at),
  };
  const faults = redemptionFaults(claim, facts);
  if (claim.ranges !== null && taken.length === 0) {
    faults.push(wrongRanges(mwhOf(claim.ranges), claim.amount));
  }
  const fees = taken.length === 0 ? [] : await feesOf(db, claim, taken);
  if (fees.some(({ total_cents }) => total_cents > 0)) {
    faults.push(...(await agreementFaults(db, business_account_id)));
  }
  return {
    ranges,
    available,
    taken,
    fees,
    faults,
    needs_countersign: await needsCountersign(db, actor, claim),
  };
}

/** The fees of what is taken, at today's rates. */
async function feesOf(
  db: Db,
  claim: { registry: string; fuel: string },
  taken: readonly Redeemable[],
): Promise<RedemptionFee[]> {
  const lots = taken.map(({ channel, first, until }) => ({ channel, quantity: until - first }));
  return redemptionFees(claim, lots, await feeRules(db));
}

/** The account's type at the registry; null: none. */
export async function accountType(
  db: Db,
  business_account_id: number,
  registry: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("registry_account")
    .select("account_type")
    .where("business_account_id", "=", business_account_id)
    .where("registry", "=", registry)
    .executeTakeFirst();
  return row?.account_type ?? null;
}

/**
 * Whether the account's redemptions of 30 days with this one are more than a trader submits alone (rule R29). `record_uid`: this one, where it is among them
 * already.
 */
export async function needsCountersign(
  db: Db,
  actor: Actor,
  { amount, record_uid = null }: { amount: number; record_uid?: string | null },
): Promise<boolean> {
  if (hasRole(actor, "account_manager")) return false;
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::int8 as sum from redemption
    where business_account_id = ${actor.business_account_id} and status not in ('cancelled', 'rejected')
      and record_uid is distinct from ${record_uid}::uuid
      and created_at > ${actor.at}::timestamptz - interval '30 days'`.execute(db);
  return (rows[0]?.sum ?? 0) + amount > TRADER_MWH;
}

function wrongRanges(chosen: number, amount: number): GuardError {
  return {
    code: "RED-009",
    message: `The chosen ranges are ${chosen} MWh and must be available; the amount is ${amount} MWh.`,
    params: { chosen, amount },
    field: "body.ranges",
  };
}
