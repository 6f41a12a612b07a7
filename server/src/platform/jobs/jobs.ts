// The one runner of all that waits, repeats or follows. A task is stated with its payload, a job of it is added in the
// transaction that causes it, and processes with the role worker share the jobs (decision 0052, docs/what-runs-when.md).
import { EventEmitter, once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Logger, parseCronItems, run, runMigrations, type Runner } from "graphile-worker";
import type pg from "pg";
import { z } from "zod";
import type { Pools, Tx } from "../db.ts";
import { insertJob, releaseJobsOfDead } from "./jobs.sql.ts";
import { presencePlugin } from "./presence.ts";

/** Jobs that one process works on at once: an import and a dry run, which are long, hold up no short one. */
const AT_ONCE = 3;
/** Workers ask this often for jobs whose time has come; of those to be done at once they are told. */
const ASK_MS = 1000;
/** After this long the runner is started again when the database was gone. */
const RETRY_MS = 500;
/** Jobs that go on when the process stops may take this long; what is not done by then is done by the next process. */
const STOP_MS = 4000;
const ATTEMPTS = 10;

/** A kind of job: its name ("kpi.strings"), what a job of it carries, and what starts one by itself. */
export interface Task<P extends object = object> {
  readonly name: string;
  readonly payload: z.ZodType<P>;
  /** A job that fails is tried again, later and later, so many times altogether. */
  readonly attempts: number;
  /** Jobs of the same queue run one after the other, over all processes; null: side by side. */
  readonly queue: string | null;
  readonly starts: Starts;
}

/** What starts jobs of a task beside those who add them; such jobs have an empty payload. */
interface Starts {
  /** One when a process starts to work. */
  readonly atStart?: true;
  /** One when a process starts to work, and the next so long after each has ended, whatever became of it. */
  readonly everySeconds?: number;
  /** One at these minutes, in UTC, as crontab states them. */
  readonly cron?: string;
}

/** What a job is given beside its payload. */
interface AtWork extends Pick<Pools, "db" | "pool"> {
  /** Aborted when the process stops: long work ends where it may. */
  readonly signal: AbortSignal;
}

/** A task and what a job of it does. */
export interface Work {
  readonly task: Task;
  readonly run: (payload: unknown, at: AtWork) => Promise<void>;
}

/** Returns a task with the usual number of attempts and no queue unless others are stated. */
export function task<P extends object>(
  stated: Pick<Task<P>, "name" | "payload"> & Partial<Omit<Task<P>, "name" | "payload">>,
): Task<P> {
  return { attempts: ATTEMPTS, queue: null, starts: {}, ...stated };
}

/** The payload of tasks that need none. */
export const nothing: z.ZodType<object> = z.object({});

/** Says what a job of the task does. It may be repeated: a process that dies leaves its jobs to others. */
export function does<P extends object>(
  stated: Task<P>,
  job: (payload: P, at: AtWork) => Promise<unknown>,
): Work {
  return {
    task: stated,
    run: async (payload, at) => void (await job(stated.payload.parse(payload), at)),
  };
}

/** What may be said of a job that is added. */
interface JobOptions {
  /** One job of the key waits at most: it replaces the one that does. One that is being worked on is left alone. */
  readonly key?: string;
  /** Not before this instant. */
  readonly run_at?: Date;
  /** Instead of the task's own. */
  readonly queue?: string;
}

/** Adds a job in the transaction that causes it: it runs once that has committed, and never if it is rolled back. */
export async function addJob<P extends object>(
  tx: Tx,
  { name, payload: schema, attempts, queue }: Task<P>,
  payload: P,
  { key, run_at, queue: own }: JobOptions = {},
): Promise<void> {
  await insertJob(tx, {
    task: name,
    payload: schema.parse(payload),
    attempts,
    key: key ?? null,
    run_at: run_at ?? null,
    queue: own ?? queue,
  });
}

/** Makes or updates the tables of jobs, in their own schema. Safe to repeat, by several processes at once too. */
export async function prepareJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: silent });
}

const silent = new Logger(() => () => {});

/** The runner's own task: without it, jobs of a process that was killed would wait for four hours. */
export const release = task({ name: "jobs.release", payload: nothing, starts: { cron: "* * * * *" } });
const releaseWork = does(release, (_, { db }) => releaseJobsOfDead(db));

/** All that a process with the role worker runs for this work: the runner's own tasks are part of it. */
export function allWork(work: readonly Work[]): readonly Work[] {
  return [releaseWork, ...work];
}

export interface Jobs {
  /** Takes no more jobs and resolves when those that are going on have ended, or after some seconds. */
  readonly stop: () => Promise<void>;
}

interface State {
  readonly pools: Pick<Pools, "db" | "pool">;
  readonly work: readonly Work[];
  /** Hears of jobs that failed and of a runner that must be started again; both are tried again. */
  readonly failed: (what: string, error: unknown) => void;
  readonly leaving: AbortController;
}

/**
 * Works on jobs until stopped, on the pool given. Any number of processes may: each job is done by one of them. When the
 * database is gone the runner starts again with it. `failed` hears of jobs that failed and of runners that ended.
 */
export function startJobs(
  pools: Pick<Pools, "db" | "pool">,
  work: readonly Work[],
  failed: State["failed"] = () => {},
): Jobs {
  const state: State = { pools, work: allWork(work), failed, leaving: new AbortController() };
  const running = keepRunning(state);
  return {
    stop: () => {
      state.leaving.abort();
      return running;
    },
  };
}

async function keepRunning(state: State): Promise<void> {
  const { signal } = state.leaving;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    try {
      await runUntilItEnds(state, isFirst);
    } catch (error) {
      state.failed("the runner of jobs ended and is started again", error);
    }
    await delay(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}

/** Runs jobs until the process stops or the runner gives up, as it does when the database is gone while a job ends. */
async function runUntilItEnds(state: State, isFirst: boolean): Promise<void> {
  const events = new EventEmitter();
  const ended = new AbortController();
  // Presence outlasts the jobs that are going on.
  const gone = new AbortController();
  const leave = () => ended.abort();
  events.once("pool:gracefulShutdown", leave);
  state.leaving.signal.addEventListener("abort", leave);
  events.on("job:error", ({ job, error }) => state.failed(`the job ${job.task_identifier} failed`, error));
  try {
    await releaseJobsOfDead(state.pools.db);
    await addStarting(state, isFirst);
    const runner = await run({
      ...runnerOptions(state, { ...state.pools, signal: ended.signal }),
      events,
      preset: { ...PRESET, plugins: [presencePlugin(state.pools.pool, gone.signal)] },
    });
    if (!ended.signal.aborted) await once(ended.signal, "abort");
    await Promise.race([endOf(runner), delay(STOP_MS, undefined, { ref: false })]);
  } finally {
    ended.abort();
    gone.abort();
    state.leaving.signal.removeEventListener("abort", leave);
  }
}

async function endOf(runner: Runner): Promise<void> {
  // It may have stopped by itself.
  await runner.stop().catch(() => {});
  await runner.promise.catch(() => {});
}

/** The jobs that a start of the runner brings: those that repeat always, the others once a process. */
async function addStarting({ pools, work }: State, isFirst: boolean): Promise<void> {
  await pools.db.transaction().execute(async (tx) => {
    for (const { task: one } of work) {
      const { atStart, everySeconds } = one.starts;
      if (everySeconds !== undefined || (isFirst && atStart === true)) {
        await addJob(tx, one, {}, { key: one.name });
      }
    }
  });
}

/** A job ends in a statement of its own; unbatched, a failure of it would end the worker with words on the console. */
const PRESET = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

function runnerOptions(state: State, at: AtWork) {
  const { work } = state;
  return {
    pgPool: plainErrors(at.pool),
    noHandleSignals: true,
    concurrency: AT_ONCE,
    pollInterval: ASK_MS,
    logger: new Logger(() => (level, message, meta) => {
      // Jobs that failed are heard of by their event.
      if (level === "error" && meta?.["failure"] !== true) state.failed(message, meta?.["error"]);
    }),
    taskList: Object.fromEntries(
      work.map((one) => [one.task.name, (payload: unknown) => runOne(state, one, { payload, at })]),
    ),
    parsedCronItems: parseCronItems(work.flatMap(({ task: one }) => cronItem(one))),
  };
}

async function runOne(
  state: State,
  { task: one, run: work }: Work,
  { payload, at }: { payload: unknown; at: AtWork },
): Promise<void> {
  const { everySeconds } = one.starts;
  if (everySeconds === undefined) return work(payload, at);
  try {
    await work(payload, at);
  } catch (error) {
    state.failed(`the job ${one.name} failed`, error);
  }
  const run_at = new Date(Date.now() + everySeconds * 1000);
  await at.db.transaction().execute((tx) => addJob(tx, one, {}, { key: one.name, run_at }));
}

function cronItem({ name, attempts, queue, starts }: Task) {
  if (starts.cron === undefined) return [];
  const options = { maxAttempts: attempts, jobKey: name, ...(queue === null ? {} : { queueName: queue }) };
  return [{ task: name, match: starts.cron, options }];
}

const plain = (error: Error) => new Error(error.message, { cause: error });

/**
 * The pool, whose failures to connect have no code: graphile-worker would wait up to two minutes for a database that is
 * starting, where it asks again after a second for one that is away.
 */
function plainErrors(pool: pg.Pool): pg.Pool {
  type Heard = Parameters<typeof pool.connect>[0];
  const connect = (heard?: Heard) => {
    if (heard === undefined) return pool.connect().catch((error: Error) => Promise.reject(plain(error)));
    return pool.connect((error, client, done) =>
      heard(error === undefined ? error : plain(error), client, done),
    );
  };
  const made: pg.Pool = Object.create(pool, { connect: { value: connect } });
  return made;
}
