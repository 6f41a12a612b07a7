import {
  type BUSINESS_ACCOUNT_ORDERS,
  getBusinessAccount,
  listBusinessAccounts,
} from "@heliograph/contract/parties/business-accounts";
import { getAdvancedFeatures } from "@heliograph/contract/parties/fees";
import { listAccountPeople } from "@heliograph/contract/parties/roles";
import { ask } from "../../../../platform/api.ts";
import { queryOf, type StatePart } from "../../../../platform/rec/lists/use-list-view.ts";

/** States that the list can be narrowed to. */
export const ACCOUNT_TABS = ["under_review", "active", "suspended", "closed"] as const;

/** A page of the accounts that were submitted. `tab`: their state; null: all. */
export const accountsQuery = (
  view: StatePart<(typeof BUSINESS_ACCOUNT_ORDERS)[number], (typeof ACCOUNT_TABS)[number]>,
  items_page: number,
) => ask(listBusinessAccounts, { query: queryOf(view, items_page) });

/** An account as a platform operator sees it. */
export const reviewedQuery = (record_uid: string) => ask(getBusinessAccount, { query: { record_uid } });

/** Its people, and invitations that a platform operator may confirm. */
export const peopleQuery = (record_uid: string) => ask(listAccountPeople, { query: { record_uid } });

/** Whether it may sell green certificates. */
export const sellingQuery = (record_uid: string) => ask(getAdvancedFeatures, { query: { record_uid } });
