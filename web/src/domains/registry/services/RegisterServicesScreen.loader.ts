import type { Load } from "../../../platform/loading.ts";
import { waitingQuery } from "./waiting-query.ts";

/** Starts the counters of the account that the address names; each tab asks for its own rows. */
export const load: Load = (start, { search }) => {
  const account = search.get("account");
  return account === null ? undefined : start(waitingQuery(account));
};
