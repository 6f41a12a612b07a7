// Readings of an import on their way into the database: by COPY where there are none yet, as the write path does it where
// there are.
import { CODES, COUNTERS, quantityNames, type Quantity } from "@heliograph/contract";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { changeArrays, LANE, putChanges, type ReadingChange } from "../ingest/changed-readings.sql.ts";
import { mergeRepeats, changesOf, type Outcome, type ReadingRow } from "../ingest/reading-rows.ts";
import { storeReadings } from "../ingest/readings.sql.ts";

/** How many rows had which outcome. */
type Counts = Readonly<Record<Outcome, number>>;

/** The write path takes its rows as arrays: so many at a time. */
const ROWS_AT_ONCE = 5000;
/** Somebody else wrote one of the readings between the look and the copy. */
const UNIQUE_VIOLATION = "23505";

/**
 * Stores the rows in transactions of their own and notes their devices as changed, in the lane of the backlog; returns how
 * many were new, there already, or corrected what was there. May be repeated. Partitions must exist.
 */
export async function loadReadings(pool: pg.Pool, rows: readonly ReadingRow[]): Promise<Counts> {
  const merged = mergeRepeats(rows);
  const isFresh = merged.superseded.length === 0 && (await copied(pool, merged.rows));
  if (isFresh) return counted(merged.outcomes(merged.rows.map(() => "stored")));
  const outcomes: Outcome[] = [];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const slice = rows.slice(at, at + ROWS_AT_ONCE);
    outcomes.push(...(await storeReadings(pool, { lane: LANE.backlog, rows: slice })));
  }
  return counted(outcomes);
}

function counted(outcomes: readonly Outcome[]): Counts {
  const counts = { stored: 0, duplicate: 0, corrected: 0 };
  for (const outcome of outcomes) counts[outcome] += 1;
  return counts;
}

/** Copies the rows, each key once, unless one may be there already; false then, and nothing is stored. */
async function copied(pool: pg.Pool, rows: readonly ReadingRow[]): Promise<boolean> {
  if (rows.length === 0) return false;
  const entries = changesOf(rows);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const isFree = !(await hasReadings(client, entries));
    if (isFree) {
      await copyRows(client, rows);
      await putChanges(client, LANE.backlog, entries);
    }
    await client.query("commit");
    return isFree;
  } catch (error) {
    await client.query("rollback").catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure));
    });
    if (error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION) return false;
    throw error;
  } finally {
    client.release(broken);
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
  for (const { m } of rows) for (const name in m) used.add(name);
  const quantities = quantityNames.filter((name) => used.has(name));
  const columns = ["project_id", "device_id", "ts", "interval_s", "source", ...quantities];
  const stream = client.query(copyFrom(`copy reading (${columns.join(", ")}) from stdin (format binary)`));
  await new Promise<void>((resolve, reject) => {
    stream.once("error", reject);
    stream.once("finish", resolve);
    stream.end(copyBytes(rows, quantities));
  });
}

/** "PGCOPY\n\377\r\n\0", no flags, no extension. Source: PostgreSQL documentation, COPY, binary format. */
const COPY_HEADER = Buffer.from("5047434f50590aff0d0a000000000000000000", "hex");
const POSTGRES_EPOCH_MS = 946_684_800_000;
/** Fields that every row has: two ids, an instant, an interval and a source, each with its length before it. */
const FIXED_BYTES = 2 + 8 + 8 + 12 + 6 + 6;

function copyBytes(rows: readonly ReadingRow[], quantities: readonly Quantity[]): Buffer {
  const widest = FIXED_BYTES + quantities.length * 12;
  const buffer = Buffer.allocUnsafe(COPY_HEADER.length + rows.length * widest + 2);
  let at = COPY_HEADER.copy(buffer);
  for (const row of rows) {
    at = buffer.writeInt16BE(5 + quantities.length, at);
    at = buffer.writeInt32BE(row.project_id, buffer.writeInt32BE(4, at));
    at = buffer.writeInt32BE(row.device_id, buffer.writeInt32BE(4, at));
    at = writeInstant(buffer, row.ts, buffer.writeInt32BE(8, at));
    at = buffer.writeInt16BE(row.interval_s, buffer.writeInt32BE(2, at));
    at = buffer.writeInt16BE(row.source, buffer.writeInt32BE(2, at));
    for (const name of quantities) at = writeQuantity(buffer, name, row.m[name], at);
  }
  return buffer.subarray(0, buffer.writeInt16BE(-1, at));
}

function writeInstant(buffer: Buffer, ms: number, at: number): number {
  // Microseconds stay below 2^53 for the years 1715 to 2285.
  const micros = (ms - POSTGRES_EPOCH_MS) * 1000;
  const high = Math.floor(micros / 4_294_967_296);
  return buffer.writeUInt32BE(micros - high * 4_294_967_296, buffer.writeInt32BE(high, at));
}

// oxlint-disable-next-line max-params -- one cell of millions: an object for each would cost more than writing it
function writeQuantity(buffer: Buffer, name: Quantity, value: number | null | undefined, at: number): number {
  if (value === null || value === undefined) return buffer.writeInt32BE(-1, at);
  if (name in COUNTERS) return buffer.writeDoubleBE(value, buffer.writeInt32BE(8, at));
  if (name === "state") return buffer.writeInt16BE(value, buffer.writeInt32BE(2, at));
  if (name in CODES) return buffer.writeInt32BE(value, buffer.writeInt32BE(4, at));
  return buffer.writeFloatBE(value, buffer.writeInt32BE(4, at));
}
