// Stamps of an import: texts in a stated format, on the clocks of a time zone.
import { addDays, offsetMinutes, startOfDay } from "@heliograph/contract";

/** A stamp as read: an instant (ms since 1970), or what clocks showed (as if in UTC) when the text does not say where. */
export type Stamp = { readonly at: number } | { readonly wall: number };

const DAY_MS = 86_400_000;

/** Tokens of a format and what they match. Others stand for themselves. */
const TOKENS: Readonly<Record<string, string>> = {
  YYYY: String.raw`(?<year>\d{4})`,
  YY: String.raw`(?<shortYear>\d{2})`,
  MM: String.raw`(?<month>\d{2})`,
  M: String.raw`(?<month>\d{1,2})`,
  DD: String.raw`(?<day>\d{2})`,
  D: String.raw`(?<day>\d{1,2})`,
  HH: String.raw`(?<hour>\d{2})`,
  H: String.raw`(?<hour>\d{1,2})`,
  hh: String.raw`(?<hour>\d{2})`,
  h: String.raw`(?<hour>\d{1,2})`,
  mm: String.raw`(?<minute>\d{2})`,
  ss: String.raw`(?<second>\d{2})`,
  SSS: String.raw`(?<fraction>\d{1,9})`,
  A: "(?<half>[AaPp]\\.?[Mm]\\.?)",
};
const TOKEN = /YYYY|YY|MM|M|DD|D|HH|H|hh|h|mm|ss|SSS|A|'[^']*'|./gsu;
const ISO =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?)?(?<zone>Z|[+-]\d{2}:?\d{2})?$/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Returns the reader of a format: "ISO" (ISO 8601, with or without an offset), "unix" (seconds since 1970), "unix_ms", or
 * tokens YYYY YY MM M DD D HH H hh h mm ss SSS A with anything else, or a text between apostrophes, standing for itself.
 * Null: the format lacks a year, month or (where `least` says so) day, which is then the first. The reader answers null for a text that is no stamp in the format.
 */
export function stampReader(
  format: string,
  least: "day" | "month" = "day",
): ((text: string) => Stamp | null) | null {
  if (format === "ISO") return (text) => fromGroups(ISO.exec(text)?.groups);
  if (format === "unix") return (text) => sinceEpoch(text, 1000);
  if (format === "unix_ms") return (text) => sinceEpoch(text, 1);
  const parts = [...format.matchAll(TOKEN)].map(([part]) => TOKENS[part] ?? escaped(part));
  const needed = least === "day" ? ["(?<month>", "(?<day>"] : ["(?<month>"];
  const wanted = needed.every((group) => parts.some((part) => part.startsWith(group)));
  const hasYear = parts.some((part) => part.startsWith("(?<year>") || part.startsWith("(?<shortYear>"));
  if (!wanted || !hasYear || new Set(parts.filter(isGroup).map(nameOf)).size < parts.filter(isGroup).length) {
    return null;
  }
  const pattern = new RegExp(`^${parts.join("")}$`, "u");
  return (text) => fromGroups(pattern.exec(text)?.groups);
}

function sinceEpoch(text: string, factor: number): Stamp | null {
  return NUMBER.test(text) ? { at: Math.round(Number(text) * factor) } : null;
}

const isGroup = (part: string) => part.startsWith("(?<");
const nameOf = (part: string) => part.slice(3, part.indexOf(">"));

function escaped(part: string): string {
  const literal = part.length > 1 && part.startsWith("'") ? part.slice(1, -1) : part;
  return literal.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function fromGroups(groups: Record<string, string | undefined> | undefined): Stamp | null {
  if (groups === undefined) return null;
  const { year, shortYear, month, day, hour, minute, second, fraction, half, zone } = groups;
  // Two digits mean the years 1970 to 2069, as POSIX has it with one year's difference.
  const years =
    year === undefined ? Number(shortYear) + (Number(shortYear) < 70 ? 2000 : 1900) : Number(year);
  const hours = half === undefined ? Number(hour ?? 0) : hoursOf(Number(hour ?? 12), half);
  const ms = Math.floor(Number(`0.${fraction ?? "0"}`) * 1000 + 1e-6);
  const parts = [Number(month), Number(day ?? 1), hours, Number(minute ?? 0), Number(second ?? 0)] as const;
  const [mon, dom, hou, min, sec] = parts;
  // Midnight at the end of a day is written 24:00 by some.
  const isEnd = hou === 24 && min === 0 && sec === 0;
  if (mon < 1 || mon > 12 || (hou > 23 && !isEnd) || min > 59 || sec > 59) return null;
  const midnight = Date.UTC(years, mon - 1, dom);
  if (new Date(midnight).getUTCDate() !== dom) return null;
  const wall = midnight + ((hou * 60 + min) * 60 + sec) * 1000 + ms;
  if (zone === undefined) return { wall };
  return { at: wall - (zone === "Z" ? 0 : offsetOf(zone)) };
}

/** Hours since midnight of a clock with two halves; 99 when it shows none. */
function hoursOf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return 99;
  return (hour % 12) + (half.toLowerCase().startsWith("p") ? 12 : 0);
}

function offsetOf(zone: string): number {
  const [hours, minutes] = [zone.slice(1, 3), zone.slice(-2)].map(Number);
  return (zone.startsWith("-") ? -1 : 1) * ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000;
}

/**
 * Returns the function from what clocks in the time zone show to the instants (ms since 1970, ascending) at which they do:
 * one, or none or two around a change of the clocks.
 */
export function instantsIn(timezone: string): (wall: number) => readonly number[] {
  const days = new Map<number, number | null>();
  return (wall) => {
    const day = Math.floor(wall / DAY_MS);
    let shift = days.get(day);
    if (shift === undefined) days.set(day, (shift = steadyShift(timezone, day * DAY_MS)));
    return shift === null ? aroundChange(timezone, wall) : [wall + shift];
  };
}

/** From wall to instant, for all of a day on which the clocks do not change; null: they do. */
function steadyShift(timezone: string, midnight: number): number | null {
  const day = new Date(midnight).toISOString().slice(0, 10);
  const start = startOfDay(timezone, day);
  const isSteady = startOfDay(timezone, addDays(day, 1)) - start === DAY_MS;
  const atStart = offsetMinutes(timezone, start);
  // Two changes on one day could cancel out; none is known, but the middle of the day is cheap to ask.
  return isSteady &&
    start + atStart * 60_000 === midnight &&
    offsetMinutes(timezone, start + DAY_MS / 2) === atStart
    ? start - midnight
    : null;
}

function aroundChange(timezone: string, wall: number): number[] {
  const offsets = new Set([-DAY_MS, 0, DAY_MS].map((ms) => offsetMinutes(timezone, wall + ms)));
  const candidates = [...offsets].map((minutes) => wall - minutes * 60_000);
  return candidates
    .filter((at) => at + offsetMinutes(timezone, at) * 60_000 === wall)
    .toSorted((a, b) => a - b);
}
