import type { Load } from "../../../platform/loading.ts";
import { waitingQuery } from "./waiting-query.ts";

/** Starts what waits for the account that the address names. */
export const load: Load = (start, { search }) => {
  const account = search.get("account");
  return account === null ? undefined : start(waitingQuery(account));
};
