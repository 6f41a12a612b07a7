// When a person's digest is due.
import { addDays, instantAt, localDay, type Day } from "@heliograph/contract";

/** A time of day at which digests are mailed, and what was mailed. Instants are ms since 1970. */
export interface DigestTime {
  /** "07:00" by the clocks of the zone. */
  readonly at: string;
  readonly timezone: string;
  /** Since when the person wants it then. */
  readonly since_ms: number;
  /** The last day of which a digest was made, and until when it went; null: none was. */
  readonly last: { readonly day: Day; readonly until_ms: number } | null;
}

const DAY_MS = 86_400_000;
/** What happened longer ago is in no digest: one was switched off for so long. */
const MOST_DAYS = 7;

/**
 * The digest that is due at the instant, by the local day that it is of, and what happened in which time it tells; null: none is. Of several
 * days that were missed it is the last one; of one day there is one, wherever the person's clocks have gone.
 */
export function dueDigest(
  { at, timezone, since_ms, last }: DigestTime,
  nowMs: number,
): { day: Day; from_ms: number; until_ms: number } | null {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const today = localDay(timezone, nowMs);
  const due = [today, addDays(today, -1)]
    .map((day) => ({ day, until_ms: instantAt(timezone, day, 60 * hours + minutes) }))
    .find(({ until_ms }) => until_ms <= nowMs);
  if (due === undefined || due.until_ms < since_ms) return null;
  if (last !== null && (due.day <= last.day || due.until_ms <= last.until_ms)) return null;
  const from_ms = Math.max(last?.until_ms ?? due.until_ms - DAY_MS, due.until_ms - MOST_DAYS * DAY_MS);
  return { ...due, from_ms };
}
