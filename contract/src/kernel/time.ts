// Calendar days and instants in a project's time zone. Built on the time zone data of the runtime.

/** A day as YYYY-MM-DD; never an instant. */
export type Day = string;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Names are written in any case: what callers send may not grow without end. */
const FORMATS_KEPT = 1_000;

function format(timezone: string): Intl.DateTimeFormat {
  let formatter = formats.get(timezone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone: timezone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    if (formats.size >= FORMATS_KEPT) formats.clear();
    formats.set(timezone, formatter);
  }
  return formatter;
}

/** True when the runtime knows the IANA time zone of that name. */
export function isTimezone(timezone: string): boolean {
  try {
    format(timezone);
    return true;
  } catch {
    return false;
  }
}

const DAY_MS = 86_400_000;
/** Half a century of days; a zone that is asked for more begins anew. */
const MIDNIGHTS_KEPT = 20_000;
const midnights = new Map<string, Map<number, number>>();
/** Days by how many lie between them and 1970-01-01: to write one costs more than all else that is asked of an instant. */
const days = new Map<number, Day>();

/**
 * Minutes that local clocks in `timezone` are ahead of UTC at the instant (ms since 1970). Charts ask for thousands of
 * instants of a few days, so offsets at UTC midnights are kept: between two that agree no clock was changed.
 */
export function offsetMinutes(timezone: string, atMs: number): number {
  const day = Math.floor(atMs / DAY_MS);
  const before = offsetAtMidnight(timezone, day);
  if (before === offsetAtMidnight(timezone, day + 1)) return before;
  return formattedOffset(timezone, atMs);
}

function offsetAtMidnight(timezone: string, day: number): number {
  const offsets = midnights.get(timezone) ?? new Map<number, number>();
  const known = offsets.get(day);
  if (known !== undefined) return known;
  const offset = formattedOffset(timezone, day * DAY_MS);
  if (offsets.size >= MIDNIGHTS_KEPT) offsets.clear();
  midnights.set(timezone, offsets.set(day, offset));
  return offset;
}

function formattedOffset(timezone: string, atMs: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of format(timezone).formatToParts(atMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  return Math.round((local - Math.floor(atMs / 1000) * 1000) / 60_000);
}

/** The local calendar day in `timezone` at the instant (ms since 1970). */
export function localDay(timezone: string, atMs: number): Day {
  return dayOf(atMs + offsetMinutes(timezone, atMs) * 60_000);
}

const startInUtc = (day: Day) => Date.parse(`${day}T00:00:00Z`);

/** The day in UTC at the instant (ms since 1970). */
function dayOf(atMs: number): Day {
  const number = Math.floor(atMs / DAY_MS);
  let day = days.get(number);
  if (day === undefined) {
    day = new Date(number * DAY_MS).toISOString().slice(0, 10);
    if (days.size >= MIDNIGHTS_KEPT) days.clear();
    days.set(number, day);
  }
  return day;
}

/** Minutes since local midnight as the wall clock shows them at the instant (ms since 1970), 0 to 1439. */
export function localMinutes(timezone: string, atMs: number): number {
  const local = atMs + offsetMinutes(timezone, atMs) * 60_000;
  return Math.floor((local - Math.floor(local / DAY_MS) * DAY_MS) / 60_000);
}

/**
 * The instant (ms since 1970) at which the local day begins. Where the clock skips midnight (some zones
 * change at 00:00), this is the first instant that the calendar shows the day.
 */
export function startOfDay(timezone: string, day: Day): number {
  const wall = Date.parse(`${day}T00:00:00Z`);
  // The offset before and after a change differ by hours at most: try those in force around the wall time.
  const offsets = [wall - 86_400_000, wall, wall + 86_400_000].map((at) => offsetMinutes(timezone, at));
  const candidates = offsets.map((minutes) => wall - minutes * 60_000);
  const exact = candidates.filter((at) => at + offsetMinutes(timezone, at) * 60_000 === wall);
  if (exact.length > 0) return Math.min(...exact);
  // Midnight does not exist: the day begins where the gap ends, at the later candidate.
  return Math.max(...candidates.filter((at) => localDay(timezone, at) >= day));
}

/**
 * The instant (ms since 1970) at which clocks in the zone show the minute of the day (0 to 1439). A time that they show twice is taken
 * the first time; one that they skip is as long after the gap's end as it is after its beginning, as Temporal's "compatible" has it.
 */
export function instantAt(timezone: string, day: Day, minute: number): number {
  const wall = Date.parse(`${day}T00:00:00Z`) + minute * 60_000;
  const [before = 0, after = 0] = [wall - DAY_MS, wall + DAY_MS].map((at) => offsetMinutes(timezone, at));
  // Ahead of UTC by more means earlier: the greater offset is tried first.
  const shown = [Math.max(before, after), Math.min(before, after)].find(
    (offset) => offsetMinutes(timezone, wall - offset * 60_000) === offset,
  );
  return wall - (shown ?? before) * 60_000;
}

/** The day `count` days after `day`; negative counts go back. */
export function addDays(day: Day, count: number): Day {
  return dayOf(startInUtc(day) + count * DAY_MS);
}

/** Every day from `from` to `to`, both included, in order; empty when `from` is after `to`. */
export function daysBetween(from: Day, to: Day): Day[] {
  const [first, last] = [startInUtc(from), startInUtc(to)];
  const count = Math.max(0, (last - first) / DAY_MS + 1);
  return Array.from({ length: count }, (_, index) => dayOf(first + index * DAY_MS));
}
