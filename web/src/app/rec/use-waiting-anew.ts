import { listRecordNotices } from "@heliograph/contract/notices/records";
import { listWaiting } from "@heliograph/contract/registry/services";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLiveNotices } from "../../platform/live.ts";

/**
 * Asks again what waits and what happened, so that bell and counters are not behind: whenever something was changed on a certificate page, and
 * whenever whoever is signed in was told of what others did.
 */
export function useWaitingAnew(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "success") return;
        void queries.invalidateQueries({ queryKey: [listWaiting.name] });
      }),
    [queries],
  );
  useLiveNotices(() => {
    for (const list of [listWaiting, listRecordNotices]) {
      void queries.invalidateQueries({ queryKey: [list.name] });
    }
  });
}
