// Energies of whole days and months on their way into the database: decision 0075.
import { INTERVAL_ENERGIES } from "@heliograph/contract";
import type pg from "pg";
import { patiently } from "../../../platform/postgres/patience.ts";
import { binaryArray, binaryTextArray } from "../../../platform/postgres/binary-arrays.ts";
import { transacted } from "../../../platform/postgres/transaction.ts";
import { ids, LANE, putChanges } from "../ingest/changed-readings.sql.ts";
import { changesOf, type ReadingRow } from "../ingest/reading-rows.ts";
import { isIntervalEnergy } from "./import-mapping.ts";
import type { Storing } from "./import-notes.ts";
import { countOutcome, mergedReading, mergedRepeats, type ImportCounts } from "./import-merge.ts";

/** The quantities of such a row and their columns: interval_production_wh and production_wh. */
const QUANTITIES = Object.keys(INTERVAL_ENERGIES).filter(isIntervalEnergy);
const COLUMNS = QUANTITIES.map((name) => name.slice("interval_".length));

/**
 * Stores energies of whole days or months, `ts` midnight UTC of the day or of the month's first, in one transaction, and notes
 * their devices as changed in the lane of the backlog. Returns what became of them. May be repeated.
 */
export function loadReported(
  pool: pg.Pool,
  given: readonly ReadingRow[],
  { period, existing, note }: Storing & { readonly period: "day" | "month" },
): Promise<ImportCounts> {
  return patiently(() =>
    transacted(pool, async (client) => {
      const { rows, counts } = mergedRepeats(given, existing);
      const there = await reportedThere(client, rows, period);
      const changed: ReadingRow[] = [];
      const before: ReadingRow[] = [];
      for (const row of rows) {
        const known = there.get(keyOf(row));
        const merge = known === undefined ? null : mergedReading(known, row, existing);
        const outcome = merge?.outcome ?? "stored";
        countOutcome(counts, outcome, merge?.differing ?? []);
        if (outcome === "duplicate" || outcome === "kept") continue;
        changed.push(merge?.row ?? row);
        if (known !== undefined) before.push(known);
      }
      await writeReported(client, changed, period);
      const added = changed.filter((row) => !there.has(keyOf(row)));
      if (added.length > 0) await note?.(client, { kind: period, rows: added });
      if (before.length > 0) await note?.(client, { kind: period, rows: before, wasThere: true });
      return counts;
    }),
  );
}

const keyOf = ({ device_id, ts }: ReadingRow) => `${device_id} ${ts}`;
const dateOf = ({ ts }: ReadingRow) => new Date(ts).toISOString().slice(0, 10);

/** What is stored of the rows' keys, locked until the transaction ends. */
async function reportedThere(
  client: pg.ClientBase,
  rows: readonly ReadingRow[],
  period: "day" | "month",
): Promise<Map<string, ReadingRow>> {
  const found = await client.query<Record<string, number | null> & { ord: number }>(
    `select w.ord::int4 as ord, ${COLUMNS.map((name) => `r.${name}`).join(", ")}
     from unnest($2::int4[], $3::int4[], $4::text[]) with ordinality as w (project_id, device_id, since, ord)
     join reported_energy r on r.project_id = w.project_id and r.device_id = w.device_id and r.since = w.since::date
       and r.period = $1
     order by w.ord for update of r`,
    [period, ids(rows, "project_id"), ids(rows, "device_id"), binaryTextArray("text", rows.map(dateOf))],
  );
  return new Map(
    found.rows.flatMap((stored) => {
      const given = rows[stored.ord - 1];
      if (given === undefined) return [];
      const m = Object.fromEntries(QUANTITIES.map((name, at) => [name, stored[COLUMNS[at] ?? ""]]));
      return [[keyOf(given), { ...given, m }] as const];
    }),
  );
}

async function writeReported(
  client: pg.ClientBase,
  rows: readonly ReadingRow[],
  period: "day" | "month",
): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `insert into reported_energy (period, project_id, device_id, since, ${COLUMNS.join(", ")})
     select $1, project_id, device_id, since::date, ${COLUMNS.join(", ")}
     from unnest($2::int4[], $3::int4[], $4::text[], ${COLUMNS.map((_, at) => `$${at + 5}::float8[]`).join(", ")})
       as given (project_id, device_id, since, ${COLUMNS.join(", ")})
     on conflict (project_id, device_id, period, since) do update set
       ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(", ")}`,
    [
      period,
      ids(rows, "project_id"),
      ids(rows, "device_id"),
      binaryTextArray("text", rows.map(dateOf)),
      ...QUANTITIES.map((name) =>
        binaryArray(
          "float8",
          rows.map(({ m }) => m[name]),
        ),
      ),
    ],
  );
  await putChanges(client, LANE.backlog, changesOf(rows));
}
