import { listWaiting, WAITING_KINDS, type WaitingRecord } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { actorOf } from "../../parties/index.ts";
import { waitingRecords, waitingStates, type WaitingSource } from "./waiting.sql.ts";

const YOURS_SHOWN = 50;
const OTHERS_SHOWN = 10;

/** Serves which records wait for whom, of the kinds that `sources` name. */
export function waitingRoutes(serve: Serve, db: Db, sources: readonly WaitingSource[]): void {
  serve(listWaiting, ({ query: { account }, session }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorOf(tx, session, account);
      const counted = new Map<string, Awaited<ReturnType<typeof waitingStates>>>();
      const yours: WaitingRecord[] = [];
      const others: WaitingRecord[] = [];
      for (const source of sources) {
        const states = await waitingStates(tx, source, actor);
        counted.set(source.service, [...(counted.get(source.service) ?? []), ...states]);
        yours.push(...(await waitingRecords(tx, source, { actor, yours: true, most: YOURS_SHOWN })));
        others.push(...(await waitingRecords(tx, source, { actor, yours: false, most: OTHERS_SHOWN })));
      }
      return {
        services: WAITING_KINDS.map((service) => {
          const states = counted.get(service) ?? [];
          const waiting = states.reduce((sum, { count, is_you }) => sum + (is_you ? count : 0), 0);
          return { service, waiting, states };
        }),
        yours: yours.toSorted(byDate).slice(0, YOURS_SHOWN),
        others: others.toSorted(byDate).slice(0, OTHERS_SHOWN),
      };
    }),
  );
}

/** The nearest date first; what has none comes last. */
const byDate = (a: WaitingRecord, b: WaitingRecord): number =>
  (a.next.until ?? "9").localeCompare(b.next.until ?? "9") || a.number.localeCompare(b.number);
