// Imported readings of instants that have one already: what is there is completed, and nothing is removed (decision 0076).
import { quantityNames } from "@heliograph/contract";
import type pg from "pg";
import { binaryArray } from "../../../platform/postgres/binary-arrays.ts";
import { transacted } from "../../../platform/postgres/transaction.ts";
import { LANE } from "../ingest/changed-readings.sql.ts";
import type { ReadingRow } from "../ingest/reading-rows.ts";
import { correct, insertNew } from "../ingest/readings.sql.ts";
import type { Storing } from "./import-notes.ts";
import { countOutcome, mergedReading, noCounts, type ImportCounts } from "./import-merge.ts";

/**
 * Stores the rows, each key once, in a transaction of its own: new ones as they are, the others as what completes (or
 * replaces) the reading that is there; what that was is kept in `reading_correction`. Returns what became of them.
 */
export const completeReadings = (
  pool: pg.Pool,
  rows: readonly ReadingRow[],
  storing: Storing,
): Promise<ImportCounts> => transacted(pool, (client) => complete(client, rows, storing));

async function complete(
  client: pg.ClientBase,
  rows: readonly ReadingRow[],
  { existing, note }: Storing,
): Promise<ImportCounts> {
  const counts = noCounts();
  const known = await insertNew(client, LANE.backlog, rows);
  counts.stored += rows.length - known.length;
  if (known.length < rows.length) {
    const there = new Set(known);
    await note?.(client, { kind: "reading", rows: rows.filter((row) => !there.has(row)) });
  }
  if (known.length === 0) return counts;
  const stored = await storedReadings(client, known);
  const changed: ReadingRow[] = [];
  known.forEach((given, index) => {
    const there = stored[index];
    if (there === undefined) return;
    const { row, outcome, differing } = mergedReading(there, given, existing);
    countOutcome(counts, outcome, differing);
    if (outcome === "completed" || outcome === "replaced") changed.push(row);
  });
  if (changed.length === 0) return counts;
  await correct(client, LANE.backlog, changed);
  await note?.(client, { kind: "completed", rows: changed });
  return counts;
}

type Stored = Record<string, unknown> & {
  readonly interval_s: number;
  readonly source: ReadingRow["source"];
  readonly ext?: object | null;
};

/** The stored readings of the rows' keys, locked until the transaction ends, in the order of the rows. */
async function storedReadings(client: pg.ClientBase, rows: readonly ReadingRow[]): Promise<ReadingRow[]> {
  const numbers = (key: "project_id" | "device_id") =>
    binaryArray(
      "int4",
      rows.map((row) => row[key]),
    );
  const instants = rows.map(({ ts }) => ts);
  const found = await client.query<{ ord: number; stored: Stored }>(
    `with g as materialized (
       select * from unnest($3::int4[], $4::int4[], $5::timestamptz[]) with ordinality as g (project_id, device_id, ts, ord))
     select g.ord::int4 as ord, to_jsonb(r) as stored from g join reading r using (project_id, device_id, ts)
     where r.ts between $1 and $2 order by g.ord for update of r`,
    [
      new Date(instants.reduce((a, b) => Math.min(a, b), Infinity)),
      new Date(instants.reduce((a, b) => Math.max(a, b), -Infinity)),
      numbers("project_id"),
      numbers("device_id"),
      binaryArray("timestamptz", instants),
    ],
  );
  const stored: ReadingRow[] = [];
  for (const { ord, stored: one } of found.rows) {
    const given = rows[ord - 1];
    if (given === undefined) continue;
    const { project_id, device_id, ts } = given;
    stored[ord - 1] = {
      project_id,
      device_id,
      ts,
      interval_s: one.interval_s,
      source: one.source,
      m: valuesOf(one),
      ext: one.ext === null || one.ext === undefined ? null : JSON.stringify(one.ext),
    };
  }
  return stored;
}

function valuesOf(stored: Stored): ReadingRow["m"] {
  return Object.fromEntries(
    quantityNames.flatMap((name) => {
      const value = stored[name];
      return typeof value === "number" ? [[name, value]] : [];
    }),
  );
}
