// Readings of an import on their way into the database: by COPY where there are none yet, completing what is there where
// there are.
import { quantityNames, type Quantity } from "@heliograph/contract";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { patiently } from "../../../platform/postgres/patience.ts";
import { transacted } from "../../../platform/postgres/transaction.ts";
import { changeArrays, LANE, putChanges, type ReadingChange } from "../ingest/changed-readings.sql.ts";
import { changesOf, type ReadingRow } from "../ingest/reading-rows.ts";
import { readingColumnType } from "../ingest/readings.sql.ts";
import { completeReadings } from "./import-complete.sql.ts";
import { addCounts, mergedRepeats, type ImportCounts } from "./import-merge.ts";
import type { Storing } from "./import-notes.ts";

/** The write path takes its rows as arrays: so many at a time. */
const ROWS_AT_ONCE = 5000;
/** Somebody else wrote one of the readings between the look and the copy. */
const UNIQUE_VIOLATION = "23505";

/**
 * Stores the rows in transactions of their own and notes their devices as changed, in the lane of the backlog; returns what
 * became of them. May be repeated; where a lock is not to be had it waits and tries again. Partitions must exist.
 */
export async function loadReadings(
  pool: pg.Pool,
  given: readonly ReadingRow[],
  { existing, note }: Storing,
): Promise<ImportCounts> {
  const { rows, counts } = mergedRepeats(given, existing);
  if (await patiently(() => copied(pool, rows, note))) {
    counts.stored += rows.length;
    return counts;
  }
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const slice = rows.slice(at, at + ROWS_AT_ONCE);
    addCounts(counts, await patiently(() => completeReadings(pool, slice, { existing, note })));
  }
  return counts;
}

/** Copies the rows, each key once, unless one may be there already; false then, and nothing is stored. */
async function copied(pool: pg.Pool, rows: readonly ReadingRow[], note: Storing["note"]): Promise<boolean> {
  if (rows.length === 0) return false;
  const entries = changesOf(rows);
  try {
    return await transacted(pool, async (client) => {
      const isFree = !(await hasReadings(client, entries));
      if (isFree) {
        await copyRows(client, rows);
        await putChanges(client, LANE.backlog, entries);
        await note?.(client, { kind: "reading", rows });
      }
      return isFree;
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** True when one of the devices has a reading in the span of its rows. */
async function hasReadings(client: pg.ClientBase, entries: readonly ReadingChange[]): Promise<boolean> {
  const { rows } = await client.query(
    `select from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::timestamptz[])
       as w(project_id, device_id, since, until)
     where exists (
       select from reading r where r.project_id = w.project_id and r.device_id = w.device_id
         and r.ts between w.since and w.until and r.ts between $5 and $6
     ) limit 1`,
    [
      ...changeArrays(entries),
      new Date(entries.reduce((least, { since }) => Math.min(least, since), Infinity)),
      new Date(entries.reduce((most, { until }) => Math.max(most, until), -Infinity)),
    ],
  );
  return rows.length > 0;
}

async function copyRows(client: pg.ClientBase, rows: readonly ReadingRow[]): Promise<void> {
  const used = new Set<string>();
  let hasLists = false;
  for (const { m, ext } of rows) {
    for (const name in m) used.add(name);
    if (ext !== null) hasLists = true;
  }
  const quantities = quantityNames.filter((name) => used.has(name));
  const columns = [
    "project_id",
    "device_id",
    "ts",
    "interval_s",
    "source",
    ...quantities,
    ...(hasLists ? ["ext"] : []),
  ];
  const stream = client.query(copyFrom(`copy reading (${columns.join(", ")}) from stdin (format binary)`));
  await new Promise<void>((resolve, reject) => {
    stream.once("error", reject);
    stream.once("finish", resolve);
    stream.end(copyBytes(rows, quantities, hasLists));
  });
}

/** "PGCOPY\n\377\r\n\0", no flags, no extension. Source: PostgreSQL documentation, COPY, binary format. */
const COPY_HEADER = Buffer.from("5047434f50590aff0d0a000000000000000000", "hex");
const POSTGRES_EPOCH_MS = 946_684_800_000;
/** Fields that every row has: two ids, an instant, an interval and a source, each with its length before it. */
const FIXED_BYTES = 2 + 8 + 8 + 12 + 6 + 6;
/** Length and version of a jsonb value. */
const LIST_BYTES = 5;

/** How a quantity's column is written: its bytes and the function that puts them. */
type Put = (buffer: Buffer, value: number, at: number) => number;
const PUT_8: Put = (buffer, value, at) => buffer.writeDoubleBE(value, buffer.writeInt32BE(8, at));
const PUT_2: Put = (buffer, value, at) => buffer.writeInt16BE(value, buffer.writeInt32BE(2, at));
const PUT_4_WHOLE: Put = (buffer, value, at) => buffer.writeInt32BE(value, buffer.writeInt32BE(4, at));
const PUT_4: Put = (buffer, value, at) => buffer.writeFloatBE(value, buffer.writeInt32BE(4, at));

function putOf(name: Quantity): Put {
  const type = readingColumnType(name);
  if (type === "float8") return PUT_8;
  if (type === "int2") return PUT_2;
  return type === "int4" ? PUT_4_WHOLE : PUT_4;
}

function copyBytes(rows: readonly ReadingRow[], quantities: readonly Quantity[], hasLists: boolean): Buffer {
  const lists = hasLists ? rows.map(({ ext }) => (ext === null ? null : Buffer.from(ext))) : [];
  const listBytes = lists.reduce((sum, list) => sum + LIST_BYTES + (list?.length ?? 0), 0);
  const widest = FIXED_BYTES + quantities.length * 12;
  const buffer = Buffer.allocUnsafe(COPY_HEADER.length + rows.length * widest + listBytes + 2);
  const puts = quantities.map((name) => ({ name, put: putOf(name) }));
  const fields = 5 + quantities.length + (hasLists ? 1 : 0);
  let at = COPY_HEADER.copy(buffer);
  for (const [index, row] of rows.entries()) {
    at = buffer.writeInt16BE(fields, at);
    at = buffer.writeInt32BE(row.project_id, buffer.writeInt32BE(4, at));
    at = buffer.writeInt32BE(row.device_id, buffer.writeInt32BE(4, at));
    at = writeInstant(buffer, row.ts, buffer.writeInt32BE(8, at));
    at = buffer.writeInt16BE(row.interval_s, buffer.writeInt32BE(2, at));
    at = buffer.writeInt16BE(row.source, buffer.writeInt32BE(2, at));
    for (const { name, put } of puts) {
      const value = row.m[name];
      at = value === null || value === undefined ? buffer.writeInt32BE(-1, at) : put(buffer, value, at);
    }
    if (hasLists) at = writeList(buffer, lists[index] ?? null, at);
  }
  return buffer.subarray(0, buffer.writeInt16BE(-1, at));
}

function writeInstant(buffer: Buffer, ms: number, at: number): number {
  // Microseconds stay below 2^53 for the years 1715 to 2285.
  const micros = (ms - POSTGRES_EPOCH_MS) * 1000;
  const high = Math.floor(micros / 4_294_967_296);
  return buffer.writeUInt32BE(micros - high * 4_294_967_296, buffer.writeInt32BE(high, at));
}

/** A jsonb value on the wire: its version, 1, and its text. */
function writeList(buffer: Buffer, list: Buffer | null, at: number): number {
  if (list === null) return buffer.writeInt32BE(-1, at);
  const start = buffer.writeUInt8(1, buffer.writeInt32BE(list.length + 1, at));
  return start + list.copy(buffer, start);
}
