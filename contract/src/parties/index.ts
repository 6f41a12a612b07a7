// Parties of certificates: business accounts, their people, bank accounts, recipients and fees, and what all records share.
import { endpointsIn } from "../kernel/endpoint.ts";
import * as bankAccounts from "./bank-accounts.ts";
import * as businessAccounts from "./business-accounts.ts";
import * as companyReview from "./company-review.ts";
import * as feeChanges from "./fee-changes.ts";
import * as fees from "./fees.ts";
import * as proposals from "./proposals.ts";
import * as recipients from "./recipients.ts";
import * as roles from "./roles.ts";

export * from "./account-deeds.ts";
export * from "./bank-accounts.ts";
export * from "./business-accounts.ts";
export * from "./company-review.ts";
export * from "./fee-changes.ts";
export * from "./fees.ts";
export * from "./proposals.ts";
export * from "./recipients.ts";
export * from "./records.ts";
export * from "./roles.ts";

export const partiesEndpoints = endpointsIn(
  businessAccounts,
  companyReview,
  roles,
  bankAccounts,
  recipients,
  fees,
  proposals,
  feeChanges,
);
