// What the browser's imports do by themselves: dry run, import, undo, and the sweep of files (docs/what-runs-when.md).
import { IMPORT_LIMITS } from "@heliograph/contract";
import { z } from "zod";
import type { Db, Pools } from "../../../../platform/db.ts";
import type { FileStore } from "../../../../platform/files.ts";
import { addJob, does, nothing, task, type Work } from "../../../../platform/jobs/jobs.ts";
import { importFiles } from "../import-files.jobs.ts";
import { headOf } from "../import-lines.ts";
import type { FileHead, ImportRun, ImportSink } from "../import-run.ts";
import { databaseSink } from "../import-sink.jobs.ts";
import { noCounts } from "../import-merge.ts";
import { refusedRows, type ImportSummary } from "../import-summary.ts";
import { filesOfImports, forgetFiles, type ImportFileRow } from "./files.sql.ts";
import { changeImport, forgetDrafts, importById, placesOfImport, type ImportRow } from "./imports.sql.ts";
import { isEnergyWaiting, marksInDays } from "./outcome.sql.ts";
import { markedCounts, marker, takeBackNext } from "./marks.sql.ts";
import { wishedMapping, readAs, type WishPlace } from "./wish-mapping.ts";

/** Rows at a time: few, as the process serves people and gateways besides. */
const BATCH_ROWS = 500;
/** So often it is looked whether energy has followed, ms. */
const LOOK_MS = 500;
/** Files of imports that nobody begins are kept so long, ms. */
const KEPT_MS = 86_400_000;
/** A failure of the database, or the end of a process, is no end of an import. */
const ATTEMPTS = 25;

const payload = z.object({ import_id: z.int() });
/** The dry run: what the energies would be is worked out above telemetry, which does it. */
export const tryImportTask = task({
  name: "telemetry.try-import",
  payload,
  queue: "import-trials",
  attempts: 5,
});
export const importTask = task({ name: "telemetry.import", payload, queue: "imports", attempts: ATTEMPTS });
export const undoImportTask = task({
  name: "telemetry.undo-import",
  payload,
  queue: "imports",
  attempts: ATTEMPTS,
});
const sweepTask = task({ name: "telemetry.sweep-imports", payload: nothing, starts: { cron: "17 * * * *" } });

type AtWork = Pick<Pools, "db" | "pool"> & { readonly signal: AbortSignal };

/** The background work of imports; `store` keeps their files. */
export const importWork = (store: FileStore): readonly Work[] => [
  does(importTask, ({ import_id }, at) => runImport(at, store, import_id)),
  does(undoImportTask, ({ import_id }, at) => runUndo(at, import_id)),
  does(sweepTask, async (_, { db }) => {
    for (const file_uid of await forgetDrafts(db, new Date(Date.now() - KEPT_MS))) {
      await store.remove(file_uid);
    }
  }),
];

/** What the files of an import are read by. */
export async function wishPlace(db: Db, row: Pick<ImportRow, "project_id">): Promise<WishPlace> {
  const { devices, gateway, timezone, project_uid } = await placesOfImport(db, row);
  const serials = devices.map(({ serial }) => serial);
  return { timezone, gateway: gateway ?? `HISTORY-${project_uid.slice(0, 8)}`, serials };
}

/** Reads the files of the import as the command line does, by the mappings that follow from the person's wish. */
export async function readFiles(
  { db, pool }: Pick<Pools, "db" | "pool">,
  store: FileStore,
  row: ImportRow,
  given: Pick<ImportRun, "sink" | "progress">,
): Promise<{ summary: ImportSummary; files: readonly ImportFileRow[] }> {
  const files = await filesOfImports(db, [row.import_id], true);
  const place = await wishPlace(db, row);
  const run: ImportRun = {
    pools: { db, pool },
    projectId: row.project_id,
    mapping: (head) => wishedMapping(head, row.wish, place),
    batchRows: BATCH_ROWS,
    mostRows: IMPORT_LIMITS.rows,
    ...given,
  };
  const summary = await importFiles(
    run,
    files.map(({ file_uid, name }) => ({ path: store.path(file_uid), name })),
  );
  return { summary, files };
}

/** The import was stopped by a person; the process that works on it ends. */
class Stopped extends Error {}
class Leaving extends Error {}

async function runImport(at: AtWork, store: FileStore, importId: number): Promise<void> {
  const row = await importById(at.db, importId);
  if (row === undefined) return;
  if (row.state === "energy") return followEnergy(at, row);
  if (row.state !== "waiting" && row.state !== "storing") return;
  const begun = row.started_at ?? new Date();
  await changeImport(at.db, importId, { state: "storing", started_at: begun });
  const stored = await storeAll(at, store, row);
  const presets = await titlesOf(at.db, store, row);
  for (const file_uid of await forgetFiles(at.db, importId)) await store.remove(file_uid);
  const { added, completed } = await markedCounts(at.db, importId);
  const result = {
    stored: added,
    completed,
    there: Math.max(0, stored.readings - added - completed),
    refused: stored.refused,
    days: 0,
    energy_wh: null,
    presets,
    devices: [],
  };
  const fault = stored.fault?.slice(0, 500) ?? null;
  await changeImport(at.db, importId, { state: "energy", result, fault });
  return followEnergy(at, { ...row, state: "energy", result, fault });
}

interface StoredFiles {
  /** Readings that were met, whatever became of them. */
  readonly readings: number;
  readonly refused: number;
  readonly fault: string | null;
}

/** Stores what the files hold; what a run before this one has stored is read again and left alone. */
async function storeAll(at: AtWork, store: FileStore, row: ImportRow): Promise<StoredFiles> {
  const { import_id } = row;
  const sink = resumed(databaseSink(at, "keep", marker(import_id)), row);
  let last: ImportSummary | null = null;
  const progress = async (summary: ImportSummary) => {
    last = summary;
    if (at.signal.aborted) throw new Leaving("the process ends; the import goes on with the next one");
    const now = await importById(at.db, import_id);
    if (now === undefined || now.stop_at !== null) throw new Stopped("Stopped");
    await changeImport(at.db, import_id, {
      rows_read: Math.max(now.rows_read, summary.read),
      batches: Math.max(now.batches, sink.batches()),
    });
  };
  try {
    const { summary, files } = await readFiles(at, store, row, { sink, progress });
    const faults = summary.files.flatMap(({ path, fault }) => {
      const name = files.find(({ file_uid }) => store.path(file_uid) === path)?.name ?? "";
      return fault === null ? [] : [`${name}: ${fault}`];
    });
    return { ...countsOf(summary), fault: faults.length === 0 ? null : faults.join(" · ") };
  } catch (error) {
    // Whatever else has a code is the database's or the system's, and the job is tried again.
    if (!(error instanceof Error) || error instanceof Leaving || "code" in error) throw error;
    const fault = error instanceof Stopped ? null : error.message;
    return { ...(last === null ? { readings: 0, refused: 0 } : countsOf(last)), fault };
  }
}

const countsOf = (summary: ImportSummary) => ({
  readings: summary.stored + summary.completed + summary.duplicate + summary.kept + summary.replaced,
  refused: refusedRows(summary),
});

/** The sink, which lets the batches pass that were stored before. */
function resumed(sink: ImportSink, { batches: done }: ImportRow): ImportSink & { batches: () => number } {
  let batches = 0;
  return {
    ...sink,
    batches: () => batches,
    store: async (rows, mapping) => {
      const counts =
        batches < done ? { ...noCounts(), duplicate: rows.length } : await sink.store(rows, mapping);
      batches += 1;
      return counts;
    },
  };
}

/** Titles of the presets that know the files. */
async function titlesOf(db: Db, store: FileStore, row: ImportRow): Promise<string[]> {
  const place = await wishPlace(db, row);
  const titles = new Set<string>();
  for (const { file_uid, name } of await filesOfImports(db, [row.import_id], true)) {
    const title = await headOfFile(store, { file_uid, name })
      .then((head) => readAs(head, row.wish, place).preset?.title)
      .catch(() => undefined);
    if (title !== undefined) titles.add(title);
  }
  return [...titles];
}

/** The first lines of a file of an import, under its own name. */
export async function headOfFile(
  store: FileStore,
  { file_uid, name }: Pick<ImportFileRow, "file_uid" | "name">,
): Promise<FileHead> {
  return { ...(await headOf({ path: store.path(file_uid), name })), name };
}

/** Looks now and then whether energy has followed, without keeping a worker from others; then the import is done. */
async function followEnergy({ db }: AtWork, row: ImportRow): Promise<void> {
  if (await isEnergyWaiting(db, row.project_id)) {
    const run_at = new Date(Date.now() + LOOK_MS);
    const next = row.state === "undoing" ? undoImportTask : importTask;
    const { import_id } = row;
    await db
      .transaction()
      .execute((tx) => addJob(tx, next, { import_id }, { key: `${next.name} ${import_id}`, run_at }));
    return;
  }
  const ended_at = new Date();
  if (row.state === "undoing") {
    await changeImport(db, row.import_id, { state: "undone", ended_at, undone_at: ended_at });
    return;
  }
  const { result } = row;
  const found = await marksInDays(db, row.import_id);
  await changeImport(db, row.import_id, {
    state: row.fault !== null && result?.stored === 0 ? "failed" : row.stop_at === null ? "done" : "stopped",
    ended_at,
    ...(result === null ? {} : { result: { ...result, ...found } }),
  });
}

async function runUndo(at: AtWork, importId: number): Promise<void> {
  const row = await importById(at.db, importId);
  if (row?.state !== "undoing") return;
  while (await takeBackNext(at.pool, importId)) {
    if (at.signal.aborted) throw new Leaving("the process ends; the undo goes on with the next one");
  }
  return followEnergy(at, row);
}
