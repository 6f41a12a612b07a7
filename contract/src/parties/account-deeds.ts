// What a business account may do in each of its states (design 2.17).
import type { AccountDeed } from "../kernel/life-cycle.ts";
import type { GuardError } from "../kernel/problem.ts";
import { businessAccountLife, type BusinessAccountStatus } from "./business-accounts.ts";

/**
 * What people do for an account in each state, beside reading. A draft is written, and its people are called together. Under review it stays as the
 * operator reads it. A change of an active account is reviewed while what was approved before holds. Suspended it begins nothing; what was agreed is settled, and what
 * was asked for can be taken back.
 */
export const ACCOUNT_MAY: Readonly<Record<BusinessAccountStatus, readonly AccountDeed[]>> = {
  draft: ["profile", "people", "leave", "withdraw"],
  under_review: ["leave", "withdraw"],
  active: ["profile", "people", "leave", "settle", "withdraw", "act"],
  amendment_review: ["people", "leave", "settle", "withdraw", "act"],
  suspended: ["leave", "settle", "withdraw"],
  closed: ["leave"],
  deleted: [],
};

/** True where an account in the state may do it. */
export const accountMay = (status: BusinessAccountStatus, deed: AccountDeed): boolean =>
  ACCOUNT_MAY[status].includes(deed);

/** States in which an account may do it. */
export const accountStatesFor = (deed: AccountDeed): BusinessAccountStatus[] =>
  businessAccountLife.states.filter((status) => accountMay(status, deed));

/** What speaks against the deed of the account in its state: ACC-013, which names the action; undefined: nothing. */
export function accountFault(
  { number, status }: { readonly number: string; readonly status: BusinessAccountStatus },
  { deed, action }: { readonly deed: AccountDeed; readonly action: string },
): GuardError | undefined {
  if (accountMay(status, deed)) return undefined;
  const params = {
    entity: businessAccountLife.noun,
    number,
    status: businessAccountLife.state[status].label,
    action,
  };
  const message = `${params.entity} ${number} is ${params.status}; ${action} is not possible.`;
  return { code: "ACC-013", message, params };
}
