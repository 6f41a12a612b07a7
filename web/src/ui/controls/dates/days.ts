// Calendar days are texts "2026-11-22" everywhere: a Date is an instant, and shifts by a day between time zones.
import type { Lang } from "../../tokens/tokens.ts";

/** What a field for days may ask for: a day, or the month or year around it. */
export type DayPart = "day" | "month" | "year";

/** The first of the month or year that the part leaves open. */
const REST: Record<DayPart, string> = { day: "", month: "-01", year: "-01-01" };
/** How much of a day is shown: characters of YYYY-MM-DD. */
const SHOWN: Record<DayPart, number> = { day: 10, month: 7, year: 4 };

const reversed = (text: string) => text.split("-").toReversed().join("-");

/** True for YYYY-MM-DD of a day that the calendar has. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/**
 * The day that is typed as the language writes days, months or years (M185), with - / . or spaces between; of months and
 * years the first day. Null: it is none.
 */
export function typedDay(lang: Lang, part: DayPart, text: string): string | null {
  const parts = text.trim().replace(/[/.\s]+/g, "-");
  const day = (lang === "vi" ? reversed(parts) : parts) + REST[part];
  return isDay(day) ? day : null;
}

/** A day as the language writes it; "" for none. */
export const shownDay = (lang: Lang, part: DayPart, day: string | null): string => {
  const text = day?.slice(0, SHOWN[part]) ?? "";
  return lang === "vi" ? reversed(text) : text;
};

/** How the language writes it, as a hint in the empty field. */
export const dayPatternOf = (lang: Lang, part: DayPart): string => shownDay(lang, part, "YYYY-MM-DD");

/** Midnight of a day in the browser's own zone, which is what react-day-picker holds. */
export const toDate = (day: string): Date => new Date(`${day}T00:00:00`);

/** The day of such a midnight. */
export const toDay = (date: Date): string =>
  [
    String(date.getFullYear()).padStart(4, "0"),
    String(date.getMonth() + 1).padStart(2, "0"),
    String(date.getDate()).padStart(2, "0"),
  ].join("-");

/** Which days can be chosen. */
export interface DayBounds {
  /** The first and the last. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Others that cannot. */
  readonly isOff?: ((day: string) => boolean) | undefined;
}

/** True for a day that can be chosen; of a month or year, one that reaches into the bounds. */
export function isAllowed(day: string, part: DayPart, { min, max, isOff }: DayBounds): boolean {
  const length = SHOWN[part];
  const within =
    (min === undefined || day.slice(0, length) >= min.slice(0, length)) &&
    (max === undefined || day.slice(0, length) <= max.slice(0, length));
  return within && isOff?.(day) !== true;
}

/** The time that is typed: 9, 930, 9:30, 09h30, 09.30 as "09:30". Null: it is none. */
export function typedTime(text: string): string | null {
  const [, hour = "", minute = "00"] = /^\s*(\d{1,2})(?:[:.hH]?(\d{2}))?\s*$/.exec(text) ?? [];
  if (hour === "" || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, "0")}:${minute}`;
}

/** A time of the day some minutes later, or earlier; it goes on at the other end of the day. */
export function timeAfter(time: string | null, minutes: number): string {
  const [hour = 0, minute = 0] = (time ?? "00:00").split(":").map(Number);
  const at = (((hour * 60 + minute + minutes) % 1440) + 1440) % 1440;
  return `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;
}
