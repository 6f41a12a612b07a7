// What others may use of parties: who acts on records, and the kernel that every kind of record is moved by.
import type { Db } from "../../platform/db.ts";
import type { FileStore } from "../../platform/files.ts";
import type { Serve } from "../../platform/http.ts";
import { bankAccountKind, bankAccountRoutes } from "./bank-accounts/bank-account.routes.ts";
import { businessAccountKind } from "./business-accounts/business-account-kind.sql.ts";
import { businessAccountRoutes } from "./business-accounts/business-account.routes.ts";
import { companyDocumentRoutes } from "./company-review/company-document.routes.ts";
import { feeChangeRoutes } from "./fee-changes/fee-change.routes.ts";
import { feeRoutes, gecSellingKind } from "./fees/fee.routes.ts";
import { recipientRoutes } from "./recipients/recipient.routes.ts";
import { proposalRoutes } from "./records/proposal.routes.ts";
import type { AnyKind } from "./records/record-kind.ts";
import { issuerRoutes } from "./roles/issuer.routes.ts";
import { rolesRoutes } from "./roles/roles.routes.ts";

export { bankAccountKind } from "./bank-accounts/bank-account.routes.ts";
export { businessAccountKind } from "./business-accounts/business-account-kind.sql.ts";
export { gecSellingKind } from "./fees/fee.routes.ts";
export { businessAccountOf } from "./business-accounts/business-account.sql.ts";
export { gecCreditUsed, releaseGecCredit, takeGecCredit } from "./fees/gec-credit.sql.ts";
export { agreementFaults, feeRules } from "./fees/fee.sql.ts";
export {
  TRADERS,
  accountMust,
  actorFor,
  actorOf,
  asActor,
  hasRole,
  mayAct,
  mustHaveRole,
  noSuchRecord,
  systemActor,
  type Actor,
} from "./records/actor.sql.ts";
export { auditRecord, type CalledBy } from "./records/audit.sql.ts";
export { createdAnswer, recordBegan } from "./records/begin.sql.ts";
export { followRecord, runRecordCommand } from "./records/command.sql.ts";
export { changedByOther, notPossible } from "./records/may-act.sql.ts";
export { recordsWork } from "./records/due.jobs.ts";
export { frameOf, isTurnOf, nextStepsOf, turnOf } from "./records/frame.sql.ts";
export { dueOf, placeInOrder, wayOf } from "./records/list-order.sql.ts";
export {
  countsByState,
  countsWithAll,
  recordRows,
  recordsSeen,
  statesByTab,
  sumOfStates,
  tabPage,
  type RecordList,
} from "./records/record-list.sql.ts";
export { hasAsked, openProposal } from "./records/second-person.sql.ts";
export { once } from "./records/once.sql.ts";
export type { AnyKind, Effect, EffectResult, RecordKind, RecordRow } from "./records/record-kind.ts";
export type { RecordSource } from "./records/record-source.ts";
export { findRecord, isOnTurn, limitEnd, nextNumber, visibleTo } from "./records/record.sql.ts";
export { waitingFeeChange } from "./fee-changes/fee-change.sql.ts";
export { waitingAgreements } from "./fees/fee.sql.ts";
export { waitingInvitations } from "./roles/account-invitations.sql.ts";
export { grantRole } from "./roles/grants.sql.ts";

/** Kinds of records of this domain. */
export const partiesKinds: readonly AnyKind[] = [businessAccountKind, bankAccountKind, gecSellingKind];

/** Serves business accounts, their documents, people, bank accounts, recipients and fees, and what second persons answer on records of the kinds. */
export function partiesRoutes(
  serve: Serve,
  db: Db,
  store: FileStore,
  kinds: readonly AnyKind[] = partiesKinds,
): void {
  businessAccountRoutes(serve, db);
  companyDocumentRoutes(serve, db, store);
  rolesRoutes(serve, db);
  issuerRoutes(serve, db);
  bankAccountRoutes(serve, db);
  recipientRoutes(serve, db);
  feeRoutes(serve, db);
  proposalRoutes(serve, db, kinds);
  feeChangeRoutes(serve, db);
}
