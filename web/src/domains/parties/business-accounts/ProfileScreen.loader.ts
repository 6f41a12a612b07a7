import { getBusinessAccount } from "@heliograph/contract/parties/business-accounts";
import { ask } from "../../../platform/api.ts";
import type { Load } from "../../../platform/loading.ts";

/** Starts the company information of the account that the address names. */
export const load: Load = (start, { search }) => {
  const account = search.get("account");
  return account === null ? undefined : start(ask(getBusinessAccount, { query: { account } }));
};
