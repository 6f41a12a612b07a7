// What an account can redeem, and what of it a claim takes.
import {
  allocate,
  type CertificateRange,
  type RedeemableRange,
  type RedemptionClaimBody,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";

/** A range of one holding that may be taken. */
export interface Redeemable extends RedeemableRange, Pick<CertificateRange, "code" | "to_day"> {
  readonly device: string;
}

interface Product {
  readonly registry: string;
  readonly country: string;
  readonly fuel: string;
  readonly vintage: number;
}

/** MWh that the account holds available of I-REC and TIGR, by registry, country, fuel and year. */
export async function redeemableProducts(
  db: Db,
  business_account_id: number,
): Promise<(Product & { available: number })[]> {
  const { rows } = await sql<Product & { available: number }>`
    select b.registry, b.country, b.fuel, left(b.month, 4)::int4 as vintage, sum(h.until - h.first)::int8 as available
    from certificate_holding h join certificate_batch b using (batch_id)
    where h.business_account_id = ${business_account_id} and h.sub_account = 'available' and b.registry in ('IREC', 'TIGR')
    group by 1, 2, 3, 4 order by 4 desc, 1, 2, 3`.execute(db);
  return rows;
}

/** All ranges of the product that the account holds available, in serial order. */
export async function redeemableRanges(
  db: Db,
  business_account_id: number,
  { registry, country, fuel, vintage }: Product,
): Promise<Redeemable[]> {
  const { rows } = await sql<Redeemable>`
    select h.batch_id, b.code, h.first, h.until, l.channel, b.from_day::text, b.to_day::text, b.device
    from certificate_holding h join certificate_batch b using (batch_id) join certificate_lot l using (lot_id)
    where h.business_account_id = ${business_account_id} and h.sub_account = 'available' and b.registry = ${registry}
      and b.country = ${country} and b.fuel = ${fuel} and left(b.month, 4) = ${String(vintage)}
    order by h.batch_id, h.first`.execute(db);
  return rows;
}

/**
 * What the claim takes of the ranges, in serial order: those that were chosen by hand, cut where lots differ, else those of the policy. Null: they are
 * not there, or not as many as the amount.
 */
export function takenOf(
  ranges: readonly Redeemable[],
  { ranges: chosen, amount }: Pick<RedemptionClaimBody, "ranges" | "amount">,
): Redeemable[] | null {
  if (!Number.isInteger(amount) || amount < 1) return null;
  if (chosen === null) return allocate(ranges, amount);
  const taken = chosen.flatMap(({ code, first, until }) =>
    ranges
      .filter((one) => one.code === code && one.first < until && first < one.until)
      .map((one) => ({ ...one, first: Math.max(one.first, first), until: Math.min(one.until, until) })),
  );
  const inOrder = taken.toSorted((a, b) => a.batch_id - b.batch_id || a.first - b.first);
  const isTwice = inOrder.some((one, i) => {
    const before = inOrder[i - 1];
    return before?.batch_id === one.batch_id && one.first < before.until;
  });
  return isTwice || mwhOf(inOrder) !== amount || mwhOf(chosen) !== amount ? null : inOrder;
}

/** How many certificates the ranges are. */
export const mwhOf = (ranges: readonly { first: number; until: number }[]): number =>
  ranges.reduce((sum, { first, until }) => sum + until - first, 0);

/** First and last local day of production of the ranges; null: there are none. */
export function producedIn(ranges: readonly Redeemable[]): { from: string; to: string } | null {
  const [from] = ranges.map(({ from_day }) => from_day).toSorted();
  const to = ranges
    .map(({ to_day }) => to_day)
    .toSorted()
    .at(-1);
  return from === undefined || to === undefined ? null : { from, to };
}
