// What others may use of the registry: devices, the certificate ledger and its proofs.
import type { Db } from "../../platform/db.ts";
import type { FileStore } from "../../platform/files.ts";
import type { OutboundAllow } from "../../platform/outbound/target.ts";
import type { Serve } from "../../platform/http.ts";
import type { Work } from "../../platform/jobs/jobs.ts";
import type { AnyKind, RecordSource } from "../parties/index.ts";
import { DEVICE_KIND } from "./devices/application-kind.sql.ts";
import { applicationRoutes } from "./devices/application.routes.ts";
import { consentRoutes } from "./devices/consent.routes.ts";
import { deviceDocumentRoutes } from "./devices/document.routes.ts";
import { folderRoutes } from "./devices/folder.routes.ts";
import { deviceWork } from "./devices/device.jobs.ts";
import { REGISTERED_KIND } from "./devices/registered/registered-kind.sql.ts";
import { registeredRoutes } from "./devices/registered/registered.routes.ts";
import { generationRoutes } from "./generation/account.routes.ts";
import { logStatusRoutes } from "./heads/log-status.routes.ts";
import { inventoryRoutes } from "./inventory/inventory.routes.ts";
import { issuanceEvidence } from "./issuance/issuance-evidence.sql.ts";
import { issuanceWork } from "./issuance/issuance.jobs.ts";
import { issuanceKind } from "./issuance/issuance-kind.sql.ts";
import { issuanceRoutes } from "./issuance/issuance.routes.ts";
import { ledgerWork } from "./ledger/verify.jobs.ts";
import { plantCertificateRoutes } from "./plant-certificates/plant-certificates.routes.ts";
import { proofRoutes, statementRoutes } from "./proofs/proofs.routes.ts";
import { evidenceRoutes, type EvidencePlace } from "./evidence/evidence.routes.ts";
import { gecEvidence } from "./gec/gec-evidence.sql.ts";
import { gecRedemptionKind } from "./gec/gec-kind.sql.ts";
import { gecRedemptionRoutes } from "./gec/gec-redemption.routes.ts";
import { importKind } from "./imports/import-kind.sql.ts";
import { importEvidence } from "./imports/import-evidence.sql.ts";
import { importPositionWork } from "./imports/positions.jobs.ts";
import { recImportRoutes } from "./imports/import.routes.ts";
import { importOriginRoutes } from "./imports/origin.routes.ts";
import { callRoutes } from "./calls/call.routes.ts";
import { callKind } from "./calls/call-kind.sql.ts";
import { connectionRoutes } from "./calls/connection.routes.ts";
import { WAITING_SOURCES, WAITING_THINGS } from "./services/waiting-sources.sql.ts";
import { waitingRoutes } from "./services/waiting.routes.ts";
import type { WaitingSource } from "./services/waiting.sql.ts";
import { redemptionKind } from "./redemption/redemption-kind.sql.ts";
import { redemptionRoutes } from "./redemption/redemption.routes.ts";

export { checkerSources, LEDGER_CHECKER, STATEMENT_CHECKER } from "./heads/checker-sources.ts";
export { readKeys } from "./heads/head-files.ts";
export { holdUnlessCurrent, ledgerHold, type LedgerHold } from "./heads/hold.sql.ts";
export { headOfDay, latePublications, type LatePublication } from "./heads/publication.sql.ts";
export { lastCheck } from "./ledger/ledger-check.sql.ts";
export { keptHeadsIn } from "./heads/kept-heads.ts";
export { goOnWithout, revokeKey, rotateDocumentKey, rotateKey } from "./heads/keys.sql.ts";
export { publishHeadsWork, type HeadPlaces } from "./heads/publish-heads.jobs.ts";
export { callWork } from "./calls/call.jobs.ts";
export { LedgerRefusal, postEntry } from "./ledger/post.sql.ts";
export {
  lockedRedemption,
  lockedRedemptionBy,
  redemptionAwaits,
  redemptionIsLookedFor,
  redemptionIsPaid,
} from "./redemption/paid.sql.ts";
export { logKeys } from "./proofs/log.sql.ts";
export { isSignedText } from "./proofs/statement.sql.ts";
export { statementPdfWork } from "./proofs/statement-pdf.jobs.ts";
export { redemptionFeesTask, statementWork } from "./redemption/redemption.jobs.ts";
export { startSealer } from "./ledger/seal.jobs.ts";
export { verifyLedger } from "./ledger/verify.sql.ts";

/** The tasks of the registry. */
export const registryWork: readonly Work[] = [
  ...ledgerWork,
  ...deviceWork,
  ...issuanceWork,
  ...importPositionWork,
];
export { redemptionKind };
const EVIDENCE_PLACES: readonly EvidencePlace[] = [importEvidence, gecEvidence, issuanceEvidence];

export type { WaitingSource };

/**
 * Serves every call of the registry. Documents of applications lie in `documents`; `allow`: inner addresses that other registries may be at; `waiting`: what
 * waits in domains above.
 */
export function registryRoutes(
  serve: Serve,
  db: Db,
  documents: FileStore,
  { allow = [], waiting = [] }: { allow?: OutboundAllow; waiting?: readonly WaitingSource[] } = {},
): void {
  issuanceRoutes(serve, db);
  proofRoutes(serve, db);
  logStatusRoutes(serve, db);
  statementRoutes(serve, db);
  plantCertificateRoutes(serve, db);
  applicationRoutes(serve, db);
  deviceDocumentRoutes(serve, db, documents);
  consentRoutes(serve, db);
  registeredRoutes(serve, db);
  folderRoutes(serve, db);
  generationRoutes(serve, db);
  inventoryRoutes(serve, db);
  waitingRoutes(serve, db, [...WAITING_SOURCES, ...WAITING_THINGS, ...waiting]);
  redemptionRoutes(serve, db);
  recImportRoutes(serve, db);
  importOriginRoutes(serve, db);
  gecRedemptionRoutes(serve, db);
  callRoutes(serve, db);
  connectionRoutes(serve, db, allow);
  evidenceRoutes(serve, db, { store: documents, places: EVIDENCE_PLACES });
}

/** Kinds of records of this domain and of those below, as lists over several kinds ask them. */
export const registrySources: readonly RecordSource[] = WAITING_SOURCES;

/** Kinds of records of this domain. */
export const registryKinds: readonly AnyKind[] = [
  DEVICE_KIND,
  REGISTERED_KIND,
  issuanceKind,
  redemptionKind,
  importKind,
  gecRedemptionKind,
  callKind,
];
