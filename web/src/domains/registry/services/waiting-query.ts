import { listWaiting } from "@heliograph/contract/registry/services";
import { actingAs } from "../../../platform/rec/acting.ts";
import { ask } from "../../../platform/api.ts";

/** How often what waits is asked for again, ms. */
const AGAIN_MS = 60_000;

/** Records that wait for the person, acting for the account; undefined: for none, as issuers and operators do. */
export const waitingQuery = (account: string | undefined) => ({
  ...ask(listWaiting, { query: actingAs(account) }),
  staleTime: AGAIN_MS / 2,
  refetchInterval: AGAIN_MS,
});
