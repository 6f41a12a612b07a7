import { listWaiting, WAITING_KINDS, type WaitingRecord } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { asActor, type Actor } from "../../parties/index.ts";
import {
  waitingRecords,
  waitingStates,
  type WaitingSource,
  type WaitingState,
  type WaitingThings,
} from "./waiting.sql.ts";

const YOURS_SHOWN = 50;
const OTHERS_SHOWN = 10;

/** Serves which records wait for whom, of the kinds that `sources` name. */
export function waitingRoutes(
  serve: Serve,
  db: Db,
  sources: readonly (WaitingSource | WaitingThings)[],
): void {
  serve(listWaiting, ({ query: { account }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const counted = new Map<string, readonly WaitingState[]>();
      const yours: WaitingRecord[] = [];
      const others: WaitingRecord[] = [];
      for (const source of sources) {
        const found =
          "things" in source ? await foundThings(tx, source, actor) : await foundRecords(tx, source, actor);
        counted.set(source.service, [...(counted.get(source.service) ?? []), ...found.states]);
        yours.push(...found.yours);
        others.push(...found.others);
      }
      return {
        services: WAITING_KINDS.map((service) => {
          const states = counted.get(service) ?? [];
          const waiting = states.reduce((sum, { count, is_you }) => sum + (is_you ? count : 0), 0);
          return { service, waiting, states: [...states] };
        }),
        yours: yours.toSorted(byDate).slice(0, YOURS_SHOWN),
        others: others.toSorted(byDate).slice(0, OTHERS_SHOWN),
      };
    }),
  );
}

interface Found {
  readonly states: readonly WaitingState[];
  readonly yours: readonly WaitingRecord[];
  readonly others: readonly WaitingRecord[];
}

const foundRecords = async (tx: Tx, source: WaitingSource, actor: Actor): Promise<Found> => ({
  states: await waitingStates(tx, source, actor),
  yours: await waitingRecords(tx, source, { actor, yours: true, most: YOURS_SHOWN }),
  others: await waitingRecords(tx, source, { actor, yours: false, most: OTHERS_SHOWN }),
});

async function foundThings(tx: Tx, { service, things }: WaitingThings, actor: Actor): Promise<Found> {
  const all = (await things(tx, actor)).map((one) => ({ service, ...one }));
  return {
    states: all.map(({ status, next: { is_you } }) => ({ status, count: 1, is_you })),
    yours: all.filter(({ next }) => next.is_you),
    others: all.filter(({ next }) => !next.is_you),
  };
}

/** The nearest date first; what has none comes last. */
const byDate = (a: WaitingRecord, b: WaitingRecord): number =>
  (a.next.until ?? "9").localeCompare(b.next.until ?? "9") || a.number.localeCompare(b.number);
