// Until when an alarm is put aside.
import { addDays, DESK_LIMITS, instantAt, localDay } from "@heliograph/contract";

const TWO_HOURS_MS = 2 * 3_600_000;
/** People come back to it in the morning: minutes after midnight by the plant's clock. */
const MORNING = 8 * 60;

/**
 * The instant at which the snooze ends, ms since 1970: in two hours, or at 08:00 by the plant's clock of tomorrow or of a day. Null: that
 * is over, or further away than DESK_LIMITS allows.
 */
export function snoozeEnd(until: string, timezone: string, nowMs: number): number | null {
  if (until === "two_hours") return nowMs + TWO_HOURS_MS;
  const today = localDay(timezone, nowMs);
  const day = until === "tomorrow" ? addDays(today, 1) : until;
  const end = instantAt(timezone, day, MORNING);
  return end <= nowMs || day > addDays(today, DESK_LIMITS.snoozeDays) ? null : end;
}
