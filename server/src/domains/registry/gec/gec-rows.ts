// The row of a redemption of green certificates. Its account is the buyer's.
import type { GecLot, GecRedemptionStatus } from "@heliograph/contract";
import type { RecordRow } from "../../parties/index.ts";

export interface GecRedemptionRecord extends RecordRow {
  readonly gec_redemption_id: number;
  readonly seller_account_id: number;
  readonly demonstration: boolean;
  readonly status: GecRedemptionStatus;
  readonly status_before: string | null;
  readonly completed_at: Date | null;
  readonly registry: "GEC";
  readonly country: "CN";
  readonly quantity: number;
  /** USD cents a certificate. */
  readonly price_cents: number;
  /** What the buyer states; null until then. */
  readonly beneficiary_name: string | null;
  readonly consumer_code: string | null;
  readonly gec_account: string | null;
  readonly consumer_province: string | null;
  readonly redeems_for: "own_consumption" | "third_party" | null;
  readonly period_from: string | null;
  readonly period_to: string | null;
  readonly purpose: string | null;
  /** What the seller states; null until then. */
  readonly device_code: string | null;
  readonly device_name: string | null;
  readonly fuel: string | null;
  readonly location: string | null;
  readonly province: string | null;
  /** Numbers that the seller had named before it went back; empty: none. */
  readonly returned_lots: readonly GecLot[];
}
