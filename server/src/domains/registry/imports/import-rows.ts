// Imports as they are stored.
import type { RecordRow } from "../../parties/index.ts";

export interface ImportRecord extends RecordRow {
  readonly import_id: number;
  readonly demonstration: boolean;
  readonly origin: string;
  readonly registry: "IREC" | "TIGR";
  readonly transaction_number: string;
  readonly series: string;
  /** Serial numbers at the other registry, both ends included. */
  readonly first: number;
  readonly last: number;
  readonly quantity: number;
  readonly quantity_received: number;
  readonly device_code: string;
  readonly device_name: string;
  readonly fuel: string;
  readonly country: string;
  readonly location: string;
  readonly province: string;
  readonly period_from: string;
  readonly period_to: string;
}
