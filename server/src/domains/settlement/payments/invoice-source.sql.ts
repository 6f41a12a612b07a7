import { sql } from "kysely";
import type { RecordSource } from "../../parties/index.ts";
import { invoiceKind } from "./invoice-kind.sql.ts";

/** Invoices as lists over several kinds ask them: each is about a redemption, and found on its page. */
export const invoiceSource: RecordSource = {
  service: "redemption",
  kind: invoiceKind,
  title: sql`(select r.number || ' · ' || r.beneficiary_name from redemption r where r.redemption_id = invoice.redemption_id)`,
  page: sql`(select r.record_uid from redemption r where r.redemption_id = invoice.redemption_id)`,
};
