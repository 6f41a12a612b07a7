// What others may use of settlement: what is owed for certificates, and what was paid.
import type { Db } from "../../platform/db.ts";
import type { FileStore } from "../../platform/files.ts";
import type { Serve } from "../../platform/http.ts";
import type { AnyKind, RecordSource } from "../parties/index.ts";
import { invoiceKind } from "./payments/invoice-kind.sql.ts";
import { invoiceSource } from "./payments/invoice-source.sql.ts";
import { paymentRoutes } from "./payments/payment.routes.ts";

export { settlementWork } from "./payments/fees.jobs.ts";

/** Serves every call of settlement; `documents` keeps proofs of payments. */
export function settlementRoutes(serve: Serve, db: Db, documents: FileStore): void {
  paymentRoutes(serve, db, documents);
}

/** Kinds of records of this domain. */
export const settlementKinds: readonly AnyKind[] = [invoiceKind];

/** The same as lists over several kinds ask them. */
export const settlementSources: readonly RecordSource[] = [invoiceSource];
