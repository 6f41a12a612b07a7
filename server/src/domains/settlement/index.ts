// What others may use of settlement: what is owed for certificates, and what was paid.
import type { Db } from "../../platform/db.ts";
import type { FileStore } from "../../platform/files.ts";
import type { Serve } from "../../platform/http.ts";
import type { PayToAccounts } from "../../platform/config.ts";
import type { AnyKind, RecordSource } from "../parties/index.ts";
import { invoiceKind } from "./payments/invoice-kind.sql.ts";
import { invoiceSource } from "./payments/invoice-source.sql.ts";
import { paymentRoutes } from "./payments/payment.routes.ts";

export { settlementWork } from "./payments/fees.jobs.ts";
export { settlementWaiting } from "./payments/waiting-invoices.sql.ts";

/** Serves every call of settlement; `documents` keeps proofs of payments, `payTo` says where they go. */
export function settlementRoutes(
  serve: Serve,
  db: Db,
  documents: FileStore,
  payTo: PayToAccounts = {},
): void {
  paymentRoutes(serve, db, documents, payTo);
}

/** Kinds of records of this domain. */
export const settlementKinds: readonly AnyKind[] = [invoiceKind];

/** The same as lists over several kinds ask them. */
export const settlementSources: readonly RecordSource[] = [invoiceSource];
