// What a document states of days: typed, or read from a CSV file with a line of a local day and its kWh (rule R9: it is declared, never metered).
import type { Day } from "../../kernel/time.ts";

/** What is stated of a day; whole Wh. */
export interface DeclaredDay {
  readonly day: Day;
  readonly wh: number;
}

/** The lines read, or the first that is none, by its number from 1. */
type ReadLines =
  | { readonly days: readonly DeclaredDay[] }
  | { readonly line: number; readonly reason: "shape" | "outside" | "twice" };

interface Days {
  readonly from_day: Day;
  readonly to_day: Day;
}

const LINE = /^\s*"?(\d{4}-\d{2}-\d{2})"?\s*[,;\t]\s*"?(\d{1,9}(?:\.\d{1,3})?)"?\s*$/;
/** A first line that is none may be one of headings. */
const HEADING = /^\s*"?\p{L}/u;

/** Reads "2026-10-27,3118.4" a line, within the period given; empty lines and a line of headings are passed over. */
export function declaredLines(contents: string, period: Days): ReadLines {
  const days: DeclaredDay[] = [];
  const seen = new Set<Day>();
  for (const [index, text] of contents.split(/\r\n?|\n/).entries()) {
    const line = index + 1;
    if (text.trim() === "" || (index === 0 && HEADING.test(text))) continue;
    const [, day = "", kwh = ""] = LINE.exec(text) ?? [];
    if (day === "" || !isDay(day)) return { line, reason: "shape" };
    if (!isWithin(day, period)) return { line, reason: "outside" };
    if (seen.has(day)) return { line, reason: "twice" };
    seen.add(day);
    days.push({ day, wh: Math.round(Number(kwh) * 1000) });
  }
  return days.length === 0 ? { line: 1, reason: "shape" } : { days };
}

/** The first of the days, counted from 1, that is not one of the period or is there twice; null: none. */
export function faultyDay(days: readonly { readonly day: Day }[], period: Days): number | null {
  const seen = new Set<Day>();
  for (const [index, { day }] of days.entries()) {
    if (!isWithin(day, period) || seen.has(day)) return index + 1;
    seen.add(day);
  }
  return null;
}

const isWithin = (day: Day, { from_day, to_day }: Days): boolean => from_day <= day && day <= to_day;

const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
};
