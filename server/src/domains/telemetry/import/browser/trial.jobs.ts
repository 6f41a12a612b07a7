// The dry run of an import: reads its files as the import will, counts what would be new, and stores nothing.
import type { ImportTrial } from "@heliograph/contract";
import type { Pools } from "../../../../platform/db.ts";
import type { FileStore } from "../../../../platform/files.ts";
import { addCounts, mergedRepeats } from "../import-merge.ts";
import type { ImportSink } from "../import-run.ts";
import { refusedRows, type ImportSummary } from "../import-summary.ts";
import { readFiles } from "./browser.jobs.ts";
import { filesOfImports, noteRows } from "./files.sql.ts";
import { changeImport, importById, type ImportRow } from "./imports.sql.ts";
import { countThere } from "./there.sql.ts";

/** What follows from the readings of a trial: a sink that takes them, and the function that says what follows. */
export interface TrialFigures {
  readonly sink: ImportSink;
  readonly report: () => Promise<
    Pick<ImportTrial, "months" | "sum_wh" | "days" | "is_partial" | "devices" | "events" | "above_power">
  >;
}

type At = Pick<Pools, "db" | "pool">;

/** Does the dry run of the import, if somebody still waits for it; `figures` works out what would follow in a project. */
export async function runTrial(
  at: At,
  store: FileStore,
  importId: number,
  figures: (projectId: number) => Promise<TrialFigures>,
): Promise<void> {
  const row = await importById(at.db, importId);
  if (row?.state !== "trying") return;
  const begun = performance.now();
  try {
    const { sink, report } = await figures(row.project_id);
    const progress = (summary: ImportSummary) => changeImport(at.db, importId, { rows_read: summary.read });
    const { summary, files } = await readFiles(at, store, row, { sink: counting(at, sink), progress });
    const nameOf = (path: string) => files.find(({ file_uid }) => store.path(file_uid) === path)?.name ?? "";
    const trial = {
      took_ms: Math.round(performance.now() - begun),
      ...countsOf(summary, nameOf),
      ...(await report()),
    };
    await finish(at, row, trial);
  } catch (error) {
    if (!(error instanceof Error) || "code" in error) throw error;
    await changeImport(at.db, importId, { state: "failed", fault: error.message.slice(0, 500) });
  }
}

/** Keeps what was found, unless somebody has changed the import meanwhile. */
async function finish({ db }: At, row: ImportRow, trial: ImportTrial): Promise<void> {
  const now = await importById(db, row.import_id);
  if (now?.state !== "trying") return;
  const files = await filesOfImports(db, [row.import_id]);
  if (files.length === 1 && files[0] !== undefined) await noteRows(db, files[0].file_uid, trial.rows);
  await changeImport(db, row.import_id, { state: "tried", trial, fault: null });
}

/** The sink, which counts as duplicates what is there already. */
function counting({ pool }: At, sink: ImportSink): ImportSink {
  return {
    ...sink,
    store: async (given, mapping) => {
      const { rows, counts } = mergedRepeats(given, "keep");
      addCounts(counts, await sink.store(rows, mapping));
      const there = await countThere(pool, rows, mapping.period ?? null);
      counts.stored -= there;
      counts.duplicate += there;
      return counts;
    },
  };
}

/** Refused rows of one reason of which the lines are kept. */
const LISTED = 10;

function countsOf(summary: ImportSummary, nameOf: (path: string) => string) {
  const there = summary.completed + summary.duplicate + summary.kept + summary.replaced;
  const refused = refusedRows(summary);
  return {
    rows: summary.read,
    found: summary.stored + there + refused,
    fresh: summary.stored,
    there,
    refused,
    sentinels: summary.sentinels,
    refusals: [...summary.refused].map(([reason, { count, first }]) => ({
      reason,
      count,
      first: first.slice(0, LISTED).map(({ path, line, detail }) => ({ file: nameOf(path), line, detail })),
    })),
    faults: summary.files.flatMap(({ path, fault }) =>
      fault === null ? [] : [{ file: nameOf(path), fault }],
    ),
  };
}
