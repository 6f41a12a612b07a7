// Certificates: what both ends know of the ledger, of the proofs that anybody may ask for, of devices and of redemptions.
import { endpointsIn } from "../kernel/endpoint.ts";
import * as registryCalls from "./calls/calls.ts";
import * as registryConnections from "./calls/connections.ts";
import * as applications from "./devices/device-applications.ts";
import * as documents from "./devices/device-documents.ts";
import * as deviceProjects from "./devices/device-projects.ts";
import * as folders from "./devices/device-folders.ts";
import * as registered from "./devices/registered-devices.ts";
import * as generation from "./generation/generation-account.ts";
import * as inventory from "./inventory/inventory.ts";
import * as transactions from "./inventory/transactions.ts";
import * as issuance from "./issuance/issuance.ts";
import * as issuanceCommand from "./issuance/issuance-command.ts";
import * as plantCertificateCalls from "./plant-certificates/plant-certificates.ts";
import * as evidence from "./evidence/evidence.ts";
import * as gecRedemptions from "./gec/gec-redemptions.ts";
import * as imports from "./imports/imports.ts";
import * as logStatus from "./heads/log-status.ts";
import * as log from "./proofs/log.ts";
import * as statement from "./proofs/statement.ts";
import * as supply from "./proofs/supply.ts";
import * as redemptions from "./redemption/redemptions.ts";
import * as services from "./services.ts";

export * from "./calls/call-life.ts";
export * from "./calls/call-steps.ts";
export * from "./calls/calls.ts";
export * from "./calls/connections.ts";
export * from "./devices/basis.ts";
export * from "./devices/device-applications.ts";
export * from "./devices/device-documents.ts";
export * from "./devices/device-folders.ts";
export * from "./devices/device-form.ts";
export * from "./devices/device-guards.ts";
export * from "./devices/device-life.ts";
export * from "./devices/device-projects.ts";
export * from "./devices/device-orders.ts";
export * from "./devices/device-review.ts";
export * from "./devices/device-version.ts";
export * from "./devices/fuels.ts";
export * from "./devices/groups.ts";
export * from "./devices/registered-devices.ts";
export * from "./generation/generation-account.ts";
export * from "./inventory/inventory-orders.ts";
export * from "./devices/registered-life.ts";
export * from "./devices/registered-states.ts";
export * from "./inventory/inventory.ts";
export * from "./inventory/range-days.ts";
export * from "./inventory/record-behind.ts";
export * from "./inventory/transactions.ts";
export * from "./issuance/certificate.ts";
export * from "./issuance/deadlines.ts";
export * from "./issuance/declared-days.ts";
export * from "./issuance/issuance-command.ts";
export * from "./issuance/issuance-guards.ts";
export * from "./issuance/issuance-life.ts";
export * from "./issuance/issuance-parts.ts";
export * from "./issuance/issuance-review.ts";
export * from "./issuance/issuance.ts";
export * from "./issuance/restated.ts";
export * from "./evidence/evidence.ts";
export * from "./gec/gec-life.ts";
export * from "./gec/gec-redemptions.ts";
export * from "./gec/gec-rules.ts";
export * from "./heads/log-status.ts";
export * from "./imports/import-life.ts";
export * from "./imports/import-rules.ts";
export * from "./imports/imports.ts";
export * from "./ledger.ts";
export * from "./plant-certificates/plant-certificates.ts";
export * from "./proofs/canonical.ts";
export * from "./proofs/certificate-fields.ts";
export * from "./proofs/check-statement.ts";
export * from "./proofs/cms.ts";
export * from "./proofs/der.ts";
export * from "./proofs/head.ts";
export * from "./proofs/log.ts";
export * from "./proofs/manifest.ts";
export * from "./proofs/merkle.ts";
export * from "./proofs/pdf-signature.ts";
export * from "./proofs/statement.ts";
export * from "./proofs/supply.ts";
export * from "./proofs/time-stamp.ts";
export * from "./proofs/tree-proofs.ts";
export * from "./redemption/allocation.ts";
export * from "./redemption/correction.ts";
export * from "./redemption/correction-fields.ts";
export * from "./redemption/redemption-claim.ts";
export * from "./redemption/redemption-fees.ts";
export * from "./redemption/redemption-life.ts";
export * from "./redemption/redemption-review.ts";
export * from "./redemption/redemption-rules.ts";
export * from "./redemption/redemption-orders.ts";
export * from "./redemption/redemptions.ts";
export * from "./services.ts";
export * from "./inventory/tickers.ts";

/** Every call of the registry. */
export const registryEndpoints = endpointsIn(
  log,
  logStatus,
  plantCertificateCalls,
  applications,
  documents,
  deviceProjects,
  registered,
  folders,
  generation,
  inventory,
  transactions,
  redemptions,
  services,
  issuance,
  issuanceCommand,
  statement,
  supply,
  evidence,
  imports,
  gecRedemptions,
  registryCalls,
  registryConnections,
);
