// Rows of invoices.
import type { InvoiceStatus } from "@heliograph/contract";
import type { RecordRow } from "../../parties/index.ts";

export interface InvoiceRecord extends RecordRow {
  readonly invoice_id: number;
  readonly status: InvoiceStatus;
  readonly redemption_id: number;
  readonly currency: string;
  readonly quantity: number;
  readonly total_cents: number;
  readonly confirmed_cents: number;
  readonly credit_cents: number;
  readonly refunded_cents: number;
  readonly due_at: Date;
  readonly paid_at: Date | null;
}
