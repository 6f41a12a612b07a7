import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { waitingQuery } from "../../domains/registry/index.ts";
import { useActing } from "../../platform/rec/acting.ts";

/** Asks again what waits whenever something was changed on a certificate page, so that no counter is behind what was just done. */
export function useWaitingAnew(): void {
  const queries = useQueryClient();
  const account = useActing();
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "success") return;
        void queries.invalidateQueries({ queryKey: waitingQuery(account).queryKey });
      }),
    [queries, account],
  );
}
