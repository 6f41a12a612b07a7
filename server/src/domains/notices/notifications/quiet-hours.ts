// When a notice may go out, by the quiet hours of the person it is for.
import { addDays, instantAt, localDay, localMinutes } from "@heliograph/contract";

/** Times of day as minutes since midnight by the clocks of a zone. `until` before `from` ends on the next day. */
interface QuietHours {
  readonly from: number;
  readonly until: number;
  readonly timezone: string;
}

/** The end of the quiet hours that the instant lies in, ms since 1970; null: it lies in none. */
export function endOfQuietHours({ from, until, timezone }: QuietHours, atMs: number): number | null {
  const minute = localMinutes(timezone, atMs);
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until;
  if (!isQuiet) return null;
  const today = localDay(timezone, atMs);
  const end = instantAt(timezone, minute < until ? today : addDays(today, 1), until);
  // Where clocks go back in these hours the time may be over already once; it is shown again.
  return end > atMs ? end : atMs + 60_000;
}
