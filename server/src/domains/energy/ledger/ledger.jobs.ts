// Keeps quarter hours, days, months and latest values true to the readings: passes over what has changed, one worker at
// a time for each database.
import type { Kysely } from "kysely";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Pools, Tx } from "../../../platform/db.ts";
import type { DB } from "../../../platform/tables.ts";
import type { LedgerFault } from "./ledger-faults.sql.ts";
import { attempted, boundTo, holdLedger, leadWorkers } from "./ledger-locks.sql.ts";
import { passLane, passMonths, type PassMemory } from "./ledger-pass.jobs.ts";
import { packHours } from "../slots/chart-slots.sql.ts";
import { isWaiting, isWaitingUpTo, LANE, newestChange } from "../../telemetry/index.ts";

/** Passes begin this far apart, ms, so that all that arrives meanwhile is written once. */
const EVERY_MS = 1000;
/** Under load they are drawn out to this, ms: half of the time is left to others, and fewer rows are written twice. */
const AT_MOST_EVERY_MS = 3000;
/** Sums of months wait so long at most, ms. */
const MONTHS_MS = 4000;
/** Hours are packed for so long between passes, ms. */
const PACK_MS = 300;
/** A worker that stands by asks this often whether the other one is gone, and a failed one tries again, ms. */
const STAND_BY_MS = 1000;

export interface LedgerOptions {
  /**
   * Runs in the transaction of each pass with the ids, in order, of the projects whose roll-ups changed. When it throws,
   * what it did is undone and `failed` hears of it; the roll-ups stay.
   */
  readonly afterPass?: (tx: Tx, projectIds: readonly number[]) => Promise<void>;
  /** Hears of passes that failed and are repeated, and of devices whose ledger could not be made. */
  readonly failed?: (what: string, error: unknown) => void;
}

export interface RunningLedger {
  /** Resolves once all that had changed before the call has been worked on, by this worker or the one that leads. */
  readonly idle: () => Promise<void>;
  /** Ends after the pass that is going on. */
  readonly stop: () => Promise<void>;
}

interface Lead {
  readonly client: pg.PoolClient;
  readonly db: Kysely<DB>;
  readonly memory: PassMemory;
  monthsAt: number;
}

interface State {
  readonly options: LedgerOptions;
  stopping: boolean;
  wake: AbortController;
  /** Those who wait for what has changed so far to be worked on. */
  waiting: Waiting[];
}

interface Waiting {
  /** The newest row of `changed_readings` when the wait began; null: not looked at yet. */
  upTo: number | null;
  readonly done: () => void;
}

/** Starts the worker. Any number may be started; one leads and works, the others stand by. */
export function startLedger({ pool }: Pick<Pools, "pool">, options: LedgerOptions = {}): RunningLedger {
  const state: State = { options, stopping: false, wake: new AbortController(), waiting: [] };
  const working = run(state, pool);
  return {
    idle: () =>
      new Promise<void>((resolve) => {
        state.waiting.push({ upTo: null, done: resolve });
        state.wake.abort();
      }),
    stop: async () => {
      state.stopping = true;
      state.wake.abort();
      await working;
    },
  };
}

async function run(state: State, pool: pg.Pool): Promise<void> {
  while (!state.stopping) {
    try {
      await useConnection(state, await pool.connect());
    } catch (error) {
      state.options.failed?.("a pass of the ledger failed and is repeated", error);
      await pause(state, STAND_BY_MS);
    }
  }
  for (const { done } of state.waiting) done();
}

/** A connection that dies between two queries says so in an event that, unheard, ends the process; the next query fails. */
const heard = () => {};

async function useConnection(state: State, client: pg.PoolClient): Promise<void> {
  client.on("error", heard);
  try {
    await standBy(state, client);
    await lead(state, client);
  } finally {
    client.off("error", heard);
    // The lead is a lock of the session, so the session ends with it.
    client.release(true);
  }
}

async function standBy(state: State, client: pg.PoolClient): Promise<void> {
  while (!state.stopping && !(await leadWorkers(client))) {
    await settle(state, client);
    await pause(state, STAND_BY_MS);
  }
}

async function lead(state: State, client: pg.PoolClient): Promise<void> {
  const memory = { waitingMonths: new Set<string>(), dueHours: new Map<number, number>() };
  const mine: Lead = { client, db: boundTo(client), memory, monthsAt: 0 };
  while (!state.stopping) {
    const begun = performance.now();
    const worked = await cycle(mine, state.options, state.waiting.length > 0);
    await settle(state, client);
    const took = performance.now() - begun;
    const hurry = worked && state.waiting.length > 0;
    const everyMs = Math.min(AT_MOST_EVERY_MS, Math.max(EVERY_MS, 2 * took));
    if (!hurry) await pause(state, Math.max(0, everyMs - took));
  }
}

/** Waits, unless or until somebody wants work to be done now. */
async function pause(state: State, ms: number): Promise<void> {
  await delay(ms, undefined, { signal: state.wake.signal }).catch(() => {});
  if (state.wake.signal.aborted && !state.stopping) state.wake = new AbortController();
}

/** Tells those whose wait is over. */
async function settle(state: State, client: pg.PoolClient): Promise<void> {
  for (const one of state.waiting) {
    one.upTo ??= await newestChange(client);
    if (await isWaitingUpTo(client, one.upTo)) continue;
    state.waiting = state.waiting.filter((other) => other !== one);
    one.done();
  }
}

/** One pass over the live lane, one over the backlog, hours to pack and the months when it is time. True when there was work. */
async function cycle(mine: Lead, options: LedgerOptions, hurry: boolean): Promise<boolean> {
  const live = await pass(mine, options, LANE.live);
  const backlog = await pass(mine, options, LANE.backlog);
  const worked = live > 0 || backlog > 0;
  if (!hurry) await packBetweenPasses(mine);
  if (performance.now() - mine.monthsAt < MONTHS_MS && !(hurry && !worked)) return worked;
  mine.monthsAt = performance.now();
  const months = await inTransaction(mine, () => passMonths(mine.client, mine.memory));
  return worked || months > 0;
}

/** Packs hours that are due, for a bounded time. */
async function packBetweenPasses(mine: Lead): Promise<void> {
  const until = performance.now() + PACK_MS;
  while (performance.now() < until) {
    if ((await inTransaction(mine, () => packHours(mine.client, mine.memory.dueHours))) === 0) return;
  }
}

async function pass(
  mine: Lead,
  { afterPass, failed }: LedgerOptions,
  lane: typeof LANE.live | typeof LANE.backlog,
): Promise<number> {
  if (!(await isWaiting(mine.client, lane))) return 0;
  const { devices, faults } = await inTransaction(mine, async (tx) => {
    const passed = await passLane(mine.client, lane, mine.memory);
    if (afterPass !== undefined && passed.projects.length > 0) {
      const outcome = await attempted(mine.client, () => afterPass(tx, passed.projects));
      if ("error" in outcome) failed?.("what follows from a pass of the ledger failed", outcome.error);
    }
    return passed;
  });
  tellFaults(faults, failed);
  return devices;
}

function tellFaults(faults: readonly LedgerFault[], failed: LedgerOptions["failed"]): void {
  for (const { project_id, device_id, message } of faults) {
    failed?.(
      `the ledger of device ${device_id} of project ${project_id} could not be made`,
      new Error(message),
    );
  }
}

async function inTransaction<T>(mine: Lead, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await mine.db.transaction().execute(async (tx) => {
      await holdLedger(tx);
      return work(tx);
    });
  } catch (error) {
    // What was noted as waiting or due may have been rolled back.
    mine.memory.waitingMonths.clear();
    mine.memory.dueHours.clear();
    throw error;
  }
}
