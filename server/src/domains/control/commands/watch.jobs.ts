// Watches commands until they are proven or over: a pass now and then, at once when a gateway has answered, and soon again while
// something is waited for closely.
import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "../../../platform/db.ts";
import type { Listener } from "../../../platform/listener.ts";
import { GATEWAY_ACK } from "../../telemetry/index.ts";
import { watchPass } from "./watch-pass.jobs.ts";

/** Passes begin this far apart while some command is waited for closely, ms: readings are found so soon. */
const SOON_MS = 500;
/** And this far when none is, ms. */
const IDLE_MS = 1000;
/** Gateways that answer within this time are looked at together, ms. */
const GATHER_MS = 50;
/** A pass that failed is repeated after this, ms. */
const RETRY_MS = 1000;

interface Parts {
  readonly db: Db;
  readonly listener: Listener;
  /** Hears of passes that failed and are repeated. */
  readonly failed?: (what: string, error: unknown) => void;
  /** ms since 1970. */
  readonly now?: () => number;
}

interface CommandWatch {
  /** Ends after the pass that is going on. */
  readonly stop: () => Promise<void>;
}

/** Starts to watch. Any number of processes may: each command is looked at by one of them at a time. */
export async function startCommandWatch({
  db,
  listener,
  failed = () => {},
  now = Date.now,
}: Parts): Promise<CommandWatch> {
  const leaving = new AbortController();
  const { signal } = leaving;
  const told = new Set<number>();
  let wake = new AbortController();
  await listener.on(GATEWAY_ACK, {
    hear: (payload) => {
      const gateway_id = Number(payload);
      if (Number.isSafeInteger(gateway_id)) told.add(gateway_id);
      wake.abort();
    },
    // What was announced meanwhile is found by the passes themselves.
    missed: () => wake.abort(),
  });
  const rest = async (ms: number) => {
    await delay(ms - GATHER_MS, undefined, { signal: AbortSignal.any([signal, wake.signal]) }).catch(
      () => {},
    );
    await delay(GATHER_MS, undefined, { signal }).catch(() => {});
    wake = new AbortController();
  };
  const pass = async (): Promise<number> => {
    const gateway_ids = [...told];
    told.clear();
    const begun = performance.now();
    try {
      const { isSoon, isFull } = await watchPass(db, gateway_ids, now);
      if (isFull) return GATHER_MS;
      return Math.max(GATHER_MS, (isSoon ? SOON_MS : IDLE_MS) - (performance.now() - begun));
    } catch (error) {
      for (const gateway_id of gateway_ids) told.add(gateway_id);
      if (!signal.aborted) failed("a pass over the commands failed and is repeated", error);
      return RETRY_MS;
    }
  };
  const run = async () => {
    while (!signal.aborted) await rest(await pass());
  };
  const running = run();
  return {
    stop: async () => {
      leaving.abort();
      await running;
    },
  };
}
