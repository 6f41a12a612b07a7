// What the screen of aliases asks of the server, and what it sends.
import { ALIASES_AT_ONCE, getAlias, restoreDefaultAlias, setAlias } from "@heliograph/contract/fleet/aliases";
import type { Call } from "@heliograph/contract/kernel/endpoint";
import { useIsMutating, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ask } from "../../../platform/api.ts";
import { call } from "../../../platform/call.ts";
import { inParts, type Aliases } from "./alias-rules.ts";

/** The aliases of a project by uid (M113). */
export const useAliases = (uid: string) => useQuery(ask(getAlias, { query: { project_uid: uid } }));

const CHANGING = ["aliases"];
/** True while aliases are being saved or cleared. */
export const useAliasesBusy = (): boolean => useIsMutating({ mutationKey: CHANGING }) > 0;

/** Sets aliases; returns the answer's message. Names stand in the answers of most calls: all that is shown is asked anew. */
export function useSetAliases(uid: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: CHANGING,
    mutationFn: async (body: Call<typeof setAlias>["body"]) =>
      (await call(setAlias, { query: { project_uid: uid }, body })).message,
    onSuccess: () => void queries.invalidateQueries(),
  });
}

/** Clears all the aliases given, in as many calls as they need; returns the last answer's message. */
export function useRestoreDefault(uid: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: CHANGING,
    mutationFn: async (aliases: Aliases) => {
      let message = "";
      for (const part of inParts(Object.keys(aliases), ALIASES_AT_ONCE)) {
        const body = { device_uid: [...part] };
        ({ message } = await call(restoreDefaultAlias, { query: { project_uid: uid }, body }));
      }
      return message;
    },
    // Also where one of several calls failed: those before it have done their part.
    onSettled: () => void queries.invalidateQueries(),
  });
}
