// Where the readings of an import go: into the database, or nowhere in a trial.
import type { Pools } from "../../../platform/db.ts";
import { partitionKeeper } from "../ingest/partitions.sql.ts";
import { createDevices } from "./import-devices.sql.ts";
import { loadReadings } from "./import-load.sql.ts";
import type { Existing } from "./import-merge.ts";
import type { NoteWritten } from "./import-notes.ts";
import { loadReported } from "./import-reported.sql.ts";
import { rowFilter, serialReader } from "./import-row.ts";
import type { ImportRun, ImportSink, Reader } from "./import-run.ts";

/** The sink that stores. */
export function databaseSink(
  { db, pool }: Pick<Pools, "db" | "pool">,
  existing: Existing,
  note?: NoteWritten,
): ImportSink {
  const ensurePartitions = partitionKeeper(pool);
  return {
    store: async (rows, { period }) => {
      if (period !== undefined) return loadReported(pool, rows, { period, existing, note });
      await ensurePartitions(rows.map(({ ts }) => ts));
      return loadReadings(pool, rows, { existing, note });
    },
    create: (projectId, create, serials) => createDevices(db, projectId, create, serials),
  };
}

/** Devices that one import may make. */
const MOST_CREATED = 500;

/** Makes the devices of the rows that are not there and returns how many; `made` were before. */
export async function createMissing(
  sink: ImportSink,
  { projectId }: ImportRun,
  { mapping, header, file, columns, devices }: Reader,
  { rows, made }: { rows: readonly { readonly cells: readonly string[] }[]; made: number },
): Promise<number> {
  if (mapping.create === undefined) return 0;
  const serialOf = serialReader(mapping, header, file.name);
  const isWanted = rowFilter(mapping, header);
  const missing = new Set<string>();
  const want = (serial: string | null) => {
    if (serial !== null && serial !== "" && serial.length <= 100 && !devices.has(serial)) missing.add(serial);
  };
  for (const { serial } of columns) want(serial);
  if (columns.some(({ serial }) => serial === null)) {
    for (const { cells } of rows) {
      const serial = serialOf(cells);
      if (serial !== null && !devices.has(serial) && !missing.has(serial) && isWanted(cells)) want(serial);
    }
  }
  const serials = [...missing].slice(0, MOST_CREATED - made);
  if (serials.length === 0) return 0;
  const created = await sink.create(projectId, mapping.create, serials);
  for (const [serial, device] of created) devices.set(serial, device);
  return created.size;
}
