// Invoices among what waits for whom.
import { sql } from "kysely";
import type { WaitingSource } from "../../registry/index.ts";
import { invoiceKind } from "./invoice-kind.sql.ts";
import { invoiceSource } from "./invoice-source.sql.ts";

/**
 * Invoices that wait beside their redemption: while operators look for the payment on one, another is still to be paid. Of all others their redemption says whose
 * turn it is.
 */
export const settlementWaiting: readonly WaitingSource[] = [
  {
    ...invoiceSource,
    without: invoiceKind.life.states,
    also: sql`status in ('unpaid', 'partial_paid') and exists (
      select from redemption d where d.redemption_id = invoice.redemption_id and d.status = 'waiting_for_confirmation')`,
  },
];
