// What a redemption costs: each MWh at the rate of its lot's channel, summed up by rate and rounded once.
import type { LotChannel } from "../ledger.ts";

/** Rates are in this part of a currency for each MWh. */
const RATE_PARTS = 10_000n;

/** A rate of the schedule that holds on the day of the submission. */
export interface RedemptionRate {
  readonly fee_rule_id: number;
  readonly code: string;
  readonly fee_type: string;
  readonly registry: string;
  readonly fuel_group: string;
  readonly currency: string;
  /** In 1/10,000 of the currency for each MWh. */
  readonly rate: number;
  readonly is_configured: boolean;
}

/** The fee for the MWh of a redemption at one rate. */
export interface RedemptionFee extends Pick<
  RedemptionRate,
  "fee_rule_id" | "currency" | "rate" | "is_configured"
> {
  readonly code: string;
  readonly fee_type: string;
  /** MWh. */
  readonly quantity: number;
  /** Cents of the currency. */
  readonly total_cents: number;
}

/** Cents for so many MWh at the rate (1/10,000 of the currency for each): half a cent counts as a whole one. */
export function feeCents(quantity: number, rate: number): number {
  const parts = BigInt(quantity) * BigInt(rate) * 100n;
  return Number((parts + RATE_PARTS / 2n) / RATE_PARTS);
}

/** "hydro" for the fuel codes of hydropower (ES300 to ES399), "other" for all else. */
export const feeGroupOf = (fuel: string): "hydro" | "other" => (/^ES3\d\d$/.test(fuel) ? "hydro" : "other");

/** What is issued to the account itself costs the self-redemption fee; what came by the exchange or in any other way, that of the exchange. */
const feeTypeOf = (channel: LotChannel): "SELF_REDEEM" | "REDEEM_EXCHANGE" =>
  channel === "issued" ? "SELF_REDEEM" : "REDEEM_EXCHANGE";

/**
 * The fees of a redemption, one for each rate, in the order of the rates' codes. Throws RangeError where the schedule has no rate for the registry and
 * fuel.
 */
export function redemptionFees(
  { registry, fuel }: { registry: string; fuel: string },
  lots: readonly { channel: LotChannel; quantity: number }[],
  rates: readonly RedemptionRate[],
): RedemptionFee[] {
  const sums = new Map<RedemptionRate, number>();
  for (const { channel, quantity } of lots) {
    const rate = rates.find(
      (one) =>
        one.registry === registry &&
        one.fuel_group === feeGroupOf(fuel) &&
        one.fee_type === feeTypeOf(channel),
    );
    if (rate === undefined) {
      throw new RangeError(`The schedule has no rate for ${registry} ${fuel} ${channel}`);
    }
    sums.set(rate, (sums.get(rate) ?? 0) + quantity);
  }
  return [...sums]
    .map(([{ fee_rule_id, code, fee_type, currency, rate, is_configured }, quantity]) => ({
      fee_rule_id,
      code,
      fee_type,
      currency,
      rate,
      is_configured,
      quantity,
      total_cents: feeCents(quantity, rate),
    }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
}
