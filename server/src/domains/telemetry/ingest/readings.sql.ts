// Writes readings: many rows in one statement and one commit, repeated as often as a sender likes.
import { COUNTERS, INTERVAL_ENERGIES, quantityNames } from "@heliograph/contract";
import type pg from "pg";
import { recordArrivals, type Arrival } from "../arrivals/arrivals.sql.ts";
import { binaryArray, binaryTextArray } from "../../../platform/postgres/binary-arrays.ts";
import { transacted } from "../../../platform/postgres/transaction.ts";
import {
  mergeRepeats,
  readingJson,
  changesOf,
  type Merged,
  type Outcome,
  type ReadingRow,
  type RefusalRecord,
} from "./reading-rows.ts";
import { recordRefused } from "./refusals.sql.ts";

/** What one micro-batch brings to the database. */
interface ReadingBatch {
  /** 0 live, 1 backlog: which of its two queues the worker takes it from. */
  readonly lane: 0 | 1;
  readonly rows: readonly ReadingRow[];
  /** Readings and messages that were refused, kept for their owner to see. */
  readonly refused?: readonly RefusalRecord[];
  /** What to count of gateways that are followed, once the outcome of each row is known. */
  readonly arrivals?: (outcomes: readonly Outcome[]) => readonly Arrival[];
}

/**
 * Stores the batch in a transaction of its own and returns the outcome of each row, in order: new readings, corrections with what they replaced,
 * one `changed_readings` row for each kind, refusals. A row equal to the stored one changes nothing. Partitions must exist.
 */
export function storeReadings(pool: pg.Pool, batch: ReadingBatch): Promise<Outcome[]> {
  return transacted(pool, async (client) => {
    const outcomes = await writeReadings(client, batch);
    const arrivals = batch.arrivals?.(outcomes) ?? [];
    if (arrivals.length > 0) await recordArrivals(client, arrivals);
    return outcomes;
  });
}

/** As storeReadings, inside the caller's transaction. */
async function writeReadings(client: pg.ClientBase, batch: ReadingBatch): Promise<Outcome[]> {
  if (batch.refused !== undefined && batch.refused.length > 0) await recordRefused(client, batch.refused);
  if (batch.rows.length === 0) return [];
  const { rows, outcomes, superseded } = mergeRepeats(batch.rows);
  const there = await insertNew(client, batch.lane, rows);
  const changed = there.length === 0 ? new Set<ReadingRow>() : await correct(client, batch.lane, there);
  if (superseded.length > 0) await logSuperseded(client, superseded);
  const before = new Set(there);
  return outcomes(
    rows.map((row) => (changed.has(row) ? "corrected" : before.has(row) ? "duplicate" : "stored")),
  );
}

/** Inserts what is not there yet and returns the rows whose key already was, in order. */
export async function insertNew(
  client: pg.ClientBase,
  lane: 0 | 1,
  rows: readonly ReadingRow[],
): Promise<ReadingRow[]> {
  const { columns, name } = usedColumns(rows);
  const names = columns.join(", ");
  const found = await client.query<{ ord: number }>({
    ...(name === undefined ? {} : { name }),
    text: `
      with given as materialized (${given(columns, 2)}),
      stored as (
        insert into reading (${names}) select ${names} from given
        on conflict (project_id, device_id, ts) do nothing
        returning project_id, device_id, ts
      ), marked as (
        insert into changed_readings (lane, project_id, device_id, since, until)
        select $1, array_agg(project_id), array_agg(device_id), array_agg(since), array_agg(until)
        from (select project_id, device_id, min(ts) as since, max(ts) as until from stored group by 1, 2) device
        having count(*) > 0
      )
      select ord::int4 as ord from given left join stored using (project_id, device_id, ts)
      where stored.ts is null order by ord`,
    values: [lane, ...parameters(columns, rows)],
  });
  return found.rows.flatMap(({ ord }) => rows[ord - 1] ?? []);
}

/** What makes a reading another one: where it came from does not. */
const COMPARED = ["interval_s", "ext", ...quantityNames];
const WRITTEN = ["project_id", "device_id", "ts", "source", ...COMPARED];
const of = (table: string) => COMPARED.map((name) => `${table}.${name}`).join(", ");

/** Replaces stored rows that differ from the given, keeps what they were, and returns the rows that did. */
export async function correct(
  client: pg.ClientBase,
  lane: 0 | 1,
  rows: readonly ReadingRow[],
): Promise<Set<ReadingRow>> {
  // Bounds of ts let the planner leave the other months' partitions alone.
  const instants = rows.map((row) => row.ts);
  const bounds = [new Date(Math.min(...instants)), new Date(Math.max(...instants))];
  const old = await client.query<{ ord: number; was: string }>(
    `with given as materialized (${given(WRITTEN, 3)})
     select g.ord::int4 as ord, jsonb_strip_nulls(to_jsonb(r))::text as was
     from given g join reading r using (project_id, device_id, ts)
     where r.ts between $1 and $2 and (${of("r")}) is distinct from (${of("g")})
     order by g.ord for update of r`,
    [...bounds, ...parameters(WRITTEN, rows)],
  );
  const changed = old.rows.flatMap(({ ord }) => rows[ord - 1] ?? []);
  if (changed.length === 0) return new Set();
  const was = binaryTextArray(
    "jsonb",
    old.rows.map((row) => row.was),
  );
  await client.query(
    `with given as materialized (${given(WRITTEN, 4)}),
     changed as (
       update reading r set ${["source", ...COMPARED].map((name) => `${name} = g.${name}`).join(", ")}
       from given g
       where r.project_id = g.project_id and r.device_id = g.device_id and r.ts = g.ts and r.ts between $1 and $2
       returning g.ord, r.project_id, r.device_id, r.ts, jsonb_strip_nulls(to_jsonb(r)) as became
     )
     insert into reading_correction (project_id, device_id, ts, replaced_at, was, became)
     select c.project_id, c.device_id, c.ts, clock_timestamp(), w.was, c.became
     from changed c join unnest($3::jsonb[]) with ordinality as w(was, ord) using (ord)`,
    [...bounds, was, ...parameters(WRITTEN, changed)],
  );
  await noteChanges(client, lane, changed);
  return new Set(changed);
}

async function noteChanges(client: pg.ClientBase, lane: 0 | 1, rows: readonly ReadingRow[]): Promise<void> {
  const devices = changesOf(rows);
  const numbers = (key: "project_id" | "device_id") =>
    binaryArray(
      "int4",
      devices.map((device) => device[key]),
    );
  const instants = (key: "since" | "until") =>
    binaryArray(
      "timestamptz",
      devices.map((device) => device[key]),
    );
  await client.query(
    `insert into changed_readings (lane, project_id, device_id, since, until)
     values ($1, $2::int4[], $3::int4[], $4::timestamptz[], $5::timestamptz[])`,
    [lane, numbers("project_id"), numbers("device_id"), instants("since"), instants("until")],
  );
}

/** Keeps readings that a later one of the same batch replaced before they were stored. */
async function logSuperseded(client: pg.ClientBase, pairs: Merged["superseded"]): Promise<void> {
  const rows = pairs.map((pair) => pair.was);
  // The ordinal keeps apart two corrections of one key within a microsecond.
  await client.query(
    `insert into reading_correction (project_id, device_id, ts, replaced_at, was, became)
     select project_id, device_id, ts, clock_timestamp() + ord * interval '1 microsecond', was, became
     from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::jsonb[], $5::jsonb[])
       with ordinality as pair(project_id, device_id, ts, was, became, ord)`,
    [
      ...parameters(["project_id", "device_id", "ts"], rows),
      ...(["was", "became"] as const).map((side) =>
        binaryTextArray(
          "jsonb",
          pairs.map((pair) => readingJson(pair[side])),
        ),
      ),
    ],
  );
}

/** Sets of columns that get a prepared statement of their own; rarer ones share that of all columns. */
const STATEMENTS_KEPT = 48;
const statements = new Map<string, string>();

/** The columns in which some row has a value, and the name of the statement prepared for them. */
function usedColumns(rows: readonly ReadingRow[]): { columns: readonly string[]; name: string | undefined } {
  const used = new Set<string>();
  let hasExt = false;
  for (const row of rows) {
    for (const name in row.m) used.add(name);
    if (row.ext !== null) hasExt = true;
  }
  const quantities = quantityNames.filter((name) => used.has(name));
  const columns = [
    "project_id",
    "device_id",
    "ts",
    "interval_s",
    "source",
    ...(hasExt ? ["ext"] : []),
    ...quantities,
  ];
  const key = columns.join();
  let name = statements.get(key);
  if (name === undefined && statements.size < STATEMENTS_KEPT) {
    name = `insert_readings_${statements.size}`;
    statements.set(key, name);
  }
  return name === undefined ? { columns: WRITTEN, name: "insert_readings_all" } : { columns, name };
}

const TYPES: Readonly<Record<string, "int2" | "int4" | "float4" | "float8" | "timestamptz" | "jsonb">> = {
  project_id: "int4",
  device_id: "int4",
  ts: "timestamptz",
  interval_s: "int2",
  source: "int2",
  ext: "jsonb",
  state: "int2",
  event_bits: "int4",
  power_limit_source: "int2",
  nze_on: "int2",
  ...Object.fromEntries(
    Object.keys({ ...COUNTERS, ...INTERVAL_ENERGIES }).map((name) => [name, "float8" as const]),
  ),
};
/** The type of a column of `reading`. */
export const readingColumnType = (column: string) => TYPES[column] ?? "float4";

/** A table of the columns and `ord`, from array parameters numbered from `first`. */
function given(columns: readonly string[], first: number): string {
  const arrays = columns.map((column, index) => `$${first + index}::${readingColumnType(column)}[]`);
  return `select * from unnest(${arrays.join(", ")}) with ordinality as given(${columns.join(", ")}, ord)`;
}

/** The array parameters that belong to given(). */
function parameters(columns: readonly string[], rows: readonly ReadingRow[]): Buffer[] {
  return columns.map((column) => {
    const type = readingColumnType(column);
    if (type === "jsonb") {
      return binaryTextArray(
        "jsonb",
        rows.map((row) => row.ext),
      );
    }
    return binaryArray(
      type,
      rows.map((row) => valueOf(row, column)),
    );
  });
}

function valueOf(row: ReadingRow, column: string): number | null | undefined {
  switch (column) {
    case "project_id":
    case "device_id":
    case "ts":
    case "interval_s":
    case "source":
      return row[column];
    default:
      // Every other column bears the name of its quantity; a test compares the table with the contract.
      return row.m[column as keyof ReadingRow["m"]];
  }
}
