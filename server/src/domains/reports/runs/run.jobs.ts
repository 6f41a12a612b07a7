// Makes runs, one after the other: what came of one is a document of the account's.
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { keepReceived, receiveDocument } from "../../../platform/documents/document.sql.ts";
import type { FileStore } from "../../../platform/files.ts";
import { does, type Work } from "../../../platform/jobs/jobs.ts";
import { Problem } from "../../../platform/problem.ts";
import { runTask } from "./add-run.jobs.ts";
import type { RunKind } from "./run-kinds.ts";
import { beginRun, failRun, finishRun, noteProgress, putRunBack, type RunRow } from "./run.sql.ts";

/** How often a run tells how far it is, and hears that it was ended. */
const WATCH_MS = 500;
/** A run that fails, or takes its process with it, is tried so many times. */
const ATTEMPTS = 3;
const DAY_MS = 86_400_000;

/** What makes runs: where files go, and the kinds by name. */
interface RunMaking {
  readonly documents: FileStore;
  readonly kinds: readonly RunKind[];
}

/** The work on runs. */
export const runWork = (making: RunMaking): Work =>
  does(runTask, async ({ run_id }, { db, signal }) => {
    const run = await beginRun(db, run_id);
    if (run === undefined) return;
    if (run.attempts > ATTEMPTS) return failRun(db, run, FAILED);
    const watch = watchRun(db, run);
    try {
      await make(db, making, { run, watch, signal: AbortSignal.any([signal, watch.ended]) });
    } catch (error) {
      await watch.stop();
      if (watch.ended.aborted) return;
      if (error instanceof Problem) return failRun(db, run, error);
      if (signal.aborted) await putRunBack(db, run, false);
      else if (run.attempts < ATTEMPTS) await putRunBack(db, run, true);
      else await failRun(db, run, FAILED);
      throw error;
    } finally {
      await watch.stop();
    }
  });

const FAILED = { code: "run.failed", message: "An error occurred while processing the request" };

interface Watch {
  /** Aborted when the run was ended. */
  readonly ended: AbortSignal;
  readonly reaches: (share: number) => void;
  readonly stop: () => Promise<void>;
}

/** Writes down from time to time how far the run is, and hears that it was ended. */
function watchRun(db: Db, run: RunRow): Watch {
  const ended = new AbortController();
  let share = 0;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    try {
      if (!(await noteProgress(db, run, share))) ended.abort();
    } catch {
      // The database was away: the next look says more.
    }
  };
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, WATCH_MS);
  return {
    ended: ended.signal,
    reaches: (now) => {
      share = Math.min(1, Math.max(share, now));
    },
    stop: () => {
      clearInterval(timer);
      return looking;
    },
  };
}

async function make(
  db: Db,
  { documents, kinds }: RunMaking,
  { run, watch, signal }: { run: RunRow; watch: Watch; signal: AbortSignal },
): Promise<void> {
  const kind = kinds.find((one) => one.kind === run.kind);
  if (kind === undefined) throw new Problem(501, "run.unknown", `Nothing makes ${run.kind}`);
  const { made, bytes } = await onOwnConnection(db, signal, async (own) => {
    const file = await kind.make(run.request, {
      db: own,
      session: { account_id: run.account_id },
      run,
      signal,
      progress: (share) => {
        signal.throwIfAborted();
        watch.reaches(share);
      },
    });
    return { made: file, bytes: await receiveDocument(documents, file.content) };
  });
  await watch.stop();
  const { account_id, kept_days } = run;
  const isKept = await db.transaction().execute(async (tx) => {
    const document = await keepReceived(tx, bytes, {
      account_id,
      kind: `run.${run.kind}`,
      name: made.name,
      mime: made.mime,
      facts: made.facts ?? {},
      created_by: account_id,
      expires_at: kept_days === null ? null : new Date(Date.now() + kept_days * DAY_MS),
    });
    const isMine = await finishRun(tx, run, document.document_uid);
    if (isMine) await kind.finished?.(tx, run, document);
    else await tx.deleteFrom("document").where("document_uid", "=", document.document_uid).execute();
    return isMine;
  });
  if (!isKept) await bytes.file.drop();
}

/** Runs the work on one connection, whose statement is ended when `signal` aborts. */
function onOwnConnection<T>(db: Db, signal: AbortSignal, work: (own: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (own) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own);
    let cancelling: Promise<unknown> = Promise.resolve();
    const cancel = () => {
      cancelling = sql`select pg_cancel_backend(${rows[0]?.pid ?? 0})`.execute(db).catch(() => {});
    };
    signal.addEventListener("abort", cancel, { once: true });
    try {
      signal.throwIfAborted();
      return await work(own);
    } finally {
      signal.removeEventListener("abort", cancel);
      await cancelling;
      // Whoever has the connection next is not to be ended by what was meant for this run.
      await sql`select 1`.execute(own).catch(() => {});
    }
  });
}
