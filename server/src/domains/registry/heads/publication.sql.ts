// Heads of days as they are published: the last head before the end of each day in GMT+8 (certificates.md §3.6, rule R41).
import { addDays, plainGmt8Day, type Day, type LogHead } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { headAt } from "../proofs/log.sql.ts";

/** Places that heads are published at. */
export type HeadPlace = "file" | "webhook";

/** So many days back are made up. */
const DAYS_BACK = 7;

/** The days that are over, since the log has heads, whose head is not at the place yet, the oldest first. `now`: ms since 1970. */
export async function unpublishedDays(db: Db, place: HeadPlace, now: number): Promise<Day[]> {
  const today = plainGmt8Day(now);
  const { rows } = await sql<{ first_at: Date | null; done: Day[] }>`
    select (select min(at) from journal_head) as first_at,
      (select coalesce(array_agg(day::text), '{}') from head_publication where place = ${place} and done_at is not null) as done`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined || row.first_at === null) return [];
  const first = plainGmt8Day(row.first_at);
  const done = new Set(row.done);
  const days = Array.from({ length: DAYS_BACK }, (_, i) => addDays(today, i - DAYS_BACK));
  return days.filter((day) => day >= first && !done.has(day));
}

/** The last head before the end of the day in GMT+8; undefined: there is none. */
export async function headOfDay(db: Db, day: Day): Promise<LogHead | undefined> {
  const { rows } = await sql<{ size: number | null }>`
    select max(size) as size from journal_head where at < (${addDays(day, 1)}::date)::timestamp at time zone 'Asia/Singapore'`.execute(
    db,
  );
  const size = rows[0]?.size ?? null;
  return size === null ? undefined : headAt(db, size);
}

/** Notes that the head of the day lies at the place, or why it could not be put there. */
export async function notePublication(
  db: Db,
  { day, place, head, error }: { day: Day; place: HeadPlace; head: LogHead; error: string | null },
): Promise<void> {
  await sql`
    insert into head_publication (day, place, size, root, tried_at, done_at, error)
    values (${day}, ${place}, ${head.size}, decode(${head.root}, 'hex'), now(), case when ${error}::text is null then now() end, ${error})
    on conflict (day, place) do update set size = excluded.size, root = excluded.root, tried_at = excluded.tried_at,
      done_at = excluded.done_at, error = excluded.error`.execute(db);
}

/** A head that is not where it should be. */
export interface LatePublication {
  readonly day: Day;
  readonly place: HeadPlace;
  /** Why not; null: it was not even tried. */
  readonly error: string | null;
}

/** After the end of its day a head has so long to be published, hours. */
const HOURS = 12;

/** Heads of the last week's days that should have been published by the instant (ms since 1970) and were not. */
export async function latePublications(db: Db, now: number): Promise<LatePublication[]> {
  const { rows } = await sql<LatePublication & { done: boolean }>`
    select day, place, error, done_at is not null as done from head_publication`.execute(db);
  const tried = new Map(rows.map((row) => [`${row.day} ${row.place}`, row]));
  // Where heads go beside the file is known of what was tried alone.
  const places: readonly HeadPlace[] = ["file", "webhook"];
  const late: LatePublication[] = [];
  for (const place of places) {
    for (const day of await unpublishedDays(db, place, now - HOURS * 3_600_000)) {
      const row = tried.get(`${day} ${place}`);
      if (row?.done === true || (row === undefined && place === "webhook")) continue;
      late.push({ day, place, error: row?.error ?? null });
    }
  }
  return late;
}
