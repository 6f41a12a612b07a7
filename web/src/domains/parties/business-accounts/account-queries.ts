import {
  businessAccountLife,
  getBusinessAccount,
  getSeats,
  listBusinessAccounts,
  moveBusinessAccount,
  type BusinessAccountStatus,
} from "@heliograph/contract/parties/business-accounts";
import type { CompanyContent } from "@heliograph/contract/parties/company-review";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { RecordAction } from "@heliograph/contract/kernel/life-cycle";
import { actingAs } from "../../../platform/rec/acting.ts";
import { ask, useCall } from "../../../platform/api.ts";
import { commandBody } from "../use-task.tsx";

/** A business account as its page has it. */
export type Company = Answer<typeof getBusinessAccount>;

/** Its state. The frame of records has it as text; of a business account it is one of these. */
export const accountStatus = ({ status }: Company): BusinessAccountStatus =>
  businessAccountLife.states.find((one) => one === status) ?? "closed";

/** What the company says of itself now, as its submissions have it. */
export const contentOf = ({ account_types, country, ...company }: Company): CompanyContent => ({
  ...company,
  account_types,
  country: country ?? "",
});

/** The company information of the account that the person acts for. */
export const companyQuery = (account: string) => ask(getBusinessAccount, { query: { account } });

/** An action of a business account that people take. */
type AccountAction = keyof typeof businessAccountLife.actions;

/** Takes actions on a business account: for the account that acts, or as platform operator without one. */
export function useAccountAct(account: string | undefined) {
  const act = useCall(moveBusinessAccount, [getBusinessAccount, listBusinessAccounts, getSeats]);
  return (company: Company, action: AccountAction, more: object = {}) =>
    act.mutateAsync({
      query: actingAs(account),
      body: { ...commandBody(company, action), ...more },
    });
}

/** Deletes a draft, of which nothing is asked again, as there is nothing left to answer. */
export function useDraftDeletion(account: string) {
  const remove = useCall(moveBusinessAccount, [listBusinessAccounts, getSeats]);
  return (company: Company) =>
    remove.mutateAsync({ query: { account }, body: commandBody(company, "delete") });
}

/** Whether the action needs a fresh proof of who one is. */
export function needsProof(action: AccountAction): boolean {
  const rule: RecordAction = businessAccountLife.actions[action];
  return rule.confirmed === true;
}
