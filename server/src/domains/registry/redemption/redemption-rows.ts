// The row of a redemption.
import type { RedemptionStatus } from "@heliograph/contract";
import type { RecordRow } from "../../parties/index.ts";

export interface RedemptionRecord extends RecordRow {
  readonly redemption_id: number;
  readonly status: RedemptionStatus;
  readonly demonstration: boolean;
  readonly completed_at: Date | null;
  readonly registry: string;
  readonly country: string;
  readonly fuel: string;
  readonly vintage: number;
  readonly amount: number;
  /** Codes of the devices that produced them. */
  readonly devices: readonly string[];
  readonly beneficiary_name: string;
  readonly beneficiary_registration_number: string;
  readonly is_natural_person: boolean;
  readonly beneficiary_country: string;
  readonly beneficiary_address: string;
  readonly redeems_for: "own_consumption" | "third_party";
  /** YYYY-MM-DD. */
  readonly period_from: string;
  readonly period_to: string;
  readonly purpose: string;
  readonly acknowledged: readonly string[];
  readonly needs_countersign: boolean;
  readonly countersigned_by: number | null;
  readonly countersigned_at: Date | null;
  /** Until when its fees are to be paid; null: they are not due yet. */
  readonly pay_until: Date | null;
}
