// What an import added, and how it is taken back: a row for each batch and device (decision 0084).
import { INTERVAL_ENERGIES, quantityNames } from "@heliograph/contract";
import { sql } from "kysely";
import type pg from "pg";
import type { Db } from "../../../../platform/db.ts";
import { binaryArray, binaryTextArray } from "../../../../platform/postgres/binary-arrays.ts";
import { transacted } from "../../../../platform/postgres/transaction.ts";
import { ids, instants, LANE, putChanges } from "../../ingest/changed-readings.sql.ts";
import type { ReadingRow } from "../../ingest/reading-rows.ts";
import { byDevice } from "../import-merge.ts";
import type { NoteWritten } from "../import-notes.ts";
import { packRuns, unpackRuns } from "./runs.ts";

/** What hears of everything that the import writes and marks it as the import's, in the transaction that writes it. */
export function marker(importId: number): NoteWritten {
  return async (client, { kind, rows, wasThere }) => {
    const marks = byDevice(rows).flatMap((own) => {
      const [first] = own;
      const last = own.at(-1);
      if (first === undefined || last === undefined) return [];
      const { project_id, device_id } = first;
      const was = wasThere === true ? JSON.stringify(own.map(({ m }) => m)) : null;
      const at = own.map(({ ts }) => ts);
      return [{ project_id, device_id, at, since: first.ts, until: last.ts, was }];
    });
    await client.query(
      `insert into history_import_mark (import_id, kind, project_id, device_id, since, until, count, runs, was)
       select $1, $2, project_id, device_id, since, until, count, decode(runs, 'base64'), was
       from unnest($3::int4[], $4::int4[], $5::timestamptz[], $6::timestamptz[], $7::int4[], $8::text[], $9::jsonb[])
         as m (project_id, device_id, since, until, count, runs, was)`,
      [
        importId,
        kind,
        ids(marks, "project_id"),
        ids(marks, "device_id"),
        instants(marks.map(({ since }) => since)),
        instants(marks.map(({ until }) => until)),
        binaryArray(
          "int4",
          marks.map(({ at }) => at.length),
        ),
        binaryTextArray(
          "text",
          marks.map(({ at }) => packRuns(at).toString("base64")),
        ),
        binaryTextArray(
          "jsonb",
          marks.map(({ was }) => was),
        ),
      ],
    );
  };
}

interface Mark {
  readonly mark_id: number;
  readonly project_id: number;
  readonly device_id: number;
  readonly kind: "reading" | "completed" | "day" | "month";
  readonly since: Date;
  readonly until: Date;
  readonly runs: Buffer;
  readonly was: readonly ReadingRow["m"][] | null;
}

/**
 * Takes back what the newest mark of the import says, in a transaction of its own: readings that it added go, unless a gateway
 * has sent them since; what it completed is as it was, unless it was changed since. False when there was nothing left. May be
 * repeated: the mark goes with what it says.
 */
export function takeBackNext(pool: pg.Pool, importId: number): Promise<boolean> {
  return transacted(pool, async (client) => {
    const { rows } = await client.query<Mark>(
      `delete from history_import_mark where mark_id = (
         select mark_id from history_import_mark where import_id = $1 order by mark_id desc limit 1 for update)
       returning *`,
      [importId],
    );
    const [mark] = rows;
    if (mark !== undefined) await takeBack(client, mark);
    return mark !== undefined;
  });
}

async function takeBack(client: pg.ClientBase, mark: Mark): Promise<void> {
  const { project_id, device_id, since, until } = mark;
  if (mark.kind === "reading") await removeReadings(client, mark);
  else if (mark.kind === "completed") await restoreReadings(client, mark);
  else await restoreReported(client, mark);
  await putChanges(client, LANE.backlog, [
    { project_id, device_id, since: since.getTime(), until: until.getTime() },
  ]);
}

/** The device, the span and the instants of a mark. */
const placeOf = ({ project_id, device_id, since, until, runs }: Mark) => [
  project_id,
  device_id,
  since,
  until,
  instants(unpackRuns(runs)),
];

async function removeReadings(client: pg.ClientBase, mark: Mark): Promise<void> {
  await client.query(
    `delete from reading r using unnest($5::timestamptz[]) as w (ts)
     where r.project_id = $1 and r.device_id = $2 and r.ts = w.ts and r.ts between $3 and $4 and r.source = 2`,
    placeOf(mark),
  );
}

/** What a reading is made of beside its key. */
const COLUMNS = ["interval_s", "source", "ext", ...quantityNames];

async function restoreReadings(client: pg.ClientBase, mark: Mark): Promise<void> {
  await client.query(
    `with there as (
       select r.ts, jsonb_strip_nulls(to_jsonb(r)) as is_now from reading r join unnest($5::timestamptz[]) as w (ts) using (ts)
       where r.project_id = $1 and r.device_id = $2 and r.ts between $3 and $4 order by r.ts for update of r
     ), before as (
       select distinct on (c.ts) c.ts, c.was, t.is_now from reading_correction c join there t using (ts)
       where c.project_id = $1 and c.device_id = $2 and c.ts between $3 and $4 and c.became = t.is_now
       order by c.ts, c.replaced_at desc
     ), restored as (
       update reading r set (${COLUMNS.join(", ")}) =
         (select ${COLUMNS.map((name) => `b.${name}`).join(", ")} from jsonb_populate_record(null::reading, before.was) b)
       from before where r.project_id = $1 and r.device_id = $2 and r.ts = before.ts and r.ts between $3 and $4
       returning r.ts
     )
     insert into reading_correction (project_id, device_id, ts, replaced_at, was, became)
     select $1, $2, ts, clock_timestamp(), is_now, was from before join restored using (ts)`,
    placeOf(mark),
  );
}

const REPORTED = Object.keys(INTERVAL_ENERGIES).map((name) => name.slice("interval_".length));

async function restoreReported(client: pg.ClientBase, { was, ...mark }: Mark): Promise<void> {
  const { project_id, device_id, kind } = mark;
  const days = unpackRuns(mark.runs).map((ms) => new Date(ms).toISOString().slice(0, 10));
  const values = [project_id, device_id, kind, binaryTextArray("text", days)];
  const own = "r.project_id = $1 and r.device_id = $2 and r.period = $3 and r.since = w.since::date";
  if (was === null) {
    await client.query(
      `delete from reported_energy r using unnest($4::text[]) as w (since) where ${own}`,
      values,
    );
    return;
  }
  await client.query(
    `update reported_energy r set ${REPORTED.map((name) => `${name} = (w.was->>'interval_${name}')::float8`).join(", ")}
     from unnest($4::text[], $5::jsonb[]) as w (since, was) where ${own}`,
    [
      ...values,
      binaryTextArray(
        "jsonb",
        was.map((m) => JSON.stringify(m)),
      ),
    ],
  );
}

/** What an import has added and completed so far: readings, or days and months. */
export async function markedCounts(
  db: Db,
  importId: number,
): Promise<{ readonly added: number; readonly completed: number }> {
  const { rows } = await sql<{ added: number; completed: number }>`
    select coalesce(sum(count) filter (where kind <> 'completed' and was is null), 0)::int8 as added,
      coalesce(sum(count) filter (where kind = 'completed' or was is not null), 0)::int8 as completed
    from history_import_mark where import_id = ${importId}`.execute(db);
  return rows[0] ?? { added: 0, completed: 0 };
}
